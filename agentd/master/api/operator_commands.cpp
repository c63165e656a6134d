// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_commands.h"

namespace muster::agentd::api {
namespace {

using Call = mesos::v1::master::Call;
using Action = Acls::Action;

} // namespace

std::vector<Permission> permissionsFor(const Call& call, const Control& control) {
    std::vector<Permission> out;
    switch (call.type()) {
    case Call::GET_FLAGS:
        return {{Action::ViewFlags, {}}};
    case Call::SET_LOGGING_LEVEL:
        return {{Action::SetLogLevel, {}}};
    case Call::LIST_FILES:
        return {{Action::AccessMesosLogs, {}}};
    case Call::READ_FILE:
        return {{Action::AccessMesosLogs, {}}};
    case Call::UPDATE_WEIGHTS:
        for (const auto& weight : call.update_weights().weight_infos()) {
            out.push_back({Action::UpdateWeights, weight.role()});
        }
        return out;
    case Call::UPDATE_QUOTA:
        for (const auto& quota : call.update_quota().quota_configs()) {
            out.push_back({Action::UpdateQuotas, quota.role()});
        }
        return out;
    case Call::SET_QUOTA:
        return {{Action::UpdateQuotas, call.set_quota().quota_request().role()}};
    case Call::REMOVE_QUOTA:
        return {{Action::UpdateQuotas, call.remove_quota().role()}};
    case Call::RESERVE_RESOURCES:
        return {{Action::ReserveResources, {}}};
    case Call::UNRESERVE_RESOURCES:
        return {{Action::UnreserveResources, {}}};
    case Call::UPDATE_MAINTENANCE_SCHEDULE:
        return {{Action::UpdateMaintenanceSchedules, {}}};
    case Call::GET_MAINTENANCE_SCHEDULE:
        return {{Action::GetMaintenanceSchedules, {}}};
    case Call::GET_MAINTENANCE_STATUS:
        return {{Action::GetMaintenanceStatuses, {}}};
    case Call::START_MAINTENANCE:
        return {{Action::StartMaintenances, {}}};
    case Call::STOP_MAINTENANCE:
        return {{Action::StopMaintenances, {}}};
    case Call::DRAIN_AGENT:
        return {{Action::DrainAgents, {}}};
    case Call::DEACTIVATE_AGENT:
        return {{Action::DeactivateAgents, {}}};
    case Call::REACTIVATE_AGENT:
        return {{Action::ReactivateAgents, {}}};
    case Call::MARK_AGENT_GONE:
        return {{Action::MarkAgentsGone, {}}};
    case Call::TEARDOWN: {
        const auto* framework
            = control.master().framework({call.teardown().framework_id().value()});
        return {{Action::TeardownFrameworks,
            framework == nullptr ? std::nullopt : std::optional(framework->info.principal)}};
    }
    default:
        return out;
    }
}

bool carryOut(const Call& call, const std::string& principal, Control& control,
    const std::function<void(const Status&)>& done) {
    (void)principal;
    switch (call.type()) {
    case Call::TEARDOWN: {
        const FrameworkId id{call.teardown().framework_id().value()};
        const auto* framework = control.master().framework(id);
        if (framework == nullptr) {
            done(failure("No framework found with specified ID"));
        } else if (framework->link) {
            control.fromFramework(*framework->link, cluster::Teardown{});
            done({});
        }
        return true;
    }
    default:
        return false;
    }
}

} // namespace muster::agentd::api
