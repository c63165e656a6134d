// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_model.h"

#include <algorithm>

#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

NodeModel::NodeModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Agents, parent) { }

TableModel::Column NodeModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Name:
        return {tr("Node")};
    case State:
        return {tr("State")};
    case GpusFree:
        return {tr("GPUs free"), {}, true};
    case GpusTotal:
        return {tr("GPUs"), {}, true};
    case CpusUsed:
        return {tr("CPUs used / total"), {}, true};
    case MemUsed:
        return {tr("Memory used / total"), QStringLiteral("MiB"), true};
    case Driver:
        return {tr("Driver")};
    case Cuda:
        return {tr("CUDA")};
    case Attributes:
        return {tr("Attributes")};
    case Since:
        return {tr("Registered")};
    case AgentId:
        return {tr("Agent id"), {}, false, true};
    case kColumns:
        break;
    }
    return {};
}

int NodeModel::freeGpus(const v1::Agent& agent) const {
    return static_cast<int>(
        std::count_if(agent.gpus().begin(), agent.gpus().end(), [&](auto& uuid) {
            const auto* gpu = state().gpu(uuid);
            return gpu != nullptr && gpu->state() == wireName(GpuState::Free);
        }));
}

TableModel::Cell NodeModel::useCell(const v1::Agent& agent, int column) const {
    const auto* name = column == CpusUsed ? "cpus" : "mem";
    const auto used = resourcesOf(agent.used()).total(name);
    const auto total = resourcesOf(agent.resources()).total(name);
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
        return stateCell(agentState(agent->state()));
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
