// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/roles.h"

#include "agentd/master/api/operator_models.h"
#include "agentd/master/api/resource_form.h"

namespace muster::agentd::api {

std::map<std::string, RoleFacts> rolesOf(const Control& control) {
    std::map<std::string, RoleFacts> out;
    for (const auto* framework : control.master().frameworks()) {
        for (const auto& role : framework->info.roles) {
            out[role].frameworks.push_back(framework->info.id);
        }
        for (const auto& [role, resources] : framework->used.byRole()) {
            out[role].allocated += resources;
        }
    }
    for (const auto& [role, weight] : control.master().weights()) {
        out[role].weight = weight.toDouble();
    }
    for (const auto& offer : control.master().offers()) {
        out[offer->role].offered += offer->resources;
    }
    for (const auto& view : control.master().roles()) {
        auto& facts = out[view.name];
        facts.reserved = view.reserved;
        facts.consumed = view.consumed;
        facts.quota = view.quota;
    }
    return out;
}

void roleRow(const std::string& name, const RoleFacts& facts, mesos::v1::Role& out) {
    out.set_name(name);
    out.set_weight(facts.weight);
    for (const auto& framework : facts.frameworks) {
        out.add_frameworks()->set_value(framework.value);
    }
    appendResources(facts.allocated + facts.offered, {.role = true, .allocatedTo = &name},
        *out.mutable_resources());
}

} // namespace muster::agentd::api
