// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_model.h"

#include "core/columns/node.h"
#include "core/proto/live_row.h"
#include "widgets/models/shown_columns.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::NodeRow> all(
        "muster::models::NodeModel", columns::nodeColumns(), columns::nodeOrder());
    return all;
}

} // namespace

NodeModel::NodeModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Agents, parent) { }

int NodeModel::columns() const {
    return shownColumns().count();
}

TableModel::Column NodeModel::column(int index) const {
    return shownColumns().head(index);
}

StateText NodeModel::stateOf(const v1::Agent& agent) {
    const bool ordered = agent.has_drain() || !agent.closed().empty();
    if (!proto::isLive(agent) || !ordered) {
        return agentState(agent);
    }
    auto state = stateText(words::wordsOf(agent));
    if (!agent.has_drain()) {
        state.sentence = text(agent.closed());
        return state;
    }
    const auto& drain = agent.drain();
    const auto since = clockText(drain.since_ms());
    state.sentence = drain.reason().empty()
        ? tr("Drained by %1 since %2").arg(text(drain.author()), since)
        : tr("Drained by %1 since %2: %3").arg(text(drain.author()), since, text(drain.reason()));
    return state;
}

TableModel::Cell NodeModel::cell(const std::string& key, int column) const {
    const auto* agent = state().agent(key);
    if (agent == nullptr) {
        return {};
    }
    return column == State ? stateCell(stateOf(*agent))
                           : shownColumns().cell(column, {*agent, state()});
}

KeySet NodeModel::alsoTouched(const Changes& changes) const {
    KeySet agents;
    for (const auto& uuid : changes.of(Kind::Gpus)) {
        if (const auto* gpu = state().gpu(uuid)) {
            agents.insert(gpu->agent_id());
        }
    }
    return agents;
}

} // namespace muster::models
