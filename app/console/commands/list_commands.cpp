// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/list_commands.h"

#include <QAction>
#include <QCoreApplication>

#include "app/console/commands/command_runner.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

namespace {

QString translated(std::string_view words) {
    return QCoreApplication::translate("muster::console::ListCommands", std::string(words).c_str());
}

} // namespace

ListCommands::ListCommands(widgets::ListPanel& list, models::Kind kind,
    const models::ClusterState& state, CommandRunner& commands)
    : QObject(&list), m_list(list), m_state(state), m_commands(commands) {
    auto& table = list.table();
    connect(&table, &widgets::ClusterTable::currentKeyChanged, this, &ListCommands::update);
    connect(&table.marks(), &widgets::RowMarks::changed, this, &ListCommands::update);
    connect(
        &state, &models::ClusterState::changed, this, [this, kind](const models::Changes& changes) {
            if (changes.everything || !changes.of(kind).empty()) {
                update();
            }
        });
    connect(&commands.mode(), &OperatorMode::changed, this, &ListCommands::update);
}

QAction* ListCommands::add(CommandKind kind, const QString& icon, Cannot cannot, Build build) {
    const auto& row = info(kind);
    return add(
        translated(row.entry), translated(row.tip), icon, std::move(cannot), std::move(build));
}

QAction* ListCommands::add(
    const QString& words, const QString& help, const QString& icon, Cannot cannot, Build build) {
    auto* action = new QAction(words, this);
    action->setIcon(widgets::icon(icon, QPalette::ButtonText));
    m_list.addAction(action);
    m_entries.push_back({action, help, std::move(cannot), std::move(build)});
    connect(action, &QAction::triggered, this, [this, index = m_entries.size() - 1] {
        m_commands.give(m_entries[index].build(m_state, m_list.table().chosenKeys()));
    });
    update();
    return action;
}

// Empty: it can be given about one of them at least.
QString ListCommands::whyNot(const Entry& entry, const QStringList& keys) const {
    QString first;
    for (const auto& key : keys.isEmpty() ? QStringList{QString()} : keys) {
        const auto why = entry.cannot(m_state, key);
        if (why.isEmpty()) {
            return {};
        }
        first = first.isEmpty() ? why : first;
    }
    return first;
}

void ListCommands::update() {
    const auto keys = m_list.table().chosenKeys();
    for (const auto& entry : m_entries) {
        const auto why
            = m_commands.mode().isOn() ? whyNot(entry, keys) : m_commands.mode().howToSwitchOn();
        entry.action->setEnabled(why.isEmpty());
        entry.action->setToolTip(why.isEmpty() ? entry.help : why);
    }
}

namespace {

// Where the list has the focus; it only opens the dialog.
QAction* withDelete(widgets::ListPanel& list, QAction* action) {
    action->setShortcut(QKeySequence(Qt::Key_Delete));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    static_cast<QWidget&>(list).addAction(action);
    return action;
}

// How lists show the commands that have an entry in menus, in the order of their table.
struct Shown {
    CommandKind command;
    const char* icon;
    QString (*cannot)(const models::ClusterState& state, const QString& key);
    OperatorCommand (*build)(const models::ClusterState& state, const QStringList& keys);
};

constexpr Shown kShown[] = {
    {CommandKind::DrainNode, "wrench", cannotDrain, drainNodes},
    {CommandKind::ResumeNode, "resume", cannotResume, resumeNodes},
    {CommandKind::RestrictGpu, "lock", cannotRestrict, restrictGpus},
    {CommandKind::ReleaseGpu, "release", cannotReleaseGpu, releaseGpus},
    {CommandKind::HoldJob, "hold", cannotHold, holdJobs},
    {CommandKind::ReleaseJob, "resume", cannotRelease, releaseJobs},
    {CommandKind::KillJob, "kill", cannotKillJob, killJobs},
    {CommandKind::KillTask, "kill", cannotKillTask, killTasks},
    {CommandKind::RescindOffer, "rescind", cannotRescind, rescindOffers},
};

// Of the commands about such objects; the last is returned.
QAction* addCommands(widgets::ListPanel& list, models::Kind kind, OperatorCommandInfo::Object about,
    const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, kind, state, commands);
    QAction* last = nullptr;
    for (const auto& [command, icon, cannot, build] : kShown) {
        if (info(command).object == about) {
            last = actions->add(command, QString::fromLatin1(icon), cannot, build);
        }
    }
    return last;
}

} // namespace

using Object = OperatorCommandInfo::Object;

void addNodeCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    addCommands(list, models::Kind::Agents, Object::Node, state, commands);
}

QAction* addJobCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    return withDelete(list, addCommands(list, models::Kind::Jobs, Object::Job, state, commands));
}

QAction* addTaskCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    return withDelete(list, addCommands(list, models::Kind::Tasks, Object::Task, state, commands));
}

void addGpuCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    addCommands(list, models::Kind::Gpus, Object::Gpu, state, commands);
}

void addOfferCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    withDelete(list, addCommands(list, models::Kind::Offers, Object::Offer, state, commands));
}

void addServiceCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Services, state, commands);
    actions->add(ListCommands::tr("Scale…"),
        ListCommands::tr("Change the number of instances of the selected service"),
        QStringLiteral("wrench"), cannotChangeService, scaleServices);
    actions->add(ListCommands::tr("Restart"),
        ListCommands::tr("Replace all instances of the selected service by new ones"),
        QStringLiteral("refresh"), cannotChangeService, restartServices);
    actions->add(ListCommands::tr("Roll back"),
        ListCommands::tr("Cancel the deployment of the selected service and undo its changes"),
        QStringLiteral("rescind"), cannotRollBack, rollBackDeployments);
    withDelete(list,
        actions->add(ListCommands::tr("Delete…"),
            ListCommands::tr("Delete the selected service and kill its instances"),
            QStringLiteral("kill"), cannotChangeService, deleteServices));
}

void addScheduleCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Schedules, state, commands);
    actions->add(ListCommands::tr("Run now"),
        ListCommands::tr("Start a run of the selected schedule at once"), QStringLiteral("submit"),
        cannotRunSchedule, runSchedules);
    actions->add(ListCommands::tr("Pause"),
        ListCommands::tr("Start no run of the selected schedule until it is resumed"),
        QStringLiteral("hold"), cannotPauseSchedule, pauseSchedules);
    actions->add(ListCommands::tr("Resume"),
        ListCommands::tr("Let the selected schedule start runs again"), QStringLiteral("resume"),
        cannotResumeSchedule, resumeSchedules);
    withDelete(list,
        actions->add(ListCommands::tr("Delete…"),
            ListCommands::tr("Delete the selected schedule and kill its runs"),
            QStringLiteral("kill"), cannotRunSchedule, deleteSchedules));
}

} // namespace muster::console
