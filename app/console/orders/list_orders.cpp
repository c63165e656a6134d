// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/list_orders.h"

#include <QAction>
#include <QCoreApplication>

#include "app/console/orders/order_desk.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

namespace {

QString translated(std::string_view words) {
    return QCoreApplication::translate("muster::console::ListOrders", std::string(words).c_str());
}

} // namespace

ListOrders::ListOrders(
    widgets::ListPanel& list, models::Kind kind, const models::ClusterState& state, OrderDesk& desk)
    : QObject(&list), m_list(list), m_state(state), m_desk(desk) {
    auto& table = list.table();
    connect(&table, &widgets::ClusterTable::currentKeyChanged, this, &ListOrders::update);
    connect(&table.marks(), &widgets::RowMarks::changed, this, &ListOrders::update);
    connect(
        &state, &models::ClusterState::changed, this, [this, kind](const models::Changes& changes) {
            if (changes.everything || !changes.of(kind).empty()) {
                update();
            }
        });
    connect(&desk.mode(), &OperatorMode::changed, this, &ListOrders::update);
}

QAction* ListOrders::add(OperatorCommand command, const QString& icon, Cannot cannot, Build build) {
    const auto& row = info(command);
    auto* action = new QAction(translated(row.entry), this);
    action->setIcon(widgets::icon(icon, QPalette::ButtonText));
    m_list.addAction(action);
    m_entries.push_back({action, translated(row.tip), std::move(cannot), std::move(build)});
    connect(action, &QAction::triggered, this, [this, index = m_entries.size() - 1] {
        m_desk.give(m_entries[index].build(m_state, m_list.table().chosenKeys()));
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
        const auto why = m_desk.mode().isOn() ? whyNot(entry, keys) : m_desk.mode().howToSwitchOn();
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

void addNodeOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk) {
    auto* orders = new ListOrders(list, models::Kind::Agents, state, desk);
    orders->add(OperatorCommand::DrainNode, QStringLiteral("wrench"), cannotDrain, drainNodes);
    orders->add(OperatorCommand::ResumeNode, QStringLiteral("resume"), cannotResume, resumeNodes);
}

QAction* addJobOrders(
    widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk) {
    auto* orders = new ListOrders(list, models::Kind::Jobs, state, desk);
    orders->add(OperatorCommand::HoldJob, QStringLiteral("hold"), cannotHold, holdJobs);
    orders->add(OperatorCommand::ReleaseJob, QStringLiteral("resume"), cannotRelease, releaseJobs);
    return withDelete(list,
        orders->add(OperatorCommand::KillJob, QStringLiteral("kill"), cannotKillJob, killJobs));
}

QAction* addTaskOrders(
    widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk) {
    auto* orders = new ListOrders(list, models::Kind::Tasks, state, desk);
    return withDelete(list,
        orders->add(OperatorCommand::KillTask, QStringLiteral("kill"), cannotKillTask, killTasks));
}

void addGpuOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk) {
    auto* orders = new ListOrders(list, models::Kind::Gpus, state, desk);
    orders->add(OperatorCommand::RestrictGpu, QStringLiteral("lock"), cannotRestrict, restrictGpus);
    orders->add(
        OperatorCommand::ReleaseGpu, QStringLiteral("release"), cannotReleaseGpu, releaseGpus);
}

void addOfferOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk) {
    auto* orders = new ListOrders(list, models::Kind::Offers, state, desk);
    withDelete(list,
        orders->add(OperatorCommand::RescindOffer, QStringLiteral("rescind"), cannotRescind,
            rescindOffers));
}

} // namespace muster::console
