// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A line chart of 100,000 to 10 million points into a picture: ours, Qt Charts' QLineSeries where
// it is installed, and QPainter::drawPolyline over every point. No display is needed.
#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include <QApplication>
#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <fmt/format.h>

#include "tests/bench/thread_time.h"
#include "widgets/charts/plot.h"
#include "widgets/charts/time_chart.h"

namespace {

using namespace muster;

constexpr QSize kSize(1000, 300);
constexpr unsigned kSeed = 20;
constexpr int kRepetitions = 15;
constexpr double kLongRun = 1500; // ms: measured once
constexpr int kMostForPeers = 1'000'000; // Qt Charts takes minutes beyond

double once(const std::function<void()>& work) {
    const auto begin = bench::threadMilliseconds();
    work();
    return bench::threadMilliseconds() - begin;
}

// The median, in ms.
double measure(const std::function<void()>& work) {
    std::vector<double> times{once(work)};
    while (times.size() < kRepetitions && times.front() < kLongRun) {
        times.push_back(once(work));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

std::vector<models::SeriesPoint> walk(int count) {
    std::mt19937 random(kSeed);
    std::normal_distribution<double> change(0, 2);
    std::vector<models::SeriesPoint> points;
    points.reserve(static_cast<std::size_t>(count));
    double value = 50;
    for (int i = 0; i < count; ++i) {
        value = std::clamp(value + change(random), 0.0, 100.0);
        points.push_back(models::SeriesPoint::of(i * 1000LL, value));
    }
    return points;
}

struct Figures {
    double build = 0;
    double paint = 0;
    double widget = 0; // axes, words and legend too
    double step = 0; // a new point, then the widget
};

Figures ours(const std::vector<models::SeriesPoint>& points) {
    Figures out;
    models::Series series;
    auto copy = points;
    out.build = once([&] { series.setHistory(std::move(copy), 1000); });
    const models::TimeSpan span{0, static_cast<qint64>(points.size()) * 1000};
    QImage image(kSize, QImage::Format_RGB32);
    out.paint = measure([&] {
        image.fill(Qt::white);
        QPainter painter(&image);
        widgets::paintPlot(painter, QRectF({}, kSize), span, {.top = 100, .step = 25},
            {{&series, QColor(0, 114, 178), false}}, Qt::gray);
    });
    widgets::TimeChart chart(QStringLiteral("Power"), QStringLiteral("W"),
        [](double value) { return QString::number(value); });
    chart.resize(kSize);
    chart.setLines({{{}, &series}});
    out.widget = measure([&] {
        chart.setTime(span, {});
        chart.render(&image);
    });
    qint64 at = span.toMs;
    out.step = measure([&] {
        series.append(models::SeriesPoint::of(at, 50));
        at += 1000;
        chart.setTime({0, at}, {});
        chart.render(&image);
    });
    return out;
}

double polyline(const std::vector<models::SeriesPoint>& points, bool smooth) {
    QVector<QPointF> line;
    line.reserve(static_cast<int>(points.size()));
    const double perPoint = kSize.width() / static_cast<double>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        line.push_back(
            {static_cast<double>(i) * perPoint, kSize.height() * (1 - points[i].average / 100)});
    }
    QImage image(kSize, QImage::Format_RGB32);
    return measure([&] {
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing, smooth);
        painter.drawPolyline(line);
    });
}

Figures qtCharts(const std::vector<models::SeriesPoint>& points) {
    using namespace QtCharts;
    Figures out;
    QVector<QPointF> line;
    line.reserve(static_cast<int>(points.size()));
    for (const auto& point : points) {
        line.push_back({static_cast<double>(point.atMs), point.average});
    }
    QGraphicsScene scene;
    auto* chart = new QChart;
    auto* series = new QLineSeries;
    out.build = once([&] {
        chart->legend()->hide();
        chart->addSeries(series);
        chart->createDefaultAxes();
        series->replace(line);
        chart->axes(Qt::Vertical).first()->setRange(0, 100);
        chart->axes(Qt::Horizontal).first()->setRange(0, line.back().x());
        chart->resize(kSize);
        scene.addItem(chart);
    });
    QImage image(kSize, QImage::Format_RGB32);
    out.widget = measure([&] {
        image.fill(Qt::white);
        QPainter painter(&image);
        scene.render(&painter, QRectF({}, kSize), QRectF({}, kSize));
    });
    auto at = line.back().x();
    out.step = measure([&] {
        at += 1000;
        series->append(at, 50);
        chart->axes(Qt::Horizontal).first()->setRange(0, at);
        QPainter painter(&image);
        scene.render(&painter, QRectF({}, kSize), QRectF({}, kSize));
    });
    return out;
}

void print(int count) {
    const auto points = walk(count);
    const auto own = ours(points);
    fmt::print("{} points, {} x {} px\n", count, kSize.width(), kSize.height());
    fmt::print("  ours: pyramid {:.2f} ms (once), plot {:.2f} ms, whole chart {:.2f} ms, one more "
               "point and the whole chart {:.2f} ms\n",
        own.build, own.paint, own.widget, own.step);
    const auto naive = polyline(points, false);
    fmt::print(
        "  drawPolyline, not smooth: {:.1f} ms, {:.0f} times ours\n", naive, naive / own.paint);
    if (count > kMostForPeers) {
        return;
    }
    if (count < kMostForPeers) {
        const auto smooth = polyline(points, true);
        fmt::print(
            "  drawPolyline, smooth: {:.1f} ms, {:.0f} times ours\n", smooth, smooth / own.paint);
    }
    const auto peer = qtCharts(points);
    fmt::print(
        "  QLineSeries: filled {:.1f} ms, whole chart {:.1f} ms, {:.0f} times ours; one more "
        "point and the whole chart {:.1f} ms, {:.0f} times ours\n",
        peer.build, peer.widget, peer.widget / own.widget, peer.step, peer.step / own.step);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    for (const int count : {1000, 100'000, 1'000'000, 10'000'000}) {
        print(count);
    }
    return 0;
}
