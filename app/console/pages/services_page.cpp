// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/services_page.h"

#include "app/console/commands/list_commands.h"
#include "widgets/models/service_model.h"
#include "widgets/services/service_details.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

ServicesPage::ServicesPage(
    const models::ClusterState& state, CommandRunner& commands, QWidget* parent)
    : ListPage(new models::ServiceModel(state), QStringLiteral("services"),
        {QStringLiteral("refresh"), tr("No services"),
            tr("Create one on the web page of the master, or run: muster services create"), {}},
        parent),
      m_details(new widgets::ServiceDetails(state, this)) {
    addBeside(m_details, Qt::Vertical, 2, 3);
    addServiceCommands(list(), state, commands);
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, m_details,
        &widgets::ServiceDetails::setService);
    connect(&m_details->instances().table(), &widgets::ClusterTable::copied, this,
        [this](const QString& words) { emit notice(words, true); });
    connect(m_details, &widgets::ServiceDetails::taskChosen, this, &ServicesPage::taskChosen);
}

} // namespace muster::console
