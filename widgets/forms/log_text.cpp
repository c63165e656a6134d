// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_text.h"

#include <algorithm>

#include <QDateTime>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTextBlock>

#include "widgets/forms/log_gutter.h"
#include "widgets/theme/ansi_tones.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using Match = models::LogMatcher::Match;

namespace {
constexpr int kLinesAtOnce = 200; // that the document takes up together
constexpr int kTimeLetters = 12; // "12:04:31.250"

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

LogText::LogText(models::LogLines& lines, QWidget* parent)
    : QPlainTextEdit(parent), m_lines(lines), m_gutter(new LogGutter(*this)),
      m_dark(isDark(palette())) {
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabStopDistance(8 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setLineWrapMode(NoWrap);
    setAccessibleName(tr("Log"));
    // Qt's text edit scrolls by pages without a word of the new value.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LogText::onScrolled);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, &LogText::onScrolled);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, qOverload<>(&QWidget::update));
    layOutGutter();
}

void LogText::restart() {
    const QScopedValueRollback<bool> adjusting(m_adjusting, true);
    clear();
    m_rows.clear();
    m_hits.clear();
    m_next = m_lines.begin();
    m_uncounted = m_next;
    m_unseen = 0;
    m_lines.takeChanged();
    emit statusChanged();
    emit behind();
}

bool LogText::advance(int budgetMs) {
    const QScopedValueRollback<bool> adjusting(m_adjusting, true);
    const QDeadlineTimer until(budgetMs);
    dropGone();
    refreshChanged();
    while (m_next < m_lines.end() && !until.hasExpired()) {
        appendSome(until);
    }
    const bool filled = m_next >= m_lines.end();
    if (filled && m_uncounted < m_next) {
        countSome(until);
    }
    if (m_following) {
        scrollToEnd();
    } else if (filled && m_keepInView >= 0) {
        verticalScrollBar()->setValue(static_cast<int>(rowOf(m_keepInView)));
        m_keepInView = -1;
    }
    emit statusChanged();
    return filled && m_uncounted >= m_next;
}

// What the reader looks at stays where it is.
void LogText::dropGone() {
    const auto gone = rowOf(m_lines.begin());
    m_next = std::max(m_next, m_lines.begin());
    m_uncounted = std::max(m_uncounted, m_lines.begin());
    m_hits.dropBefore(m_lines.begin());
    if (gone == 0) {
        return;
    }
    int height = 0; // in lines of the screen
    auto block = document()->firstBlock();
    for (std::size_t row = 0; row < gone; ++row, block = block.next()) {
        height += block.lineCount();
    }
    const int value = verticalScrollBar()->value();
    QTextCursor cursor(document());
    if (gone == m_rows.size()) {
        cursor.select(QTextCursor::Document);
    } else {
        cursor.setPosition(block.position(), QTextCursor::KeepAnchor);
    }
    cursor.removeSelectedText();
    m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(gone));
    verticalScrollBar()->setValue(std::max(0, value - height));
}

void LogText::refreshChanged() {
    for (const auto number : m_lines.takeChanged()) {
        if (number < m_next) {
            refresh(number);
        }
    }
}

void LogText::refresh(qint64 number) {
    const auto& line = m_lines.line(number);
    const auto row = rowOf(number);
    const bool was = row < m_rows.size() && m_rows[row] == number;
    const bool is = m_filter.accepts(line.text);
    if (was && !is) {
        removeRow(row);
    } else if (is) {
        auto cursor = QTextCursor(document());
        cursor.beginEditBlock();
        if (was) {
            cursor.setPosition(document()->findBlockByNumber(static_cast<int>(row)).position());
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            cursor.removeSelectedText();
        } else if (row == m_rows.size()) {
            cursor.movePosition(QTextCursor::End);
            if (!m_rows.empty()) {
                cursor.insertBlock();
            }
        } else {
            cursor.setPosition(document()->findBlockByNumber(static_cast<int>(row)).position());
            cursor.insertBlock();
            cursor.movePosition(QTextCursor::PreviousBlock);
        }
        insert(cursor, line);
        cursor.endEditBlock();
        if (!was) {
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(row), number);
        }
    }
    if (number < m_uncounted) {
        m_hits.set(number, is ? m_search.count(line.text) : 0);
    }
}

void LogText::removeRow(std::size_t row) {
    QTextCursor cursor(document()->findBlockByNumber(static_cast<int>(row)));
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    if (row + 1 < m_rows.size()) {
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
    } else if (row > 0) { // the line end before it goes
        const int end = cursor.position();
        cursor.setPosition(cursor.anchor() - 1);
        cursor.setPosition(end, QTextCursor::KeepAnchor);
    }
    cursor.removeSelectedText();
    m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(row));
}

// Lines without colours go in together, which is several times faster. The clock is looked at after
// each line: an expression can be slow.
void LogText::appendSome(const QDeadlineTimer& until) {
    const auto end = std::min(m_lines.end(), m_next + kLinesAtOnce);
    const auto before = m_rows.size();
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    QString plain;
    while (m_next < end && !until.hasExpired()) {
        const auto number = m_next++;
        const auto& line = m_lines.line(number);
        if (!m_filter.accepts(line.text)) {
            continue;
        }
        if (!m_rows.empty()) {
            plain += QLatin1Char('\n');
        }
        m_rows.push_back(number);
        if (line.spans.empty()) {
            plain += line.text;
            continue;
        }
        cursor.insertText(plain, QTextCharFormat());
        plain.clear();
        insert(cursor, line);
    }
    cursor.insertText(plain, QTextCharFormat());
    cursor.endEditBlock();
    if (!m_following && m_keepInView < 0) {
        m_unseen += static_cast<qint64>(m_rows.size() - before);
    }
}

void LogText::insert(QTextCursor& cursor, const models::LogLine& line) {
    int at = 0;
    for (const auto& span : line.spans) {
        cursor.insertText(line.text.mid(at, span.begin - at), QTextCharFormat());
        cursor.insertText(line.text.mid(span.begin, span.length), format(span.style));
        at = span.begin + span.length;
    }
    cursor.insertText(line.text.mid(at), QTextCharFormat());
}

QTextCharFormat LogText::format(const models::TextStyle& style) const {
    QTextCharFormat out;
    const auto tones = textTones(style, palette());
    if (style.text != models::TextColour() || style.inverse || style.faint
        || style.ground != models::TextColour()) {
        out.setForeground(tones.text);
    }
    if (tones.ground != palette().color(QPalette::Base)) {
        out.setBackground(tones.ground);
    }
    if (style.bold) {
        out.setFontWeight(QFont::Bold);
    }
    out.setFontItalic(style.italic);
    out.setFontUnderline(style.underlined);
    out.setFontStrikeOut(style.struck);
    return out;
}

void LogText::countSome(const QDeadlineTimer& until) {
    auto row = m_search.isEmpty() ? m_rows.size() : rowOf(m_uncounted);
    for (; row < m_rows.size() && !until.hasExpired(); ++row) {
        m_hits.set(m_rows[row], m_search.count(m_lines.line(m_rows[row]).text));
    }
    m_uncounted = row == m_rows.size() ? m_next : m_rows[row];
}

std::size_t LogText::rowOf(qint64 number) const {
    return static_cast<std::size_t>(
        std::lower_bound(m_rows.begin(), m_rows.end(), number) - m_rows.begin());
}

void LogText::setFilter(models::LogMatcher filter) {
    const auto top = static_cast<std::size_t>(std::max(0, firstVisibleBlock().blockNumber()));
    const auto keep = !m_following && top < m_rows.size() ? m_rows[top] : -1;
    m_filter = std::move(filter);
    restart();
    m_keepInView = keep;
}

QByteArray LogText::textOf(bool filtered) const {
    QByteArray out;
    const bool marked = m_marks.streams || !m_marks.tasks.isEmpty();
    qint64 at = 0; // of `time`: many lines arrive together
    QByteArray time;
    for (auto number = m_lines.begin(); number < m_lines.end(); ++number) {
        const auto& line = m_lines.line(number);
        if (filtered && !m_filter.accepts(line.text)) {
            continue;
        }
        if (m_marks.times) {
            if (line.atMs != at || time.isEmpty()) {
                at = line.atMs;
                time = timeOf(line).toUtf8() + '\t';
            }
            out += time;
        }
        if (const auto mark = marked ? markOf(line.source) : QString(); !mark.isEmpty()) {
            out += mark.toUtf8() + '\t';
        }
        out += line.text.toUtf8() + '\n';
    }
    return out;
}

void LogText::setMarks(const Marks& marks) {
    if (marks != m_marks) {
        m_marks = marks;
        layOutGutter();
    }
}

QString LogText::markOf(models::LogSource source) const {
    const auto task = m_marks.tasks.value(source.task);
    if (!m_marks.streams || source.stream == models::LogStream::Out) {
        return task;
    }
    return task.isEmpty() ? tr("err") : tr("%1 err").arg(task);
}

QString LogText::timeOf(const models::LogLine& line) {
    return line.atMs == 0
        ? QString(kTimeLetters, QLatin1Char(' '))
        : QDateTime::fromMSecsSinceEpoch(line.atMs).toString(QStringLiteral("HH:mm:ss.zzz"));
}

void LogText::layOutGutter() {
    const int width = m_gutter->wantedWidth();
    setViewportMargins(width, 0, 0, 0);
    const auto inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), width, viewport()->height());
    m_gutter->setVisible(width > 0);
    m_gutter->update();
}

void LogText::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        layOutGutter();
    }
    if (event->type() == QEvent::PaletteChange && isDark(palette()) != m_dark) {
        m_dark = isDark(palette());
        restart();
    }
}

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
