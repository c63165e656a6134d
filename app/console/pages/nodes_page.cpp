// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/nodes_page.h"

#include "app/console/pages/audit_feed.h"
#include "widgets/models/node_model.h"
#include "widgets/nodes/node_details.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"

namespace muster::console {

NodesPage::NodesPage(const models::ClusterState& state, Link& link, QWidget* parent)
    : ListPage(new models::NodeModel(state), QStringLiteral("nodes"),
        {QStringLiteral("nodes"), tr("No nodes have joined"),
            tr("On each host of the cluster run: muster-agentd agent --master=HOST:5050"), {}},
        parent),
      m_details(new widgets::NodeDetails(state, this)) {
    addBeside(m_details, Qt::Vertical, 2, 3);
    new AuditFeed(state, link, m_details->events());
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, m_details,
        &widgets::NodeDetails::setNode);
    connect(m_details, &widgets::NodeDetails::gpuChosen, this, &Page::gpuChosen);
}

bool NodesPage::choose(const QString& key) {
    return ListPage::choose(key) || list().table().selectName(key);
}

void NodesPage::setPreferences(const Preferences& preferences) {
    ListPage::setPreferences(preferences);
    m_details->setThresholds(preferences.thresholds);
}

} // namespace muster::console
