// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/work_page.h"

#include <QAction>
#include <QScrollBar>
#include <QStackedWidget>

#include "app/console/commands/command_runner.h"
#include "app/console/commands/list_commands.h"
#include "app/console/link/link.h"
#include "app/console/pages/ended_feed.h"
#include "app/console/pages/explain_feed.h"
#include "app/console/pages/log_feed.h"
#include "app/console/pages/log_memory.h"
#include "app/console/pages/spec_actions.h"
#include "core/proto/job.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/failure_card.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/job_model.h"
#include "widgets/models/mark.h"
#include "widgets/models/task_model.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

using models::text;

WorkPage::WorkPage(models::ClusterState& state, Link& link, QSettings& settings, models::Kind kind,
    QAbstractItemModel* model, const QString& name, widgets::ListPanel::Empty empty,
    Describe describe, QWidget* parent)
    : ListPage(model, name, std::move(empty), parent), m_describe(std::move(describe)),
      m_below(new QStackedWidget(this)), m_log(new widgets::LogViewer(m_below)),
      m_memory(new LogMemory(settings, *m_log)), m_explanation(new widgets::ExplainPanel(m_below)),
      m_explainer(new ExplainFeed(link, *m_explanation)),
      m_ended(new EndedFeed(state, link, kind, this)) {
    m_below->addWidget(m_log);
    m_below->addWidget(m_explanation);
    addBeside(m_below, Qt::Vertical, 3, 2);
    buildLog(state, link);
    buildOlder();
    connect(
        &list().table(), &widgets::ClusterTable::currentKeyChanged, this, &WorkPage::showChosen);
    connect(&list(), &widgets::ListPanel::emptyButtonClicked, this, &Page::submitWanted);
    connect(&state, &models::ClusterState::changed, this, &WorkPage::showChosen);
    showChosen();
}

void WorkPage::buildLog(const models::ClusterState& state, Link& link) {
    new LogFeed(state, link, *m_log);
    auto* focus = new QAction(tr("Log"), this);
    focus->setShortcut(QKeySequence(Qt::Key_L));
    focus->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    list().table().addAction(focus);
    connect(focus, &QAction::triggered, this, &WorkPage::focusLog);
    connect(&list().table(), &widgets::ClusterTable::keyActivated, this, &WorkPage::focusLog);
    connect(m_log, &widgets::LogViewer::left, &list().table(), qOverload<>(&QWidget::setFocus));
    connect(m_memory, &LogMemory::saved, this, &Page::notice);
}

void WorkPage::buildOlder() {
    auto* older = new QAction(tr("Load what ended earlier"), this);
    older->setShortcut(QKeySequence(Qt::Key_B));
    older->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    list().addMenuAction(older);
    connect(older, &QAction::triggered, this, &WorkPage::loadOlder);
    const auto* bar = list().table().verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, m_ended, [this, bar](int value) {
        if (value == bar->maximum() && value > 0) {
            m_ended->loadOlder();
        }
    });
    connect(m_ended, &EndedFeed::loaded, this, [this](int rows) {
        emit notice(rows > 0 ? tr("Loaded from further back: %1").arg(rows)
                             : tr("The master keeps nothing that ended earlier"),
            true);
    });
    connect(m_ended, &EndedFeed::failed, this, [this](const QString& why) {
        emit notice(tr("Cannot load what ended earlier: %1").arg(why), false);
    });
}

void WorkPage::loadOlder() {
    if (m_ended->hasOlder()) {
        m_ended->loadOlder();
    } else {
        emit notice(tr("The master keeps nothing that ended earlier"), true);
    }
}

// The other page's log may have been set up anew.
void WorkPage::showEvent(QShowEvent* event) {
    m_memory->restore();
    ListPage::showEvent(event);
}

void WorkPage::focusLog() {
    if (m_log->isVisible()) {
        m_log->lines().setFocus(Qt::ShortcutFocusReason);
    }
}

void WorkPage::showChosen() {
    const auto key = list().table().currentKey();
    const auto row = key.isEmpty() ? Row() : m_describe(key.toStdString());
    m_below->setVisible(!key.isEmpty());
    m_below->setCurrentWidget(row.waiting.isEmpty() ? static_cast<QWidget*>(m_log) : m_explanation);
    m_explanation->setTitle(tr("Why %1 is pending").arg(row.name));
    m_explainer->follow(row.waiting);
    m_log->setSubject(key,
        row.tasks.empty() ? tr("%1 has not run yet").arg(row.name) : tr("Log of %1").arg(row.name),
        row.tasks);
    m_log->failure().setFailure(
        row.last == nullptr ? QString() : tr("Why %1 ended").arg(text(row.last->id())),
        row.last == nullptr ? models::FailureText() : models::failureText(*row.last));
}

JobsPage::JobsPage(models::ClusterState& state, Link& link, QSettings& settings,
    CommandRunner& commands, QWidget* parent)
    : WorkPage(
        state, link, settings, models::Kind::Jobs, new models::JobModel(state),
        QStringLiteral("jobs"),
        {QStringLiteral("jobs"), tr("No jobs"), tr("No job has been submitted yet"),
            tr("Submit a job")},
        [&state](const std::string& key) {
            Row row;
            const auto found = state.jobs().find(key);
            if (found == state.jobs().end()) {
                return row;
            }
            const auto& job = found->second;
            row.name = tr("%1 (%2)").arg(text(job.id()), text(job.name()));
            if (proto::isWaiting(job)) {
                row.waiting = text(key);
            }
            for (const auto* task : models::attemptsOf(state, job)) {
                row.tasks.push_back(
                    {text(models::taskKey(task->framework_id(), task->id())), text(task->id())});
                row.last = task;
            }
            return row;
        },
        parent),
      m_specs(new SpecActions(link, list())), m_state(state), m_commands(commands) {
    connect(m_specs, &SpecActions::failed, this,
        [this](const QString& words) { emit notice(words, false); });
    list().table().setDefaultSort({{models::JobModel::State, Qt::AscendingOrder},
        {models::JobModel::Submitted, Qt::DescendingOrder}}); // live ones first, the newest on top
    log().addAction(addJobCommands(list(), state, commands));
}

void JobsPage::kill(const QString& id) {
    m_commands.give(killJobs(m_state, {id}));
}

TasksPage::TasksPage(models::ClusterState& state, Link& link, QSettings& settings,
    CommandRunner& commands, QWidget* parent)
    : WorkPage(
        state, link, settings, models::Kind::Tasks, new models::TaskModel(state),
        QStringLiteral("tasks"),
        {QStringLiteral("tasks"), tr("No tasks"), tr("No framework has launched a task yet"),
            tr("Submit a job")},
        [&state](const std::string& key) {
            Row row;
            const auto found = state.tasks().find(key);
            if (found == state.tasks().end()) {
                return row;
            }
            const auto& task = found->second;
            row.name = tr("task %1").arg(text(task.id()));
            row.tasks.push_back({text(key), text(task.id())});
            row.last = &task;
            return row;
        },
        parent) {
    log().addAction(addTaskCommands(list(), state, commands));
}

bool TasksPage::choose(const QString& key) {
    return ListPage::choose(key) || list().table().selectName(key);
}

} // namespace muster::console
