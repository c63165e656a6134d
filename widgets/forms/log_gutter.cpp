// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_gutter.h"

#include <algorithm>

#include <QDateTime>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

#include "widgets/forms/log_text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kBar = 3; // px, of stderr
constexpr int kAir = 6;
} // namespace

LogGutter::LogGutter(LogText& text) : QWidget(&text), m_text(text) { }

int LogGutter::timeWidth() const {
    return m_text.marks().times
        ? m_text.fontMetrics().horizontalAdvance(QStringLiteral("00:00:00.000"))
        : 0;
}

int LogGutter::markWidth() const {
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
    return width + kBar;
}

int LogGutter::wantedWidth() const {
    int width = 0;
    for (const int part : {timeWidth(), markWidth()}) {
        width += part > 0 ? part + (width > 0 ? kAir : 2 * kAir) : 0;
    }
    return width;
}

// The day, which would only repeat itself from line to line.
bool LogGutter::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto& help = *static_cast<QHelpEvent*>(event);
    QString words;
    m_text.forEachVisible([&](const models::LogLine& line, const QTextBlock&, const QRectF& place) {
        if (m_text.marks().times && line.atMs != 0 && help.y() >= place.top()
            && help.y() < place.bottom()) {
            words = QDateTime::fromMSecsSinceEpoch(line.atMs).toString(Qt::ISODateWithMs);
        }
    });
    QToolTip::showText(help.globalPos(), words, this);
    return true;
}

void LogGutter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(m_text.font());
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    const auto quiet = palette().color(QPalette::PlaceholderText);
    const auto loud = markColour(models::Mark::Bad, palette());
    const bool times = m_text.marks().times;
    m_text.forEachVisible([&](const models::LogLine& line, const QTextBlock&, const QRectF& place) {
        const auto row = QRectF(0, place.top(), width(), place.height());
        const bool error = m_text.marks().streams && line.source.stream == models::LogStream::Error;
        if (error) {
            painter.fillRect(QRectF(width() - kBar, row.top(), kBar, row.height()), loud);
        }
        if (times) {
            painter.setPen(quiet);
            painter.drawText(
                row.adjusted(kAir, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, LogText::timeOf(line));
        }
        painter.setPen(error ? loud : quiet);
        painter.drawText(row.adjusted(kAir, 0, -kAir - kBar, 0), Qt::AlignRight | Qt::AlignTop,
            m_text.markOf(line.source));
    });
}

} // namespace muster::widgets
