// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_model.h"

#include <algorithm>

#include "core/proto/live_row.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

NodeModel::NodeModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Agents, parent) { }

TableModel::Column NodeModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Name:
        return {.title = tr("Node"), .keys = "node", .rank = Rank::Main};
    case State:
        return {.title = tr("State"), .keys = "state", .rank = Rank::Main};
    case GpusFree:
        return {.title = tr("GPUs free"),
            .keys = "free",
            .measure = Measure::Number,
            .rank = Rank::Main};
    case GpusTotal:
        return {
            .title = tr("GPUs"), .keys = "gpus", .measure = Measure::Number, .rank = Rank::Main};
    case CpusUsed:
        return {.title = tr("CPUs used / total"), .keys = "cpus", .measure = Measure::Thousandths};
    case MemUsed:
        return {.title = tr("Memory used / total"),
            .keys = "mem",
            .measure = Measure::MebibyteThousandths,
            .unit = QStringLiteral("MiB")};
    case Driver:
        return {.title = tr("Driver"), .keys = "driver"};
    case Cuda:
        return {.title = tr("CUDA"), .keys = "cuda"};
    case Attributes:
        return {.title = tr("Attributes"), .keys = "attributes"};
    case Since:
        return {.title = tr("Registered"), .keys = "registered age", .measure = Measure::Moment};
    case AgentId:
        return {.title = tr("Agent id"), .keys = "id agent", .rank = Rank::Extra};
    case kColumns:
        break;
    }
    return {};
}

int NodeModel::freeGpus(const v1::Agent& agent) const {
    if (!proto::isLive(agent)) {
        return 0;
    }
    return static_cast<int>(
        std::count_if(agent.gpus().begin(), agent.gpus().end(), [&](auto& uuid) {
            const auto* gpu = state().gpu(uuid);
            return gpu != nullptr && gpu->state() == wireName(GpuState::Free);
        }));
}

// A machine that is not there at all is told of first.
StateText NodeModel::stateOf(const v1::Agent& agent) {
    if (!proto::isLive(agent)) {
        return agentState(agent);
    }
    if (!agent.has_drain()) {
        return agent.closed().empty()
            ? agentState(agent)
            : StateText{tr("Closed"), text(agent.closed()), Mark::Restricted};
    }
    const auto& drain = agent.drain();
    const auto since = clockText(drain.since_ms());
    return {drain.done() ? tr("Drained") : tr("Draining"),
        drain.reason().empty() ? tr("Drained by %1 since %2").arg(text(drain.author()), since)
                               : tr("Drained by %1 since %2: %3")
                                     .arg(text(drain.author()), since, text(drain.reason())),
        Mark::Draining};
}

TableModel::Cell NodeModel::useCell(const v1::Agent& agent, int column) const {
    const auto* name = column == CpusUsed ? "cpus" : "mem";
    const auto total = resourcesOf(agent.resources()).total(name);
    if (!proto::isLive(agent)) {
        return numberCell(
            kUnknown, QStringLiteral("%1 / %2").arg(unknownText(), amountText(total)));
    }
    const auto used = resourcesOf(agent.used()).total(name);
    return numberCell(
        used.value, QStringLiteral("%1 / %2").arg(amountText(used), amountText(total)));
}

TableModel::Cell NodeModel::cell(const std::string& key, int column) const {
    const auto* agent = state().agent(key);
    if (agent == nullptr) {
        return {};
    }
    const auto orUnknown = [](const std::string& value) {
        return value.empty() ? unknownCell() : textCell(text(value));
    };
    switch (static_cast<Column>(column)) {
    case Name:
        return textCell(text(agent->hostname()), text(agent->id()));
    case State:
        return stateCell(stateOf(*agent));
    case GpusFree:
        return numberCell(freeGpus(*agent));
    case GpusTotal:
        return numberCell(agent->gpus_size());
    case CpusUsed:
    case MemUsed:
        return useCell(*agent, column);
    case Driver:
        return orUnknown(agent->driver_version());
    case Cuda:
        return orUnknown(agent->cuda_version());
    case Attributes:
        return textCell(text(agent->attributes()));
    case Since:
        return timeCell(agent->registered_ms());
    case AgentId:
        return textCell(text(agent->id()));
    case kColumns:
        break;
    }
    return {};
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
