// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/list_orders.h"

#include <QAction>

#include "app/console/orders/order_desk.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

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

QAction* ListCommands::add(
    const QString& icon, const QString& words, const QString& help, Cannot cannot, Build build) {
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

} // namespace

void addNodeCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Agents, state, commands);
    actions->add(QStringLiteral("wrench"), ListCommands::tr("Drain…"),
        ListCommands::tr("Stop placing work on the selected nodes and end what runs there"),
        cannotDrain, drainNodes);
    actions->add(QStringLiteral("resume"), ListCommands::tr("Resume"),
        ListCommands::tr("Return the selected nodes to service"), cannotResume, resumeNodes);
}

QAction* addJobCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Jobs, state, commands);
    actions->add(QStringLiteral("hold"), ListCommands::tr("Hold…"),
        ListCommands::tr("Keep the selected jobs in the queue"), cannotHold, holdJobs);
    actions->add(QStringLiteral("resume"), ListCommands::tr("Release"),
        ListCommands::tr("Let the selected jobs start again"), cannotRelease, releaseJobs);
    return withDelete(list,
        actions->add(QStringLiteral("kill"), ListCommands::tr("Kill…"),
            ListCommands::tr("Kill the selected jobs"), cannotKillJob, killJobs));
}

QAction* addTaskCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Tasks, state, commands);
    return withDelete(list,
        actions->add(QStringLiteral("kill"), ListCommands::tr("Kill…"),
            ListCommands::tr("Kill the selected tasks"), cannotKillTask, killTasks));
}

void addGpuCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Gpus, state, commands);
    actions->add(QStringLiteral("lock"), ListCommands::tr("Restrict…"),
        ListCommands::tr("Stop placing work on the selected GPUs"), cannotRestrict, restrictGpus);
    actions->add(QStringLiteral("release"), ListCommands::tr("Release"),
        ListCommands::tr("Return the selected GPUs to service"), cannotReleaseGpu, releaseGpus);
}

void addOfferCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* actions = new ListCommands(list, models::Kind::Offers, state, commands);
    withDelete(list,
        actions->add(QStringLiteral("rescind"), ListCommands::tr("Rescind…"),
            ListCommands::tr("Rescind the selected offers"), cannotRescind, rescindOffers));
}

} // namespace muster::console
