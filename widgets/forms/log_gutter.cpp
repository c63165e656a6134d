// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_gutter.h"

#include <algorithm>

#include <QPainter>
#include <QTextBlock>

#include "widgets/forms/log_text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kBar = 3; // px, of stderr
constexpr int kAir = 6;
} // namespace

LogGutter::LogGutter(LogText& text) : QWidget(&text), m_text(text) { }

int LogGutter::wantedWidth() const {
    const auto& marks = m_text.marks();
    if (!marks.streams && marks.tasks.isEmpty()) {
        return 0;
    }
    const auto widthOf = [this](int task) {
        return m_text.fontMetrics().horizontalAdvance(
            m_text.markOf({task, models::LogStream::Error}));
    };
    int width = widthOf(0);
    for (int task = 1; task < marks.tasks.size(); ++task) {
        width = std::max(width, widthOf(task));
    }
    return width + 2 * kAir + kBar;
}

void LogGutter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(m_text.font());
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    const auto quiet = palette().color(QPalette::PlaceholderText);
    const auto loud = markColour(models::Mark::Bad, palette());
    m_text.forEachVisible([&](const models::LogLine& line, const QTextBlock&, const QRectF& place) {
        const auto row = QRectF(0, place.top(), width(), place.height());
        const bool error = m_text.marks().streams && line.source.stream == models::LogStream::Error;
        if (error) {
            painter.fillRect(QRectF(width() - kBar, row.top(), kBar, row.height()), loud);
        }
        painter.setPen(error ? loud : quiet);
        painter.drawText(row.adjusted(kAir, 0, -kAir - kBar, 0), Qt::AlignRight | Qt::AlignTop,
            m_text.markOf(line.source));
    });
}

} // namespace muster::widgets
