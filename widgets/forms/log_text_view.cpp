// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What hands and eyes meet of the log: scrolling, keys, matches.
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTextBlock>

#include "widgets/forms/log_gutter.h"
#include "widgets/forms/log_text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using Match = models::LogMatcher::Match;

namespace {

// A tint with a frame: not the colour alone.
constexpr double kTint = 0.22;

void paintMatch(QPainter& painter, const QTextLayout& layout, QPointF offset, Match match) {
    for (int i = 0; i < layout.lineCount(); ++i) {
        const auto line = layout.lineAt(i);
        const int begin = std::max(match.begin, line.textStart());
        const int end = std::min(match.begin + match.length, line.textStart() + line.textLength());
        if (begin < end) {
            const auto left = line.cursorToX(begin);
            painter.drawRect(QRectF(offset.x() + left, offset.y() + line.y(),
                line.cursorToX(end) - left, line.height() - 1));
        }
    }
}

} // namespace

void LogText::setSearch(models::LogMatcher search) {
    m_search = std::move(search);
    m_hits.clear();
    m_uncounted = m_lines.begin();
    viewport()->update();
    emit statusChanged();
    emit behind();
}

// From the selection on when it is in view, else from what is in view.
bool LogText::find(bool forward) {
    if (m_search.isEmpty() || m_rows.empty()) {
        return false;
    }
    const auto selection = textCursor();
    auto row = static_cast<std::size_t>(selection.blockNumber());
    int column = (forward ? selection.selectionEnd() : selection.selectionStart())
        - selection.block().position();
    if (!viewport()->rect().intersects(cursorRect())) {
        row = static_cast<std::size_t>(std::max(0, firstVisibleBlock().blockNumber()));
        column = 0;
    }
    row = std::min(row, m_rows.size() - 1);
    auto number = m_rows[row];
    auto match = matchIn(number, column, forward);
    for (std::size_t steps = 0; !match && steps < m_rows.size(); ++steps) {
        const auto next = m_uncounted < m_next
            ? std::optional(
                m_rows[(row + (forward ? steps + 1 : m_rows.size() - steps - 1)) % m_rows.size()])
            : (forward ? m_hits.after(number) : m_hits.ahead(number));
        if (!next) {
            return false;
        }
        number = *next;
        match = matchIn(number, forward ? 0 : m_lines.line(number).text.size() + 1, forward);
    }
    if (match) {
        select(rowOf(number), *match);
    }
    return match.has_value();
}

std::optional<Match> LogText::matchIn(qint64 number, int column, bool forward) const {
    const auto& text = m_lines.line(number).text;
    if (forward) {
        return m_search.next(text, column);
    }
    std::optional<Match> last;
    for (auto match = m_search.next(text, 0); match && match->begin < column;
         match = m_search.next(text, match->begin + match->length)) {
        last = match;
    }
    return last;
}

void LogText::select(std::size_t row, Match match) {
    setFollowing(false);
    const auto block = document()->findBlockByNumber(static_cast<int>(row));
    bool inView = false;
    forEachVisible([&](const models::LogLine&, const QTextBlock& seen, const QRectF& place) {
        inView = inView || (seen == block && place.bottom() <= viewport()->height());
    });
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + match.begin);
    cursor.setPosition(block.position() + match.begin + match.length, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    if (!inView) {
        centerCursor();
    }
    emit statusChanged();
}

qint64 LogText::currentMatch() const {
    const auto selection = textCursor();
    const auto row = static_cast<std::size_t>(selection.blockNumber());
    if (m_search.isEmpty() || !selection.hasSelection() || row >= m_rows.size()) {
        return 0;
    }
    const auto& text = m_lines.line(m_rows[row]).text;
    const int begin = selection.selectionStart() - selection.block().position();
    qint64 index = m_hits.before(m_rows[row]) + 1;
    for (auto match = m_search.next(text, 0); match;
         match = m_search.next(text, match->begin + match->length), ++index) {
        if (match->begin == begin) {
            return index;
        }
    }
    return 0;
}

void LogText::setFollowing(bool follow) {
    if (follow) {
        const QScopedValueRollback<bool> adjusting(m_adjusting, true);
        scrollToEnd();
        m_keepInView = -1;
    }
    if (follow != m_following) {
        m_following = follow;
        m_unseen = 0;
        emit followingChanged(follow);
        emit statusChanged();
    }
}

void LogText::scrollToEnd() {
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void LogText::onScrolled() {
    if (!m_adjusting) {
        setFollowing(verticalScrollBar()->sliderPosition() >= verticalScrollBar()->maximum());
    }
}

void LogText::resizeEvent(QResizeEvent* event) {
    const QScopedValueRollback<bool> adjusting(m_adjusting, true);
    QPlainTextEdit::resizeEvent(event);
    layOutGutter();
    if (m_following) {
        scrollToEnd();
    }
}

// The keys of a pager. With Shift they select.
bool LogText::scrollByKey(const QKeyEvent& event) {
    const bool end = event.key() == Qt::Key_End;
    if (end || event.key() == Qt::Key_Home) {
        auto* bar = verticalScrollBar();
        bar->triggerAction(
            end ? QAbstractSlider::SliderToMaximum : QAbstractSlider::SliderToMinimum);
        horizontalScrollBar()->setValue(0);
        setFollowing(end);
        return true;
    }
    const auto step = [&event] {
        switch (event.key()) {
        case Qt::Key_Up:
        case Qt::Key_Left:
            return QAbstractSlider::SliderSingleStepSub;
        case Qt::Key_Down:
        case Qt::Key_Right:
            return QAbstractSlider::SliderSingleStepAdd;
        case Qt::Key_PageUp:
            return QAbstractSlider::SliderPageStepSub;
        case Qt::Key_PageDown:
        case Qt::Key_Space:
            return QAbstractSlider::SliderPageStepAdd;
        default:
            return QAbstractSlider::SliderNoAction;
        }
    }();
    const bool sideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (step != QAbstractSlider::SliderNoAction) {
        (sideways ? horizontalScrollBar() : verticalScrollBar())->triggerAction(step);
    }
    return step != QAbstractSlider::SliderNoAction;
}

void LogText::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers().testFlag(Qt::ShiftModifier) || !scrollByKey(*event)) {
        const int value = verticalScrollBar()->value();
        QPlainTextEdit::keyPressEvent(event);
        if (verticalScrollBar()->value() != value) {
            onScrolled();
        }
    }
}

void LogText::forEachVisible(
    const std::function<void(const models::LogLine&, const QTextBlock&, const QRectF&)>& look)
    const {
    const int bottom = viewport()->height();
    for (auto block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const auto place = blockBoundingGeometry(block).translated(contentOffset());
        const auto row = static_cast<std::size_t>(block.blockNumber());
        if (place.top() > bottom || row >= m_rows.size()) {
            break;
        }
        look(m_lines.line(m_rows[row]), block, place);
    }
}

// Below the text: what is drawn first is covered by it.
void LogText::paintEvent(QPaintEvent* event) {
    if (!m_search.isEmpty()) {
        QPainter painter(viewport());
        painter.setClipRect(event->rect());
        const auto colour = markColour(models::Mark::Waiting, palette());
        painter.setPen(colour);
        painter.setBrush(mixed(palette().color(QPalette::Base), colour, kTint));
        forEachVisible(
            [&](const models::LogLine& line, const QTextBlock& block, const QRectF& place) {
                for (auto match = m_search.next(line.text, 0); match;
                     match = m_search.next(line.text, match->begin + match->length)) {
                    paintMatch(painter, *block.layout(), place.topLeft(), *match);
                }
            });
    }
    QPlainTextEdit::paintEvent(event);
}

} // namespace muster::widgets
