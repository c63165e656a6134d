// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What ChartBoard saves and copies.
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include "widgets/charts/chart_board.h"
#include "widgets/models/save.h"

namespace muster::widgets {

namespace {

constexpr int kScale = 2; // of pictures: sharp in print
constexpr int kMargin = 10;

} // namespace

QByteArray ChartBoard::values() const {
    return models::csv(
        m_columnsToSave ? m_columnsToSave() : std::vector<models::CsvColumn>(), m_span.time);
}

QString ChartBoard::saveCsv(const QString& path) const {
    return models::saveFile(path, values());
}

QImage ChartBoard::picture() {
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
        Qt::AlignLeft | Qt::AlignTop, tr("%1 · %2").arg(m_heading, spanText(m_span.time)));
    painter.end();
    m_board->render(&image, {kMargin, kMargin + head}, {}, QWidget::DrawChildren);
    return image;
}

QString ChartBoard::savePicture(const QString& path) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture().save(&buffer, "PNG");
    return models::saveFile(path, bytes);
}

void ChartBoard::copyValues() {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(values()));
    emit copied(tr("Copied the values as CSV"));
}

void ChartBoard::copyPicture() {
    QGuiApplication::clipboard()->setImage(picture());
    emit copied(tr("Copied the charts as a picture"));
}

} // namespace muster::widgets
