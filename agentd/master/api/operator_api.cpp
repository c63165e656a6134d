// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_api.h"

#include <algorithm>

#include "agentd/clock.h"
#include "agentd/master/api/old_models.h"
#include "agentd/master/api/operator_commands.h"
#include "agentd/master/api/policy_models.h"
#include "agentd/master/api/roles.h"
#include "agentd/mesos_version.h"

namespace muster::agentd::api {
namespace {

using Call = mesos::v1::master::Call;
using Response = mesos::v1::master::Response;

// The numbers of the two enums differ, their names do not.
Response::Type typeOfAnswer(Call::Type type) {
    Response::Type out{};
    Response::Type_Parse(Call::Type_Name(type), &out);
    return out;
}

net::HttpResponse empty() {
    return net::HttpResponse::text(200, "");
}

Status permitted(const ApiServices& services, const Call& call, const std::string& principal) {
    const auto right = rightOf(call.type());
    for (const auto& object : objectsOf(call, services.control)) {
        if (auto status = services.gate.ask(right, {principal}, object); !status) {
            return status;
        }
    }
    return {};
}

} // namespace

mesos::v1::VersionInfo versionInfo() {
    mesos::v1::VersionInfo out;
    out.set_version(kMesosVersion);
    out.set_build_date("");
    out.set_build_time(0);
    out.set_build_user("");
    out.set_git_sha("");
    out.set_git_branch("");
    return out;
}

net::HttpResponse runCommand(
    const ApiServices& services, const Call& call, const std::string& principal) {
    if (const auto asked = permitted(services, call, principal); !asked) {
        return refusalAnswer(asked.error());
    }
    const bool reserves
        = call.type() == Call::RESERVE_RESOURCES || call.type() == Call::UNRESERVE_RESOURCES;
    const auto done = net::HttpResponse::text(reserves ? 202 : 200, "");
    net::HttpResponse response;
    response.later = [&control = services.control, call, principal, done](
                         const std::function<void(net::HttpResponse)>& send) {
        const auto known = execute(call, principal, control, [send, done](const Status& status) {
            send(status ? done : errorAnswer(status.error()));
        });
        if (!known) {
            send(net::HttpResponse::text(501, Call::Type_Name(call.type()) + " is not supported"));
        }
    };
    return response;
}

GuardedRoutes OperatorApi::routes() {
    return m_services.gate.routes(
        Endpoint::OperatorCalls,
        [this](const net::HttpRequest& request) { return handle(request); }, kMaximumBody);
}

net::HttpResponse OperatorApi::handle(const net::HttpRequest& request) {
    if (auto response = m_services.ofAgent(request)) {
        return std::move(*response);
    }
    Call call;
    if (const auto read = readCall(request, call); !read) {
        return read.error();
    }
    if (const auto valid = validateCall(call); !valid) {
        return net::HttpResponse::text(
            400, "Failed to validate master::Call: " + valid.error().message);
    }
    const auto media = acceptedMedia(request);
    if (!media) {
        return media.error();
    }
    if (const auto asked = permitted(m_services, call, request.principal); !asked) {
        return refusalAnswer(asked.error());
    }
    switch (call.type()) {
    case Call::LIST_FILES:
        return listFiles(call, *media);
    case Call::READ_FILE:
        return readFile(call, *media);
    case Call::SET_LOGGING_LEVEL:
        m_services.logging.set(call.set_logging_level().level(),
            std::chrono::duration_cast<Duration>(
                std::chrono::nanoseconds(call.set_logging_level().duration().nanoseconds())));
        return empty();
    default:
        break;
    }
    return m_services.answers.answer(request.principal,
        [this, call, media = *media, principal = request.principal](const Viewer& viewer) {
            if (call.type() == Call::SUBSCRIBE) {
                return m_services.events.subscribe(viewer, media);
            }
            if (auto rows = list(call.type(), viewer, media)) {
                return reply(std::move(*rows), media);
            }
            if (const auto response = answer(call, viewer)) {
                return reply(*response, media);
            }
            return runCommand(m_services, call, principal); // asks nothing of the viewer
        });
}

std::optional<Response> OperatorApi::answer(const Call& call, const Viewer& viewer) const {
    Response out;
    switch (call.type()) {
    case Call::GET_HEALTH:
        out.mutable_get_health()->set_healthy(true);
        break;
    case Call::GET_FLAGS:
        for (const auto& [name, value] : m_services.flags) {
            auto& flag = *out.mutable_get_flags()->add_flags();
            flag.set_name(name);
            flag.set_value(value);
        }
        break;
    case Call::GET_VERSION:
        *out.mutable_get_version()->mutable_version_info() = versionInfo();
        break;
    case Call::GET_METRICS:
        for (const auto& [name, value] : m_services.metrics.snapshot(now())) {
            auto& metric = *out.mutable_get_metrics()->add_metrics();
            metric.set_name(name);
            metric.set_value(value);
        }
        break;
    case Call::GET_LOGGING_LEVEL:
        out.mutable_get_logging_level()->set_level(m_services.logging.level());
        break;
    case Call::GET_OPERATIONS: // all are carried out at once
        out.mutable_get_operations();
        break;
    case Call::GET_ROLES:
        out.mutable_get_roles();
        for (auto& [name, role] : rolesOf(m_services.control)) {
            if (viewer.may(Acls::Action::ViewRoles, name)) {
                roleRow(name, role, *out.mutable_get_roles()->add_roles());
            }
        }
        break;
    case Call::GET_WEIGHTS:
        for (auto& info :
            weightInfos(m_services.control.master(), viewer)) { // without any: no field
            *out.mutable_get_weights()->add_weight_infos() = std::move(info);
        }
        break;
    case Call::GET_MASTER:
        *out.mutable_get_master()->mutable_master_info() = masterInfo(m_services.facts);
        out.mutable_get_master()->set_start_time(seconds(m_services.facts.started));
        out.mutable_get_master()->set_elected_time(seconds(m_services.facts.started));
        break;
    case Call::GET_MAINTENANCE_STATUS:
        *out.mutable_get_maintenance_status()->mutable_status()
            = maintenanceStatus(m_services.control.master().maintenance());
        break;
    case Call::GET_MAINTENANCE_SCHEDULE:
        *out.mutable_get_maintenance_schedule()->mutable_schedule()
            = maintenanceSchedule(m_services.control.master().maintenance());
        break;
    case Call::GET_QUOTA:
        *out.mutable_get_quota()->mutable_status()
            = quotaStatus(m_services.control.master(), viewer);
        break;
    default:
        return std::nullopt;
    }
    out.set_type(typeOfAnswer(call.type()));
    return out;
}

std::optional<proto::MessageWriter> OperatorApi::list(
    Call::Type type, const Viewer& viewer, Media media) const {
    using List = proto::MessageWriter (OperatorModels::*)() const;
    constexpr std::pair<Call::Type, List> kLists[]
        = {{Call::GET_STATE, &OperatorModels::state}, {Call::GET_AGENTS, &OperatorModels::agents},
            {Call::GET_FRAMEWORKS, &OperatorModels::frameworks},
            {Call::GET_EXECUTORS, &OperatorModels::executors},
            {Call::GET_TASKS, &OperatorModels::tasks}};
    const auto* found = std::ranges::find(kLists, type, &std::pair<Call::Type, List>::first);
    if (found == std::end(kLists)) {
        return std::nullopt;
    }
    Response head;
    head.set_type(typeOfAnswer(type));
    proto::MessageWriter out(*Response::descriptor(), encodingOf(media));
    out.add(head);
    const OperatorModels models(m_services.control, m_services.facts, viewer, media);
    out.add(bodyName(head), (models.*found->second)());
    return out;
}

net::HttpResponse OperatorApi::listFiles(const Call& call, Media media) const {
    net::HttpResponse response;
    response.later = [this, path = call.list_files().path(), media](
                         const std::function<void(net::HttpResponse)>& send) {
        m_services.files.list(path, [send, media](const Result<FileTree::Listing>& listing) {
            if (!listing) {
                return send(errorAnswer(listing.error()));
            }
            Response out;
            out.set_type(Response::LIST_FILES);
            for (const auto& file : *listing) {
                *out.mutable_list_files()->add_file_infos() = file;
            }
            send(reply(out, media));
        });
    };
    return response;
}

net::HttpResponse OperatorApi::readFile(const Call& call, Media media) const {
    net::HttpResponse response;
    response.later = [this, call = call.read_file(), media](
                         const std::function<void(net::HttpResponse)>& send) {
        const auto length = call.has_length() ? std::optional(call.length()) : std::nullopt;
        m_services.files.read(
            call.path(), call.offset(), length, [send, media](Result<FilePiece> piece) {
                if (!piece) {
                    return send(errorAnswer(piece.error()));
                }
                Response out;
                out.set_type(Response::READ_FILE);
                out.mutable_read_file()->set_size(piece->size);
                out.mutable_read_file()->set_data(std::move(piece->data));
                send(reply(out, media));
            });
    };
    return response;
}

} // namespace muster::agentd::api
