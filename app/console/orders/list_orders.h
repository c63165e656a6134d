// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "app/console/orders/order.h"
#include "core/kernel/base/operator_command.h"
#include "widgets/models/cluster_state.h"

class QAction;

namespace muster::widgets {
class ListPanel;
}

namespace muster::console {

class OrderDesk;

// The orders of one list, as actions beside its filter and in its context menu: about the marked
// rows, or else the current one. An action is always there; outside of operator mode, and while
// nothing chosen fits, it is disabled and its tool tip says why.
class ListOrders : public QObject {
    Q_OBJECT
public:
    using Cannot = std::function<QString(const models::ClusterState& state, const QString& key)>;
    using Build = std::function<Order(const models::ClusterState& state, const QStringList& keys)>;

    // `kind`: what the rows are.
    ListOrders(widgets::ListPanel& list, models::Kind kind, const models::ClusterState& state,
        OrderDesk& desk);

    // With the words of the command's row.
    QAction* add(OperatorCommand command, const QString& icon, Cannot cannot, Build build);

private:
    struct Entry {
        QAction* action;
        QString help;
        Cannot cannot;
        Build build;
    };

    void update();
    QString whyNot(const Entry& entry, const QStringList& keys) const;

    widgets::ListPanel& m_list;
    const models::ClusterState& m_state;
    OrderDesk& m_desk;
    std::vector<Entry> m_entries;
};

// What operators order of each kind. Those of work give back Kill, for other places that show it.
void addNodeOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk);
QAction* addJobOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk);
QAction* addTaskOrders(
    widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk);
void addGpuOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk);
void addOfferOrders(widgets::ListPanel& list, const models::ClusterState& state, OrderDesk& desk);

} // namespace muster::console
