// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_types.h"

#include <map>

#include "core/proto/resources.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::models {

std::vector<GpuType> gpuTypes(const ClusterState& state) {
    std::map<std::string, std::string> typeOf; // by agent
    std::map<std::string, GpuType> types;
    for (const auto& [id, agent] : state.agents()) {
        for (const auto& attribute : proto::ofRow(agent.attributes())) {
            if (attribute.name == "gpu") {
                typeOf[id] = attribute.valueText();
                types[attribute.valueText()].name = text(attribute.valueText());
            }
        }
    }
    for (const auto& [uuid, gpu] : state.gpus()) {
        if (const auto type = typeOf.find(gpu.agent_id()); type != typeOf.end()) {
            auto& row = types[type->second];
            ++row.all;
            row.free += gpu.state() == v1::Gpu::FREE ? 1 : 0;
        }
    }
    std::vector<GpuType> out;
    for (auto& [name, type] : types) {
        out.push_back(std::move(type));
    }
    return out;
}

} // namespace muster::models
