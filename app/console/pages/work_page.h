// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "app/console/pages/list_page.h"
#include "core/proto/muster/v1/view.pb.h"
#include "widgets/models/cluster_state.h"

class QSettings;
class QStackedWidget;

namespace muster::widgets {
class ExplainPanel;
class LogViewer;
struct LogTask;
} // namespace muster::widgets

namespace muster::console {

class EndedFeed;
class ExplainFeed;
class Link;
class LogMemory;
class CommandRunner;
class SpecActions;

// What the jobs page and the tasks page share: a list of work, below it the log of the chosen one
// or why it waits. What ended before the time that the master remembers is loaded on demand, or
// when somebody scrolls to the end.
class WorkPage : public ListPage {
    Q_OBJECT
public:
    void focusLog(); // of the chosen one, where it has one
    void loadOlder(); // what ended earlier

    widgets::LogViewer& log() { return *m_log; }
    widgets::ExplainPanel& explanation() { return *m_explanation; }

protected:
    // What the page does with a row. Each is asked with the row's key.
    struct Row {
        QString name; // "Job job-7 (train)"
        std::vector<widgets::LogTask> tasks; // whose logs to show; empty: there is none yet
        const v1::Task* last = nullptr; // the newest of them: why it ended stands above the log
        QString waiting; // the job's id while it waits: why is shown in place of a log
    };
    using Describe = std::function<Row(const std::string& key)>;

    WorkPage(models::ClusterState& state, Link& link, QSettings& settings, models::Kind kind,
        QAbstractItemModel* model, const QString& name, widgets::ListPanel::Empty empty,
        Describe describe, QWidget* parent);
    void showEvent(QShowEvent* event) override;

private:
    void buildLog(const models::ClusterState& state, Link& link);
    void buildOlder();
    void showChosen();

    Describe m_describe;
    QStackedWidget* m_below;
    widgets::LogViewer* m_log;
    LogMemory* m_memory;
    widgets::ExplainPanel* m_explanation;
    ExplainFeed* m_explainer;
    EndedFeed* m_ended;
};

// Jobs of the built-in scheduler, with the reason why a queued one waits.
class JobsPage : public WorkPage {
    Q_OBJECT
public:
    JobsPage(models::ClusterState& state, Link& link, QSettings& settings, CommandRunner& commands,
        QWidget* parent = nullptr);

    SpecActions& specs() { return *m_specs; }
    void kill(const QString& id); // opens the question

private:
    SpecActions* m_specs;
    const models::ClusterState& m_state;
    CommandRunner& m_commands;
};

// Tasks of all frameworks.
class TasksPage : public WorkPage {
    Q_OBJECT
public:
    TasksPage(models::ClusterState& state, Link& link, QSettings& settings, CommandRunner& commands,
        QWidget* parent = nullptr);

    bool choose(const QString& key) override; // or a task's id, which has no framework before it
};

} // namespace muster::console
