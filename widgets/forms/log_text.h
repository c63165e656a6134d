// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>

#include <QDeadlineTimer>
#include <QPlainTextEdit>
#include <QStringList>

#include "widgets/models/log_hits.h"
#include "widgets/models/log_lines.h"
#include "widgets/models/log_pattern.h"

namespace muster::widgets {

class LogGutter;

// The lines of a log that a filter lets through, with their colours and the matches of a search.
// What it shows is brought up to date in steps, so that nobody waits for a long log. While it
// follows, the end stays in view; scrolling up ends that, End begins it again.
class LogText : public QPlainTextEdit {
    Q_OBJECT
public:
    // What stands left of each line.
    struct Marks {
        QStringList tasks; // by LogSource::task; empty: their names are not shown
        bool streams = false; // says which lines are of stderr
        bool times = false; // says when they arrived

        bool operator==(const Marks&) const = default;
    };

    explicit LogText(models::LogLines& lines, QWidget* parent = nullptr); // which it must outlive

    void restart(); // forgets what is shown: the lines are others now
    // Shows what is new, for about so long. True: all is shown and searched.
    bool advance(int budgetMs);

    void setMarks(const Marks& marks);
    void setFilter(models::LogMatcher filter);
    void setSearch(models::LogMatcher search);
    bool find(bool forward); // selects the nearest match; false: there is none

    bool isFollowing() const { return m_following; }
    void setFollowing(bool follow);

    qint64 shown() const { return static_cast<qint64>(m_rows.size()); }
    qint64 hidden() const { return m_next - m_lines.begin() - shown(); } // by the filter
    qint64 unseen() const { return m_unseen; } // lines that came since the reader scrolled up
    qint64 matches() const { return m_hits.total(); }
    qint64 currentMatch() const; // from 1; 0: none is selected
    // UTF-8 lines, with time, task and stream before each where they are shown.
    QByteArray textOf(bool filtered) const;

    // Each line in view and where it lies.
    void forEachVisible(
        const std::function<void(const models::LogLine&, const QTextBlock&, const QRectF&)>& look)
        const;
    const Marks& marks() const { return m_marks; }
    QString markOf(models::LogSource source) const; // "job-1.2 err"
    // "12:04:31.250", local; of a line that was there before blanks as wide.
    static QString timeOf(const models::LogLine& line);

signals:
    void followingChanged(bool follow);
    void statusChanged(); // any of the numbers above
    void behind(); // advance() has something to do

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void dropGone();
    void refreshChanged();
    void refresh(qint64 number);
    void appendSome(const QDeadlineTimer& until);
    void countSome(const QDeadlineTimer& until);
    void insert(QTextCursor& cursor, const models::LogLine& line);
    QTextCharFormat format(const models::TextStyle& style) const;
    void removeRow(std::size_t row);
    void scrollToEnd();
    void onScrolled();
    bool scrollByKey(const QKeyEvent& event);
    void layOutGutter();
    void select(std::size_t row, models::LogMatcher::Match match);
    std::size_t rowOf(qint64 number) const; // the first that is not before it
    std::optional<models::LogMatcher::Match> matchIn(qint64 number, int column, bool forward) const;

    models::LogLines& m_lines;
    LogGutter* m_gutter;
    std::deque<qint64> m_rows; // the line of each block; without any there is one empty block
    qint64 m_next = 0; // the first line that was not looked at
    qint64 m_uncounted = 0; // the first line that was not searched
    models::LogMatcher m_filter;
    models::LogMatcher m_search;
    models::LogHits m_hits;
    Marks m_marks;
    qint64 m_unseen = 0;
    qint64 m_keepInView = -1; // while all is shown anew
    bool m_following = true;
    bool m_adjusting = false; // it scrolls by itself
    bool m_dark = false;
};

} // namespace muster::widgets
