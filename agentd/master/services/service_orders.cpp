// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/service_orders.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "agentd/clock.h"
#include "agentd/content.h"
#include "agentd/json_writer.h"
#include "agentd/master/api/query.h"
#include "agentd/master/caller.h"
#include "agentd/master/marathon/app_json.h"
#include "agentd/master/marathon/group_json.h"
#include "agentd/master/marathon/task_answers.h"
#include "core/proto/protocol.h"

namespace muster::agentd::marathon {
namespace {

using net::HttpRequest;
using net::HttpResponse;
using services::AppId;
using services::AppSpec;

std::string authorOf(const HttpRequest& request) {
    return agentd::authorOf(request.principal, std::string(request.header(proto::kAuthorHeader)));
}

bool asks(const HttpRequest& request, const char* name, bool otherwise = false) {
    const api::Query query(request.query);
    return query.get(name, otherwise ? "true" : "false") == "true";
}

HttpResponse deployed(const services::Accepted& accepted) {
    auto out = HttpResponse::json(deploymentAnswer(accepted.version, accepted.deployment));
    out.headers.push_back({"Marathon-Deployment-Id", accepted.deployment.value});
    return out;
}

// What cannot be carried out yet is refused before it is taken on.
void checkSupported(const AppSpec& spec, Defects& defects) {
    if (!spec.readinessChecks.empty()) {
        defects.addValue("/readinessChecks",
            "are not carried out yet: use healthChecks, which a deployment waits for as well");
    }
}

} // namespace

HttpResponse answerOf(const Refusal& refusal) {
    auto out = HttpResponse::json(refusal.body);
    out.status = refusal.status;
    return out;
}

HttpResponse answerOf(const Error& error, const std::vector<services::DeploymentId>& lockedBy) {
    if (!lockedBy.empty()) {
        return answerOf(appLocked(lockedBy));
    }
    if (error.kind == Error::Kind::Invalid) {
        Defects defects;
        defects.addValue("", error.message);
        return answerOf(*defects.refusal());
    }
    auto out = answerOf(refusal(api::statusOf(error.kind), error.message));
    if (error.kind == Error::Kind::Unavailable) {
        out.headers.push_back({"Retry-After", "1"});
    }
    return out;
}

template <typename Command>
HttpResponse ServiceOrders::execute(Command command, const Request& request, CommandKind kind,
    std::string object, std::string detail, Done done) {
    ServiceOrder order{.command = kind,
        .author = authorOf(request),
        .object = std::move(object),
        .detail = std::move(detail)};
    Response out;
    out.later = [this, command = std::move(command), order = std::move(order),
                    done = std::move(done)](const auto& send) {
        m_from.control.execute(command, order, [send, done](const services::Answer& answer) {
            send(answer.result ? done(*answer.result)
                               : answerOf(answer.result.error(), answer.lockedBy));
        });
    };
    return out;
}

std::optional<HttpResponse> ServiceOrders::whyNot(
    ServiceCall call, const std::vector<AppId>& apps, const Request& request) const {
    const auto permitted = may(m_from.gate, request.principal, call, apps, m_from.control);
    return permitted ? std::nullopt : std::optional(answerOf(permitted.error()));
}

OrRefusal<std::vector<AppSpec>> ServiceOrders::prepared(std::vector<AppSpec> apps) const {
    const auto& control = m_from.control;
    std::set<std::uint16_t> used;
    std::map<std::uint16_t, const AppSpec*> holders;
    std::map<AppId, const AppSpec*> before;
    for (const auto* app : control.services().apps()) {
        before[app->spec.id] = &app->spec;
        for (const auto port : servicePortsOf(app->spec)) {
            used.insert(port);
            holders.emplace(port, &app->spec);
        }
    }
    for (auto& spec : apps) {
        Defects defects;
        checkSupported(spec, defects);
        if (auto refused = defects.refusal()) {
            return tl::unexpected(std::move(*refused));
        }
        // Else whoever may run anything could have what is sent to services of others.
        for (const auto port : servicePortsOf(spec)) {
            const auto held = holders.find(port);
            if (held != holders.end() && held->second->id != spec.id
                && userOf(*held->second, control) != userOf(spec, control)) {
                return refused(422,
                    fmt::format("Service port {} is that of a service of another user: use another "
                                "one, or 0 for any",
                        port));
            }
        }
        const auto known = before.find(spec.id);
        const auto assigned
            = assignServicePorts(spec, known == before.end() ? nullptr : known->second, used);
        if (!assigned) {
            return tl::unexpected(assigned.error());
        }
        if (spec.document.size() > kLargestApp) { // with its ports
            return refused(422, "The app is too large: put more into a file");
        }
        used.merge(servicePortsOf(spec));
    }
    return apps;
}

HttpResponse ServiceOrders::put(std::vector<AppSpec> apps, std::set<AppId> removed,
    const Request& request, CommandKind kind, std::string object, Done done) {
    std::vector<AppId> touched(removed.begin(), removed.end());
    for (const auto& spec : apps) {
        const auto permitted = m_from.gate.ask(
            rightOf(ServiceCall::Put), {request.principal}, userOf(spec, m_from.control));
        if (!permitted) {
            return answerOf(permitted.error());
        }
        if (m_from.control.services().app(spec.id) != nullptr) {
            touched.push_back(spec.id); // also of whose it was
        }
    }
    const auto call = apps.empty() ? ServiceCall::Delete : ServiceCall::Put;
    if (auto refused = whyNot(call, touched, request)) {
        return std::move(*refused);
    }
    std::string detail;
    for (const auto& spec : apps) {
        detail += fmt::format("{}{}: {} instances, as user {}", detail.empty() ? "" : "; ",
            spec.id.value, spec.instances, userOf(spec, m_from.control));
    }
    return execute(
        services::PutApps{0, std::move(apps), std::move(removed), asks(request, "force")}, request,
        kind, std::move(object), std::move(detail), std::move(done));
}

HttpResponse ServiceOrders::create(const Request& request) {
    auto spec = newApp(request.body, m_from.settings);
    if (!spec) {
        return answerOf(spec.error());
    }
    const auto id = spec->id;
    if (const auto permitted = m_from.gate.ask(
            rightOf(ServiceCall::Put), {request.principal}, userOf(*spec, m_from.control));
        !permitted) {
        return answerOf(permitted.error());
    }
    const auto* known = m_from.control.services().app(id);
    if (known != nullptr && !known->removed) {
        return answerOf(appExists(id));
    }
    auto ready = prepared({std::move(*spec)});
    if (!ready) {
        return answerOf(ready.error());
    }
    return put(std::move(*ready), {}, request, CommandKind::PutService, id.value,
        [this, id, request](const services::Accepted& accepted) {
            const auto* app = m_from.control.services().app(id);
            if (app == nullptr) {
                return answerOf(unknownApp(id)); // removed meanwhile
            }
            if (onPosted) {
                onPosted(request, *app);
            }
            auto out = HttpResponse::json(m_from.reads.appText(*app));
            out.status = 201;
            out.headers.push_back({"Location", "/v2/apps" + id.value});
            out.headers.push_back({"Marathon-Deployment-Id", accepted.deployment.value});
            return out;
        });
}

HttpResponse ServiceOrders::change(const std::string& id, const Request& request) {
    const auto existing = [this](const AppId& one) -> const AppSpec* {
        const auto* app = m_from.control.services().app(one);
        return app != nullptr && !app->removed ? &app->spec : nullptr;
    };
    const bool partial = request.method == "PATCH" || asks(request, "partialUpdate", true);
    const bool isNew = existing({id}) == nullptr;
    if (isNew && request.method == "PATCH") {
        return answerOf(unknownApp({id}));
    }
    auto changed = appChange(request.body, {id}, existing, partial, m_from.settings);
    if (!changed) {
        return answerOf(changed.error());
    }
    AppSpec spec;
    if (const auto* version = std::get_if<services::Version>(&changed->to)) {
        const auto* app = m_from.control.services().app({id});
        const auto known
            = app == nullptr ? decltype(app->versions.end())() : app->versions.find(*version);
        if (app == nullptr || known == app->versions.end()) {
            return answerOf(unknownApp({id}));
        }
        spec = known->second;
    } else {
        spec = std::get<AppSpec>(std::move(changed->to));
    }
    auto ready = prepared({std::move(spec)});
    if (!ready) {
        return answerOf(ready.error());
    }
    return put(std::move(*ready), {}, request, CommandKind::PutService, id,
        [isNew, id](const services::Accepted& accepted) {
            auto out = deployed(accepted);
            if (isNew) {
                out.status = 201;
                out.headers.push_back({"Location", "/v2/apps" + id});
            }
            return out;
        });
}

HttpResponse ServiceOrders::changeAll(const Request& request) {
    const auto existing = [this](const AppId& one) -> const AppSpec* {
        const auto* app = m_from.control.services().app(one);
        return app != nullptr && !app->removed ? &app->spec : nullptr;
    };
    auto changes = appChanges(request.body, existing,
        request.method == "PATCH" || asks(request, "partialUpdate", true), m_from.settings);
    if (!changes) {
        return answerOf(changes.error());
    }
    std::vector<AppSpec> apps;
    for (auto& one : *changes) {
        auto* spec = std::get_if<AppSpec>(&one.to);
        if (spec == nullptr) {
            return answerOf(refusal(422, "A roll back is of one app: PUT /v2/apps/{id}"));
        }
        apps.push_back(std::move(*spec));
    }
    auto ready = prepared(std::move(apps));
    return ready ? put(std::move(*ready), {}, request, CommandKind::PutService, "/", deployed)
                 : answerOf(ready.error());
}

HttpResponse ServiceOrders::remove(const std::string& id, const Request& request) {
    const auto* app = m_from.control.services().app({id});
    if (app == nullptr || app->removed) {
        if (auto refused = whyNot(ServiceCall::Delete, {{id}}, request)) {
            return std::move(*refused);
        }
        return answerOf(unknownApp({id}));
    }
    return put({}, {{id}}, request, CommandKind::DeleteService, id, deployed);
}

HttpResponse ServiceOrders::restart(const std::string& id, const Request& request) {
    if (auto refused = whyNot(ServiceCall::Restart, {{id}}, request)) {
        return std::move(*refused);
    }
    return execute(services::Restart{0, {id}, asks(request, "force")}, request,
        CommandKind::RestartService, id, "", deployed);
}

HttpResponse ServiceOrders::kill(std::vector<const services::Instance*> instances,
    const Request& request, std::string object, Done done) {
    if (instances.empty()) {
        return HttpResponse::json(R"({"tasks":[]})");
    }
    std::vector<AppId> apps;
    std::vector<TaskId> ids;
    for (const auto* instance : instances) {
        apps.push_back(instance->app);
        ids.push_back(instance->id);
    }
    if (auto refused = whyNot(ServiceCall::KillInstances, apps, request)) {
        return std::move(*refused);
    }
    services::KillInstances command{0, ids, {authorOf(request), ""}, asks(request, "scale"),
        asks(request, "wipe"), asks(request, "force")};
    return execute(std::move(command), request, CommandKind::KillInstances, std::move(object),
        fmt::format("{} of them", ids.size()), std::move(done));
}

HttpResponse ServiceOrders::killInstances(const std::string& id, const Request& request) {
    if (auto refused = whyNot(ServiceCall::KillInstances, {{id}}, request)) {
        return std::move(*refused);
    }
    const auto* app = m_from.control.services().app({id});
    if (app == nullptr) {
        return answerOf(unknownApp({id}));
    }
    const auto host = api::Query(request.query).get("host");
    auto chosen = m_from.control.services().instancesOf({id});
    std::erase_if(
        chosen, [&](const auto* instance) { return !host.empty() && instance->host != host; });
    std::string tasks;
    api::JsonWriter json(tasks);
    json.beginObject();
    json.list("tasks", [&] {
        for (const auto* instance : chosen) {
            appendTask(*instance, app->spec, json);
        }
    });
    json.endObject();
    const bool scales = asks(request, "scale");
    return kill(
        std::move(chosen), request, id, [scales, tasks](const services::Accepted& accepted) {
            return scales ? deployed(accepted) : HttpResponse::json(tasks);
        });
}

HttpResponse ServiceOrders::killInstance(
    const std::string& id, const std::string& instance, const Request& request) {
    if (auto refused = whyNot(ServiceCall::KillInstances, {{id}}, request)) {
        return std::move(*refused);
    }
    const auto* found = m_from.control.services().instance({instance});
    const auto* app = m_from.control.services().app({id});
    if (app == nullptr) {
        return answerOf(unknownApp({id}));
    }
    if (found == nullptr || found->app.value != id) {
        return answerOf(refusal(404, fmt::format("Task '{}' does not exist", instance)));
    }
    std::string task;
    api::JsonWriter json(task);
    json.beginObject();
    json.key("task");
    appendTask(*found, app->spec, json);
    json.endObject();
    const bool scales = asks(request, "scale");
    return kill({found}, request, instance, [scales, task](const services::Accepted& accepted) {
        return scales ? deployed(accepted) : HttpResponse::json(task);
    });
}

HttpResponse ServiceOrders::killListed(const Request& request) {
    const auto body = parseJson(request.body, kLargestBody);
    if (!body) {
        return answerOf(body.error());
    }
    const auto ids = body->is_object() ? body->find("ids") : body->end();
    if (!body->is_object() || ids == body->end() || !ids->is_array()) {
        Defects defects;
        defects.addType("/ids", "error.path.missing");
        return answerOf(*defects.refusal());
    }
    std::vector<const services::Instance*> chosen;
    for (const auto& id : *ids) {
        const auto* instance = id.is_string()
            ? m_from.control.services().instance({id.get<std::string>()})
            : nullptr;
        if (instance != nullptr) {
            chosen.push_back(instance);
        }
    }
    const bool scales = asks(request, "scale");
    return kill(std::move(chosen), request, "/", [scales](const services::Accepted& accepted) {
        return scales ? deployed(accepted) : HttpResponse::json(R"({"tasks":[]})");
    });
}

HttpResponse ServiceOrders::cancel(const std::string& deployment, const Request& request) {
    const auto* found = m_from.control.services().deployment({deployment});
    if (found == nullptr) {
        return answerOf(unknownDeployment({deployment}));
    }
    const bool force = asks(request, "force");
    std::vector<AppId> apps;
    for (const auto& [app, before] : found->before) {
        apps.push_back(app);
        if (before && !force) { // it is to be so again
            const auto permitted = m_from.gate.ask(rightOf(ServiceCall::Put), {request.principal},
                userOf(before->spec, m_from.control));
            if (!permitted) {
                return answerOf(permitted.error());
            }
        }
    }
    if (auto refused = whyNot(ServiceCall::Put, apps, request)) {
        return std::move(*refused);
    }
    return execute(services::CancelDeployment{0, {deployment}, force}, request,
        CommandKind::CancelDeployment, deployment, force ? "stopped where it is" : "rolled back",
        [force](const services::Accepted& accepted) {
            return force ? HttpResponse{.status = 202} : deployed(accepted);
        });
}

HttpResponse ServiceOrders::resetDelay(const std::string& id, const Request& request) {
    if (auto refused = whyNot(ServiceCall::Put, {{id}}, request)) {
        return std::move(*refused);
    }
    return execute(services::ResetDelay{0, {id}}, request, CommandKind::ResetServiceDelay, id, "",
        [](const services::Accepted&) { return HttpResponse{.status = 204}; });
}

HttpResponse ServiceOrders::putGroup(const std::string& id, const Request& request) {
    if (asks(request, "dryRun")) {
        return answerOf(refusal(422, "dryRun is not supported: nothing was changed"));
    }
    auto change = groupChange(request.body, {id}, m_from.settings);
    if (!change) {
        return answerOf(change.error());
    }
    std::vector<AppId> existing;
    std::vector<AppSpec> apps;
    std::set<AppId> removed;
    for (const auto* app : m_from.control.services().apps()) {
        if (!app->removed) {
            existing.push_back(app->spec.id);
        }
    }
    if (auto* content = std::get_if<GroupContent>(&change->to)) {
        removed = removedApps(*content, existing);
        auto ready = prepared(std::move(content->apps));
        if (!ready) {
            return answerOf(ready.error());
        }
        apps = std::move(*ready);
    } else if (const auto* by = std::get_if<ScaleBy>(&change->to)) {
        for (const auto& one : existing) {
            if (change->id == kRoot || services::covers(change->id, one)) {
                auto spec = m_from.control.services().app(one)->spec;
                spec.instances = scaledInstances(spec.instances, *by);
                apps.push_back(std::move(spec));
            }
        }
    } else {
        return answerOf(
            refusal(422, "Versions of groups are not kept: roll back each app, or its deployment"));
    }
    const bool isNew = request.method == "POST";
    const auto group = change->id.value;
    const auto isWithin = [&](const AppId& app) { return services::covers(change->id, app); };
    if (isNew && change->id != kRoot && std::ranges::any_of(existing, isWithin)) {
        return answerOf(refusal(
            409, fmt::format("Group {} is already created. Use PUT to change this group.", group)));
    }
    return put(std::move(apps), std::move(removed), request, CommandKind::PutService, group,
        [isNew, group](const services::Accepted& accepted) {
            auto out = deployed(accepted);
            if (isNew) {
                out.status = 201;
                out.headers.push_back({"Location", "/v2/groups" + group});
            }
            return out;
        });
}

HttpResponse ServiceOrders::removeGroup(const std::string& id, const Request& request) {
    std::set<AppId> removed;
    for (const auto* app : m_from.control.services().apps()) {
        if (!app->removed && (AppId{id} == kRoot || services::covers({id}, app->spec.id))) {
            removed.insert(app->spec.id);
        }
    }
    if (removed.empty()) {
        return answerOf(unknownGroup({id}));
    }
    return put({}, std::move(removed), request, CommandKind::DeleteService, id, deployed);
}

} // namespace muster::agentd::marathon
