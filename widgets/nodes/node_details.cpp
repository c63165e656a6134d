// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/node_details.h"

#include <algorithm>
#include <map>

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/proto/live_row.h"
#include "widgets/models/mark.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"
#include "widgets/nodes/topology_view.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"

namespace muster::widgets {

using models::Kind;
using models::text;

namespace {

QString orUnknown(const std::string& value) {
    return value.empty() ? models::unknownText() : text(value);
}

} // namespace

NodeDetails::NodeDetails(const models::ClusterState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_gpus(state), m_tasks(state), m_topology(state),
      m_title(new QLabel(this)), m_tabs(new QTabWidget(this)),
      m_events(new EventList(
          state, QStringLiteral("node_events"), tr("No events for this node"), this)) {
    auto font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_title->setFont(font);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    buildTabs();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_tabs, 1);
    connect(&m_state, &models::ClusterState::changed, this, &NodeDetails::onChanged);
    setNode({});
}

void NodeDetails::buildTabs() {
    m_tabs->setAccessibleName(tr("Details of the node"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false); // a bright line in the dark theme
    auto* gpus = new ClusterTable(&m_gpus, QStringLiteral("node_gpus"), this);
    gpus->setAccessibleName(tr("GPUs of the node"));
    gpus->setColumnHidden(models::GpuModel::Node, true);
    connect(gpus, &ClusterTable::keyActivated, this, &NodeDetails::gpuChosen);
    auto* tasks = new ClusterTable(&m_tasks, QStringLiteral("node_tasks"), this);
    tasks->setAccessibleName(tr("Tasks on the node"));
    tasks->setColumnHidden(models::TaskModel::Node, true);
    auto* topology = new TopologyView(m_topology, this);
    connect(topology, &TopologyView::gpuChosen, this, &NodeDetails::gpuChosen);
    m_tabs->addTab(withSentence(gpus, tr("This node has no GPUs")), tr("GPUs"));
    m_tabs->addTab(withSentence(tasks, tr("No tasks on this node")), tr("Tasks"));
    m_tabs->addTab(topology, tr("Topology"));
    m_events->table().setAccessibleName(tr("Events of the node"));
    m_tabs->addTab(m_events, tr("Events"));
    m_tabs->addTab(buildFacts(), tr("Facts"));
}

QWidget* NodeDetails::withSentence(ClusterTable* table, const QString& sentence) {
    auto* none = new QLabel(sentence, this);
    none->setAlignment(Qt::AlignCenter);
    auto* stack = new QStackedWidget(this);
    stack->addWidget(none);
    stack->addWidget(table);
    const auto* shown = table->model();
    const auto update = [stack, shown] { stack->setCurrentIndex(shown->rowCount() > 0 ? 1 : 0); };
    connect(shown, &QAbstractItemModel::rowsInserted, stack, update);
    connect(shown, &QAbstractItemModel::rowsRemoved, stack, update);
    connect(shown, &QAbstractItemModel::modelReset, stack, update);
    update();
    return stack;
}

QLabel* NodeDetails::addFact(QFormLayout* form, const QString& name) {
    auto* value = new QLabel(form->parentWidget());
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setAccessibleName(name);
    form->addRow(tr("%1:").arg(name), value);
    return value;
}

QWidget* NodeDetails::buildFacts() {
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_facts = {addFact(form, tr("Name")), addFact(form, tr("Agent id")), addFact(form, tr("State")),
        addFact(form, tr("Drained by")), addFact(form, tr("GPUs")), addFact(form, tr("Driver")),
        addFact(form, tr("CUDA")), addFact(form, tr("Attributes")), addFact(form, tr("Resources")),
        addFact(form, tr("Used")), addFact(form, tr("Offered")), addFact(form, tr("Joined"))};
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

QString NodeDetails::node() const {
    return text(m_node);
}

void NodeDetails::setNode(const QString& agentId) {
    m_node = agentId.toStdString();
    setVisible(!m_node.empty());
    m_gpus.setNode(m_node);
    m_tasks.setNode(m_node);
    m_topology.setNode(m_node);
    m_events->model().setScope({models::AuditScope::Of::Node, m_node});
    showHead();
}

void NodeDetails::showTab(Tab tab) {
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

void NodeDetails::onChanged(const models::Changes& changes) {
    if (m_node.empty()) {
        return;
    }
    const auto* agent = m_state.agent(m_node);
    const auto& gpus = changes.of(Kind::Gpus);
    const bool touched = changes.everything || changes.of(Kind::Agents).contains(m_node)
        || (agent != nullptr
            && std::any_of(agent->gpus().begin(), agent->gpus().end(),
                [&](const auto& uuid) { return gpus.contains(uuid); }));
    if (touched) {
        showHead();
    }
}

void NodeDetails::showHead() {
    const auto* agent = m_state.agent(m_node);
    if (agent == nullptr) {
        m_title->setText(m_node.empty() ? QString() : tr("The node no longer exists"));
        return;
    }
    m_title->setText(tr("%1: %2").arg(text(agent->hostname()), models::agentState(*agent).word));
    m_tabs->setTabText(static_cast<int>(Tab::Gpus), tr("GPUs (%1)").arg(m_gpus.rowCount()));
    m_tabs->setTabText(static_cast<int>(Tab::Tasks), tr("Tasks (%1)").arg(m_tasks.rowCount()));
    showFacts(*agent);
}

QString NodeDetails::boardsText(const v1::Agent& agent) const {
    std::map<QString, int> models;
    for (const auto& uuid : agent.gpus()) {
        const auto* gpu = m_state.gpu(uuid);
        ++models[gpu == nullptr ? models::unknownText() : orUnknown(gpu->model())];
    }
    QStringList parts;
    for (const auto& [model, count] : models) {
        parts << tr("%1 × %2").arg(count).arg(model);
    }
    return parts.isEmpty() ? tr("none") : parts.join(QStringLiteral(", "));
}

void NodeDetails::showFacts(const v1::Agent& agent) {
    const auto state = models::agentState(agent);
    const auto& drain = agent.drain();
    m_facts.name->setText(text(agent.hostname()));
    m_facts.id->setText(text(agent.id()));
    m_facts.state->setText(
        state.sentence.isEmpty() ? state.word : tr("%1: %2").arg(state.word, state.sentence));
    m_facts.drain->setText(agent.has_drain()
            ? tr("%1 since %2: %3")
                  .arg(orUnknown(drain.author()), models::clockText(drain.since_ms()),
                      orUnknown(drain.reason()))
            : tr("nobody"));
    m_facts.boards->setText(boardsText(agent));
    m_facts.driver->setText(orUnknown(agent.driver_version()));
    m_facts.cuda->setText(orUnknown(agent.cuda_version()));
    const auto attributes = attributesText(proto::ofRow(agent.attributes()));
    m_facts.attributes->setText(attributes.empty() ? tr("none") : text(attributes));
    m_facts.resources->setText(models::bundleText(agent.resources()));
    const auto now = [&](const v1::Resources& resources) {
        const auto words = models::bundleText(resources);
        return !proto::isLive(agent) ? models::unknownText()
            : words.isEmpty()        ? tr("nothing")
                                     : words;
    };
    m_facts.used->setText(now(agent.used()));
    m_facts.offered->setText(now(agent.offered()));
    m_facts.joined->setText(models::clockText(agent.registered_ms()));
    m_facts.joined->setToolTip(models::isoText(agent.registered_ms()));
}

} // namespace muster::widgets
