// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/command_endpoints.h"

#include "agentd/json_writer.h"
#include "agentd/master/api/policy_models.h"
#include "agentd/master/api/query.h"
#include "core/proto/mesos_json.h"

namespace muster::agentd::api {
namespace {

using Call = mesos::v1::master::Call;
using Action = Acls::Action;

// ---- what was ordered

std::string quota(const cluster::Master& master, const Viewer& viewer) {
    return proto::toMesosJson(quotaStatus(master, viewer));
}

std::string weights(const cluster::Master& master, const Viewer& viewer) {
    std::string out;
    JsonWriter json(out);
    json.beginArray();
    for (const auto& info : weightInfos(master, viewer)) {
        json.value(info);
    }
    json.endArray();
    return out;
}

std::string schedule(const cluster::Master& master, const Viewer& viewer) {
    return viewer.may(Action::GetMaintenanceSchedules)
        ? proto::toMesosJson(maintenanceSchedule(master.maintenance()))
        : "{}";
}

std::string status(const cluster::Master& master, const Viewer& viewer) {
    return viewer.may(Action::GetMaintenanceStatuses)
        ? proto::toMesosJson(maintenanceStatus(master.maintenance()))
        : "{}";
}

// ---- changes, as the calls that say the same

using ReadCall = Result<Call> (*)(const cluster::Master& master, const net::HttpRequest& request);

Result<Call> orUnread(Call call, const Status& read) {
    return read ? Result<Call>(std::move(call)) : tl::unexpected(read.error());
}

// The body is a list, which is no message: it is read as the field of one.
Status readList(const std::string& body, const char* field, google::protobuf::Message& message) {
    return proto::readMesosJson(fmt::format("{{\"{}\":{}}}", field, body), message);
}

Result<Call> setQuota(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::SET_QUOTA);
    const auto read
        = proto::readMesosJson(request.body, *call.mutable_set_quota()->mutable_quota_request());
    return orUnread(std::move(call), read);
}

// "/quota/ml" or "/master/quota/ml"
Result<Call> removeQuota(const cluster::Master& master, const net::HttpRequest& request) {
    constexpr std::string_view kBefore = "/quota/";
    const auto at = request.path.find(kBefore);
    if (at == std::string::npos || at + kBefore.size() == request.path.size()) {
        return failure(fmt::format("Failed to parse remove quota request for path '{}': expected "
                                   "3 tokens, found 2 tokens",
            request.path));
    }
    Call call;
    call.set_type(Call::REMOVE_QUOTA);
    call.mutable_remove_quota()->set_role(request.path.substr(at + kBefore.size()));
    const auto& role = call.remove_quota().role();
    if (!master.quotas().contains(role)) {
        return failure(fmt::format("Failed to remove quota for path '{}': Role '{}' has no quota "
                                   "set",
            request.path, role));
    }
    return call;
}

Result<Call> updateWeights(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::UPDATE_WEIGHTS);
    const auto read = readList(request.body, "weight_infos", *call.mutable_update_weights());
    return orUnread(std::move(call), read);
}

Result<Call> updateSchedule(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::UPDATE_MAINTENANCE_SCHEDULE);
    const auto read = proto::readMesosJson(
        request.body, *call.mutable_update_maintenance_schedule()->mutable_schedule());
    return orUnread(std::move(call), read);
}

Result<Call> machinesDown(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::START_MAINTENANCE);
    const auto read = readList(request.body, "machines", *call.mutable_start_maintenance());
    return orUnread(std::move(call), read);
}

Result<Call> machinesUp(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::STOP_MAINTENANCE);
    const auto read = readList(request.body, "machines", *call.mutable_stop_maintenance());
    return orUnread(std::move(call), read);
}

Result<Call> teardown(const cluster::Master&, const net::HttpRequest& request) {
    const Query form(request.body);
    const auto* id = form.find("frameworkId");
    if (id == nullptr) {
        return failure("Missing 'frameworkId' query parameter in the request body");
    }
    Call call;
    call.set_type(Call::TEARDOWN);
    call.mutable_teardown()->mutable_framework_id()->set_value(*id);
    return call;
}

// ReserveResources or UnreserveResources, from "slaveId=...&resources=[...]".
template <typename Resources>
Status readResources(const std::string& body, std::string_view context, Resources& out) {
    const Query form(body);
    for (const auto* field : {"slaveId", "resources"}) {
        if (form.find(field) == nullptr) {
            return failure(fmt::format("Missing '{}' query parameter in the request body", field));
        }
    }
    const auto read = proto::readMesosJson(
        fmt::format(R"({{"agent_id":{{"value":""}},"resources":{}}})", form.get("resources")), out);
    if (!read) {
        return failure(fmt::format("{} 'resources' query parameter in the request body: {}",
            context, read.error().message));
    }
    out.mutable_agent_id()->set_value(form.get("slaveId"));
    return {};
}

Result<Call> reserve(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::RESERVE_RESOURCES);
    const auto read
        = readResources(request.body, "Error parsing", *call.mutable_reserve_resources());
    return orUnread(std::move(call), read);
}

Result<Call> unreserve(const cluster::Master&, const net::HttpRequest& request) {
    Call call;
    call.set_type(Call::UNRESERVE_RESOURCES);
    const auto read
        = readResources(request.body, "Error in parsing", *call.mutable_unreserve_resources());
    return orUnread(std::move(call), read);
}

} // namespace

GuardedRoutes CommandEndpoints::routes() {
    using Shown = std::string (*)(const cluster::Master&, const Viewer&);
    constexpr std::pair<Endpoint, Shown> kShown[]
        = {{Endpoint::Quota, quota}, {Endpoint::Weights, weights}, {Endpoint::Schedule, schedule},
            {Endpoint::MaintenanceStatus, status}};
    constexpr std::pair<Endpoint, ReadCall> kChanges[] = {{Endpoint::SetQuota, setQuota},
        {Endpoint::RemoveQuota, removeQuota}, {Endpoint::UpdateWeights, updateWeights},
        {Endpoint::UpdateSchedule, updateSchedule}, {Endpoint::MachineDown, machinesDown},
        {Endpoint::MachineUp, machinesUp}, {Endpoint::Teardown, teardown},
        {Endpoint::Reserve, reserve}, {Endpoint::Unreserve, unreserve}};
    GuardedRoutes out;
    const auto add = [&](GuardedRoutes rows) { std::ranges::move(rows, std::back_inserter(out)); };
    for (const auto& [endpoint, show] : kShown) {
        add(m_services.gate.routes(endpoint, [this, show = show](const net::HttpRequest& request) {
            return m_services.answers.answer(
                request.principal, [this, show, request](const Viewer& viewer) {
                    return jsonAnswer(request, show(m_services.control.master(), viewer));
                });
        }));
    }
    for (const auto& [endpoint, read] : kChanges) {
        add(m_services.gate.routes(
            endpoint,
            [this, read = read](const net::HttpRequest& request) {
                const auto call = read(m_services.control.master(), request);
                return call ? runCommand(m_services, *call, request.principal)
                            : errorAnswer(call.error());
            },
            kMaximumBody));
    }
    return out;
}

} // namespace muster::agentd::api
