// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/gpu_charts.h"

#include <algorithm>
#include <array>
#include <functional>

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/charts/time_chart.h"
#include "widgets/models/metric_text.h"

namespace muster::widgets {

using models::TimeSpan;

namespace {

constexpr qint64 kMinuteMs = 60'000;
constexpr qint64 kHourMs = 60 * kMinuteMs;
constexpr int kLeastColumn = 260; // px
constexpr int kMostColumns = 2;
constexpr int kGap = 10;
constexpr int kSettleMs = 300;

struct Window {
    qint64 lengthMs;
    const char* word;
};
constexpr std::array<Window, 6> kWindows{{
    {models::GpuHistory::kFirstWindowMs, QT_TRANSLATE_NOOP("GpuCharts", "15 min")},
    {kHourMs, QT_TRANSLATE_NOOP("GpuCharts", "1 h")},
    {6 * kHourMs, QT_TRANSLATE_NOOP("GpuCharts", "6 h")},
    {24 * kHourMs, QT_TRANSLATE_NOOP("GpuCharts", "24 h")},
    {7 * 24 * kHourMs, QT_TRANSLATE_NOOP("GpuCharts", "7 d")},
    {30 * 24 * kHourMs, QT_TRANSLATE_NOOP("GpuCharts", "30 d")},
}};

QString valueText(Metric metric, double value) {
    if (metric == Metric::ThrottleReasons || metric == Metric::PerformanceState) {
        return models::metricText(metric, qRound(value));
    }
    const auto unit = models::metricUnit(metric);
    const auto number = QLocale().toString(value, 'f', unit == QLatin1String("W") ? 1 : 0);
    return unit.isEmpty() ? number : QStringLiteral("%1 %2").arg(number, unit);
}

// The same task has the same colour in every span.
std::vector<Band> bandsOf(const std::vector<models::Holding>& holdings) {
    std::vector<Band> bands;
    for (const auto& holding : holdings) {
        const auto colour = static_cast<int>(std::hash<std::string>()(holding.task) % 1000);
        bands.push_back({holding.name, holding.span, colour});
    }
    return bands;
}

} // namespace

GpuCharts::GpuCharts(models::GpuHistory& history, QWidget* parent)
    : QWidget(parent), m_history(history) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(buildBar());
    column->addWidget(buildBoard(), 1);
    m_resized.setSingleShot(true);
    m_resized.setInterval(kSettleMs);
    connect(&m_resized, &QTimer::timeout, this, [this] {
        const auto width = m_charts.front().widget->plotArea().width();
        m_history.setPoints(qRound(width * devicePixelRatioF()));
    });
    connect(&m_history, &models::GpuHistory::changed, this, &GpuCharts::showHistory);
    showHistory();
}

QWidget* GpuCharts::buildBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_windows = new QButtonGroup(this);
    for (std::size_t i = 0; i < kWindows.size(); ++i) {
        auto* button = new QToolButton(bar);
        button->setText(tr(kWindows[i].word));
        button->setCheckable(true);
        button->setToolTip(tr("Show the last %1").arg(button->text()));
        m_windows->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    connect(m_windows, &QButtonGroup::idClicked, this,
        [this](int id) { m_history.setWindow(kWindows[static_cast<std::size_t>(id)].lengthMs); });
    m_back = new QToolButton(bar);
    m_back->setText(tr("Back"));
    m_back->setToolTip(tr("To the span before the last zoom (Backspace)"));
    connect(m_back, &QToolButton::clicked, &m_history, &models::GpuHistory::back);
    m_status = new QLabel(bar);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_back);
    row->addSpacing(kGap / 2);
    row->addWidget(m_status, 1);
    row->addWidget(buildExport(bar));
    return bar;
}

QPushButton* GpuCharts::buildExport(QWidget* parent) {
    auto* button = new QPushButton(tr("Export…"), parent);
    auto* menu = new QMenu(button);
    menu->addAction(
        tr("Values as CSV…"), this, [this] { emit exportWanted(QStringLiteral("csv")); });
    menu->addAction(
        tr("Charts as PNG…"), this, [this] { emit exportWanted(QStringLiteral("png")); });
    button->setMenu(menu);
    button->setToolTip(tr("Save what the charts show"));
    return button;
}

QWidget* GpuCharts::buildBoard() {
    m_board = new QWidget(this);
    m_grid = new QGridLayout;
    m_grid->setSpacing(kGap);
    m_unmeasured = new QLabel(m_board);
    m_unmeasured->setWordWrap(true);
    auto* column = new QVBoxLayout(m_board);
    column->setContentsMargins(0, 0, kGap / 2, 0);
    column->addLayout(m_grid);
    column->addWidget(m_unmeasured);
    column->addStretch();
    buildCharts();
    m_scroll = new QScrollArea(this);
    m_scroll->setWidget(m_board);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(tr("Charts"));
    return m_scroll;
}

// In the order of the metric table; two of a kind share a chart.
void GpuCharts::buildCharts() {
    for (const auto& row : metricTable()) {
        switch (row.metric) {
        case Metric::GpuUtilization:
            addChart(tr("Utilisation"), {Metric::GpuUtilization, Metric::MemoryUtilization},
                {tr("GPU"), tr("Memory")});
            break;
        case Metric::SmClock:
            addChart(
                tr("Clocks"), {Metric::SmClock, Metric::MemoryClock}, {tr("SM"), tr("Memory")});
            break;
        case Metric::MemoryUtilization:
        case Metric::MemoryClock:
            break;
        case Metric::MemoryUsed:
        case Metric::Temperature:
        case Metric::Power:
        case Metric::FanSpeed:
        case Metric::PerformanceState:
        case Metric::EccUncorrected:
        case Metric::PcieGeneration:
        case Metric::PcieWidth:
        case Metric::ThrottleReasons:
            addChart(models::metricLabel(row.metric), {row.metric}, {{}});
            break;
        }
    }
}

void GpuCharts::addChart(
    const QString& title, std::vector<Metric> metrics, std::vector<QString> names) {
    const auto first = metrics.front();
    auto* chart = new TimeChart(
        title, models::metricUnit(first), [first](double v) { return valueText(first, v); },
        m_board);
    chart->setMaximum(info(first).maximum);
    QStringList help;
    for (const auto metric : metrics) {
        help << QStringLiteral("%1: %2").arg(
            models::metricLabel(metric), models::metricHelp(metric));
    }
    help << tr("Line: mean, tint: lowest to highest. Drag to zoom.");
    chart->setToolTip(help.join(QLatin1Char('\n')));
    connect(chart, &TimeChart::crosshairMoved, this, &GpuCharts::showCrosshair);
    connect(chart, &TimeChart::zoomWanted, &m_history, &models::GpuHistory::zoom);
    connect(chart, &TimeChart::backWanted, &m_history, &models::GpuHistory::back);
    connect(chart, &TimeChart::resetWanted, &m_history, &models::GpuHistory::reset);
    std::vector<bool> drawn(metrics.size(), false);
    m_charts.push_back({chart, std::move(metrics), std::move(names), std::move(drawn)});
    chart->hide();
}

TimeChart* GpuCharts::chartOf(Metric metric) const {
    const auto found = std::find_if(m_charts.begin(), m_charts.end(),
        [metric](const Chart& chart) { return chart.metrics.front() == metric; });
    return found->widget;
}

void GpuCharts::setLimits(const v1::Gpu& gpu) {
    constexpr int kMebibyte = 20; // bits
    chartOf(Metric::MemoryUsed)->setMaximum(static_cast<double>(gpu.memory_bytes() >> kMebibyte));
    chartOf(Metric::Power)->setMaximum(gpu.power_limit_mw() / 1000.0);
}

void GpuCharts::showHistory() {
    showMeasured();
    showBar();
    const auto span = m_history.span();
    const auto bands = bandsOf(m_history.holdings());
    for (const auto& chart : m_charts) {
        chart.widget->setZoomed(!m_history.range().live());
        chart.widget->setLoading(m_history.loading());
        chart.widget->setTime(span, bands);
    }
}

// Which charts there are, and which lines in them.
void GpuCharts::showMeasured() {
    QStringList unmeasured;
    bool moved = m_columns == 0;
    for (auto& chart : m_charts) {
        std::vector<TimeChart::Line> lines;
        std::vector<bool> drawn;
        for (std::size_t i = 0; i < chart.metrics.size(); ++i) {
            const auto metric = chart.metrics[i];
            drawn.push_back(m_history.measured(metric));
            if (drawn.back()) {
                lines.push_back({chart.names[i], &m_history.series(metric)});
            } else {
                unmeasured << models::metricLabel(metric);
            }
        }
        if (drawn != chart.drawn) {
            moved = true;
            chart.drawn = drawn;
            chart.widget->setVisible(!lines.empty());
            chart.widget->setLines(std::move(lines));
        }
    }
    m_unmeasured->setText(
        tr("Not measured by this board: %1").arg(unmeasured.join(QStringLiteral(", "))));
    m_unmeasured->setVisible(!unmeasured.isEmpty() && !m_history.gpu().empty());
    if (moved) {
        placeCharts();
    }
}

void GpuCharts::showBar() {
    const auto& range = m_history.range();
    for (std::size_t i = 0; i < kWindows.size(); ++i) {
        auto* button = m_windows->button(static_cast<int>(i));
        const bool chosen = kWindows[i].lengthMs == range.windowMs();
        auto font = this->font();
        font.setBold(chosen); // Fusion's sunken grey is hard to see
        button->setChecked(chosen);
        button->setFont(font);
    }
    m_back->setEnabled(!range.live());
    const auto span = spanText(m_history.span());
    const auto words = m_history.loading() ? tr("%1 · Loading…").arg(span)
        : m_history.problem().isEmpty()    ? span
                                        : tr("%1 · No history: %2").arg(span, m_history.problem());
    m_status->setText(m_status->fontMetrics().elidedText(words, Qt::ElideRight, m_status->width()));
    m_status->setToolTip(words);
    m_status->setAccessibleName(words);
}

void GpuCharts::showCrosshair(std::optional<qint64> atMs) {
    for (const auto& chart : m_charts) {
        chart.widget->setCrosshair(atMs);
    }
}

void GpuCharts::placeCharts() {
    const int width = m_scroll == nullptr ? 0 : m_scroll->viewport()->width();
    m_columns = std::clamp(width / kLeastColumn, 1, kMostColumns);
    int place = 0;
    for (const auto& chart : m_charts) {
        m_grid->removeWidget(chart.widget);
        if (!chart.widget->isHidden()) {
            m_grid->addWidget(chart.widget, place / m_columns, place % m_columns);
            ++place;
        }
    }
}

void GpuCharts::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (std::clamp(m_scroll->viewport()->width() / kLeastColumn, 1, kMostColumns) != m_columns) {
        placeCharts();
    }
    showBar();
    m_resized.start();
}

} // namespace muster::widgets
