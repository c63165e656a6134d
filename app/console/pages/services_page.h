// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/list_page.h"

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class ServiceDetails;
}

namespace muster::console {

class CommandRunner;

// Every service in one list; the chosen one with its instances below it.
class ServicesPage : public ListPage {
    Q_OBJECT
public:
    ServicesPage(
        const models::ClusterState& state, CommandRunner& commands, QWidget* parent = nullptr);

    widgets::ServiceDetails& details() { return *m_details; }

signals:
    void taskChosen(const QString& key);

private:
    widgets::ServiceDetails* m_details;
};

} // namespace muster::console
