// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "widgets/forms/log_settings.h"
#include "widgets/models/log_lines.h"

class QAction;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace muster::widgets {

class EmptyState;
class FailureCard;
class LogSearchBar;
class LogText;

// A task whose log can be shown.
struct LogTask {
    QString key; // models::taskKey()
    QString name; // "job-1.2", before each line while several are shown

    bool operator==(const LogTask&) const = default;
};

// What the viewer wants to have. LogSource::task counts through `tasks`.
struct LogRequest {
    std::vector<QString> tasks; // keys
    LogSettings::Streams streams = LogSettings::Streams::Both;
    qint64 tailBytes = 0; // of each file; 0: all of it
};

// The log of one task, or of all tasks of one job merged in the order of arrival. Asks for what it
// wants to show; the bytes are handed in as they come, and shown in steps that leave the window
// alive. Keys: End follows, Ctrl+F and / search, F3 and Shift+F3 step, Esc closes the search, then
// leaves.
class LogViewer : public QWidget {
    Q_OBJECT
public:
    explicit LogViewer(QWidget* parent = nullptr);

    // Whose log, in the order of their starts. The same subject with more tasks goes on with what
    // is shown. Without tasks `title` says why there is none.
    void setSubject(
        const QString& subject, const QString& title, const std::vector<LogTask>& tasks);
    void addAction(QAction* action); // as a button in the bar: Kill
    // Above the lines: why the newest of the tasks ended. Hidden while nothing is set.
    FailureCard& failure() { return *m_failure; }

    LogSettings settings() const { return m_settings; }
    void setSettings(const LogSettings& settings);

    // `atMs`: when they arrived; 0: they stood in the file before.
    void append(models::LogSource source, const QByteArray& bytes, qint64 atMs = 0);
    void setSkipped(qint64 bytes); // before what is shown: older than the wanted tail, or gone
    void setNotice(const QString& notice); // of the files: their end, or why they cannot be read
    bool isSettled() const { return !m_pump.isActive(); } // all that came is shown and searched
    QString text() const; // of the lines that are shown
    QByteArray textToSave(bool filtered) const; // UTF-8
    QString statusText() const;
    LogText& lines() { return *m_text; }
    LogSearchBar& searchBar() { return *m_bar; }
    void openSearch();

signals:
    void wanted(const muster::widgets::LogRequest& request); // from now on only this
    void moreWanted(
        const muster::widgets::LogRequest& request); // the same with more tasks at its end
    void unwanted();
    void settingsChanged();
    void saveWanted(bool filtered);
    void left(); // Esc: the keyboard is to go back where it came from

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildBar();
    void buildChoices();
    void buildSave();
    void connectParts();
    void restart();
    LogRequest request() const;
    void showMarks();
    void showTasks();
    void showChoices();
    void changeSettings();
    void pump();
    void showStatus();
    void showEmpty();
    void closeSearch();
    void placeNewLines();

    struct Piece {
        models::LogSource source;
        QByteArray bytes;
        qint64 atMs;
    };

    LogSettings m_settings;
    models::LogLines m_lines;
    std::deque<Piece> m_waiting; // to be shown
    QTimer m_pump;
    QString m_subject;
    std::vector<LogTask> m_tasks;
    qint64 m_skipped = 0;
    QString m_notice;

    QHBoxLayout* m_row;
    QLabel* m_title;
    QComboBox* m_task;
    QComboBox* m_streams;
    QComboBox* m_tail;
    QCheckBox* m_wrap;
    QCheckBox* m_times;
    QCheckBox* m_follow;
    QToolButton* m_find;
    QToolButton* m_save;
    QAction* m_saveShown;
    FailureCard* m_failure;
    LogSearchBar* m_bar;
    QStackedWidget* m_stack;
    LogText* m_text;
    EmptyState* m_empty;
    QPushButton* m_newLines; // above the text
    QLabel* m_status;
};

} // namespace muster::widgets
