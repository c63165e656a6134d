// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/list_orders.h"

#include <QAction>

#include "app/console/orders/order_desk.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

ListOrders::ListOrders(widgets::ListPanel& list, models::Kind kind,
    const models::ClusterState& state, CommandRunner& commands)
    : QObject(&list), m_list(list), m_state(state), m_commands(commands) {
    auto& table = list.table();
    connect(&table, &widgets::ClusterTable::currentKeyChanged, this, &ListOrders::update);
    connect(&table.marks(), &widgets::RowMarks::changed, this, &ListOrders::update);
    connect(
        &state, &models::ClusterState::changed, this, [this, kind](const models::Changes& changes) {
            if (changes.everything || !changes.of(kind).empty()) {
                update();
            }
        });
    connect(&commands.mode(), &OperatorMode::changed, this, &ListOrders::update);
}

QAction* ListOrders::add(
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
QString ListOrders::whyNot(const Entry& entry, const QStringList& keys) const {
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

void ListOrders::update() {
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

void addNodeOrders(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* orders = new ListOrders(list, models::Kind::Agents, state, commands);
    orders->add(QStringLiteral("wrench"), ListOrders::tr("Drain…"),
        ListOrders::tr("Stop placing work on the selected nodes and end what runs there"),
        cannotDrain, drainNodes);
    orders->add(QStringLiteral("resume"), ListOrders::tr("Resume"),
        ListOrders::tr("Return the selected nodes to service"), cannotResume, resumeNodes);
}

QAction* addJobOrders(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* orders = new ListOrders(list, models::Kind::Jobs, state, commands);
    orders->add(QStringLiteral("hold"), ListOrders::tr("Hold…"),
        ListOrders::tr("Keep the selected jobs in the queue"), cannotHold, holdJobs);
    orders->add(QStringLiteral("resume"), ListOrders::tr("Release"),
        ListOrders::tr("Let the selected jobs start again"), cannotRelease, releaseJobs);
    return withDelete(list,
        orders->add(QStringLiteral("kill"), ListOrders::tr("Kill…"),
            ListOrders::tr("Kill the selected jobs"), cannotKillJob, killJobs));
}

QAction* addTaskOrders(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* orders = new ListOrders(list, models::Kind::Tasks, state, commands);
    return withDelete(list,
        orders->add(QStringLiteral("kill"), ListOrders::tr("Kill…"),
            ListOrders::tr("Kill the selected tasks"), cannotKillTask, killTasks));
}

void addGpuOrders(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* orders = new ListOrders(list, models::Kind::Gpus, state, commands);
    orders->add(QStringLiteral("lock"), ListOrders::tr("Restrict…"),
        ListOrders::tr("Stop placing work on the selected GPUs"), cannotRestrict, restrictGpus);
    orders->add(QStringLiteral("release"), ListOrders::tr("Release"),
        ListOrders::tr("Return the selected GPUs to service"), cannotReleaseGpu, releaseGpus);
}

void addOfferOrders(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands) {
    auto* orders = new ListOrders(list, models::Kind::Offers, state, commands);
    withDelete(list,
        orders->add(QStringLiteral("rescind"), ListOrders::tr("Rescind…"),
            ListOrders::tr("Rescind the selected offers"), cannotRescind, rescindOffers));
}

} // namespace muster::console
