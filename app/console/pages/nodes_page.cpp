// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/nodes_page.h"

#include <QDateTime>

#include "app/console/link/link.h"
#include "widgets/models/node_model.h"
#include "widgets/models/text.h"
#include "widgets/nodes/node_details.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

using models::text;

namespace {
constexpr int kSettleMs = 500;
constexpr std::uint32_t kMostEvents = 1000;
constexpr qint64 kEventSpanMs = 30 * 24 * 3'600'000LL;
} // namespace

NodesPage::NodesPage(const models::ClusterState& state, Link& link, QWidget* parent)
    : ListPage(new models::NodeModel(state), QStringLiteral("nodes"),
        {QStringLiteral("nodes"), tr("No agents have joined"),
            tr("On each machine of the cluster run: muster-agentd agent --master=HOST:5050"), {}},
        parent),
      m_link(link), m_details(new widgets::NodeDetails(state, this)) {
    addBeside(m_details, Qt::Vertical, 2, 3);
    m_asking.setSingleShot(true);
    m_asking.setInterval(kSettleMs);
    connect(&m_asking, &QTimer::timeout, this, &NodesPage::askForEvents);
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, m_details,
        &widgets::NodeDetails::setNode);
    connect(m_details, &widgets::NodeDetails::gpuChosen, this, &Page::gpuChosen);
    connect(m_details, &widgets::NodeDetails::eventsWanted, this, [this] {
        if (!m_asking.isActive()) {
            m_asking.start();
        }
    });
}

void NodesPage::askForEvents() {
    v1::Request request;
    auto& query = *request.mutable_query_audit();
    query.set_from_ms(QDateTime::currentMSecsSinceEpoch() - kEventSpanMs);
    query.set_limit(kMostEvents);
    m_link.request(request, [this, node = m_details->node()](const v1::Reply& reply) {
        if (reply.has_audit()) {
            const bool cut = reply.audit().rows_size() == static_cast<int>(kMostEvents);
            m_details->setAudit(reply.audit(), node, cut);
        } else {
            m_details->setAuditProblem(text(reply.error().message()));
        }
    });
}

} // namespace muster::console
