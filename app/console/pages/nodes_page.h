// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/list_page.h"

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class NodeDetails;
}

namespace muster::console {

class Link;

// Every node in one list; the chosen one in full below it.
class NodesPage : public ListPage {
    Q_OBJECT
public:
    NodesPage(const models::ClusterState& state, Link& link, QWidget* parent = nullptr);

    widgets::NodeDetails& details() { return *m_details; }
    bool choose(const QString& key) override; // or a node's host name
    void setPreferences(const Preferences& preferences) override;

private:
    widgets::NodeDetails* m_details;
};

} // namespace muster::console
