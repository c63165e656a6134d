// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What GpuCharts saves.
#include <QBuffer>
#include <QImage>
#include <QPainter>

#include "widgets/charts/time_chart.h"
#include "widgets/gpu/gpu_charts.h"
#include "widgets/models/metric_text.h"
#include "widgets/models/save.h"
#include "widgets/models/series_csv.h"

namespace muster::widgets {

namespace {

constexpr int kScale = 2; // of pictures: sharp in print
constexpr int kMargin = 10;

} // namespace

QString GpuCharts::saveCsv(const QString& path) const {
    std::vector<models::CsvColumn> columns;
    for (const auto& row : metricTable()) {
        if (m_history.measured(row.metric)) {
            const auto label = models::metricLabel(row.metric);
            const auto unit = models::metricUnit(row.metric);
            columns.push_back({unit.isEmpty() ? label : tr("%1 (%2)").arg(label, unit),
                &m_history.series(row.metric)});
        }
    }
    return models::saveFile(path, models::csv(columns, m_history.span()));
}

QString GpuCharts::savePicture(const QString& path, const QString& heading) {
    showCrosshair(std::nullopt);
    const int head = fontMetrics().height() + kMargin;
    const auto size = m_board->size() + QSize(2 * kMargin, head + 2 * kMargin);
    QImage image(size * kScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(kMargin, kMargin, size.width() - 2 * kMargin, head),
        Qt::AlignLeft | Qt::AlignTop, tr("%1 · %2").arg(heading, spanText(m_history.span())));
    painter.end();
    m_board->render(&image, {kMargin, kMargin + head}, {}, QWidget::DrawChildren);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return models::saveFile(path, bytes);
}

} // namespace muster::widgets
