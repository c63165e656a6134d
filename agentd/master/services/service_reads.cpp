// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/service_reads.h"

#include <algorithm>
#include <list>

#include "agentd/clock.h"
#include "agentd/content.h"
#include "agentd/json_writer.h"
#include "agentd/master/api/query.h"
#include "agentd/master/marathon/app_filter.h"
#include "agentd/master/marathon/deployment_answers.h"
#include "agentd/master/marathon/group_json.h"
#include "agentd/master/marathon/haproxy_config.h"
#include "agentd/master/marathon/path_id.h"
#include "agentd/master/marathon/task_answers.h"
#include "agentd/master/marathon/time_text.h"
#include "agentd/master/services/service_orders.h"
#include "core/net/text.h"

namespace muster::agentd::marathon {
namespace {

using net::HttpRequest;
using net::HttpResponse;
using services::App;
using services::AppId;

// "a=1&embed=x&embed=y": of one name all values.
std::vector<std::string> valuesOf(std::string_view query, const std::string& name) {
    std::vector<std::string> out;
    while (!query.empty()) {
        const auto part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        const api::Query one(part);
        if (const auto* value = one.find(name)) {
            out.push_back(*value);
        }
    }
    return out;
}

bool wantsText(const HttpRequest& request) {
    const auto accept = request.header("Accept");
    return !accept.empty() && !api::accepts(accept, "application/json")
        && api::accepts(accept, "text/plain");
}

HttpResponse tasksAs(const HttpRequest& request, std::span<const AppView> views) {
    return wantsText(request) ? HttpResponse::text(200, endpointTable(views))
                              : HttpResponse::json(tasksAnswer(views));
}

} // namespace

// The views of apps, with what they point to.
class ServiceReads::Views {
public:
    explicit Views(const Control& control) : m_services(control.services()) {
        for (const auto* deployment : m_services.deployments()) {
            for (const auto& [app, before] : deployment->before) {
                m_deployments[app].push_back(deployment->id);
            }
        }
    }

    void add(const App& app) {
        auto& instances = m_instances.emplace_back();
        for (const auto* instance : m_services.instancesOf(app.spec.id)) {
            instances.push_back(instance);
        }
        m_views.push_back({app, instances, m_deployments[app.spec.id]});
    }
    std::span<const AppView> all() const { return m_views; }

private:
    const services::Scheduler& m_services;
    std::map<AppId, std::vector<services::DeploymentId>> m_deployments;
    std::list<std::vector<const services::Instance*>> m_instances;
    std::vector<AppView> m_views;
};

const App* ServiceReads::find(const std::string& id, const Viewer& viewer) const {
    const auto* app = m_control.services().app({id});
    return app != nullptr && !app->removed && sees(viewer, app->spec, m_control) ? app : nullptr;
}

HttpResponse ServiceReads::apps(const Request& request, const Viewer& viewer) const {
    const api::Query query(request.query);
    AppFilter filter{query.get("cmd"), query.get("id")};
    if (const auto* label = query.find("label")) {
        auto selector = LabelSelector::parse(*label);
        if (!selector) {
            return answerOf(selector.error());
        }
        filter.labels = std::move(*selector);
    }
    Views views(m_control);
    for (const auto* app : m_control.services().apps()) {
        if (!app->removed && filter.matches(app->spec) && sees(viewer, app->spec, m_control)) {
            views.add(*app);
        }
    }
    return HttpResponse::json(
        appsAnswer(views.all(), Embed::of(valuesOf(request.query, "embed")), now()));
}

HttpResponse ServiceReads::app(
    const std::string& id, const Request& request, const Viewer& viewer) const {
    constexpr std::string_view kAll = "/*";
    const auto embed = Embed::of(valuesOf(request.query, "embed"));
    Views views(m_control);
    if (id.ends_with(kAll)) {
        const AppId group{id.substr(0, id.size() - kAll.size())};
        for (const auto* app : m_control.services().apps()) {
            if (!app->removed && services::covers(group, app->spec.id)
                && sees(viewer, app->spec, m_control)) {
                views.add(*app);
            }
        }
        return HttpResponse::json(appsAnswer(views.all(), embed, now()));
    }
    const auto* found = find(id, viewer);
    if (found == nullptr) {
        return answerOf(unknownApp({id}));
    }
    views.add(*found);
    return HttpResponse::json(
        appAnswer(views.all().front(), embed == Embed() ? Embed::kOneApp : embed, now()));
}

std::string ServiceReads::appText(const App& app) const {
    Views views(m_control);
    views.add(app);
    std::string out;
    appendApp(views.all().front(), Embed::kOneApp, now(), out);
    return out;
}

HttpResponse ServiceReads::tasksOf(
    const std::string& id, const Request& request, const Viewer& viewer) const {
    const auto* found = find(id, viewer);
    if (found == nullptr) {
        return answerOf(unknownApp({id}));
    }
    Views views(m_control);
    views.add(*found);
    return tasksAs(request, views.all());
}

HttpResponse ServiceReads::tasks(const Request& request, const Viewer& viewer) const {
    Views views(m_control);
    for (const auto* app : m_control.services().apps()) {
        if (sees(viewer, app->spec, m_control)) {
            views.add(*app);
        }
    }
    return tasksAs(request, views.all());
}

HttpResponse ServiceReads::versions(const std::string& id, const Viewer& viewer) const {
    const auto* found = find(id, viewer);
    return found == nullptr ? answerOf(unknownApp({id}))
                            : HttpResponse::json(versionsAnswer(*found));
}

HttpResponse ServiceReads::version(
    const std::string& id, const std::string& version, const Viewer& viewer) const {
    const auto* found = find(id, viewer);
    if (found == nullptr) {
        return answerOf(unknownApp({id}));
    }
    const auto at = instantOf(version);
    const auto known = at ? found->versions.find(*at) : found->versions.end();
    if (known == found->versions.end()) {
        return answerOf(
            refusal(404, fmt::format("App '{}' with version '{}' does not exist", id, version)));
    }
    std::string out;
    appendRevision({known->second, known->first, known->first}, out);
    return HttpResponse::json(std::move(out));
}

HttpResponse ServiceReads::deployments(const Viewer& viewer) const {
    std::vector<const services::Deployment*> shown;
    for (const auto* deployment : m_control.services().deployments()) {
        const auto seen = [&](const auto& one) {
            const auto* app = m_control.services().app(one.first);
            return app != nullptr ? sees(viewer, app->spec, m_control)
                                  : one.second && sees(viewer, one.second->spec, m_control);
        };
        if (std::ranges::all_of(deployment->before, seen)) {
            shown.push_back(deployment);
        }
    }
    return HttpResponse::json(deploymentsAnswer(shown));
}

HttpResponse ServiceReads::queue(const Request& request, const Viewer& viewer) const {
    const auto id = api::Query(request.query).get("id"); // Muster's own: of that app alone
    auto queued
        = id.empty() ? m_control.services().queue(now()) : std::vector<services::QueuedApp>();
    if (const auto one = m_control.services().queued({id}, now())) {
        queued.push_back(*one);
    }
    std::vector<QueueEntry> entries;
    for (const auto& one : queued) {
        const auto* app = m_control.services().app(one.app);
        if (app != nullptr && sees(viewer, app->spec, m_control)) {
            entries.push_back({one, *app});
        }
    }
    return HttpResponse::json(queueAnswer(entries));
}

HttpResponse ServiceReads::groups(
    const std::string& id, const Request& request, const Viewer& viewer) const {
    const AppId group{id};
    Views views(m_control);
    services::Version latest;
    for (const auto* app : m_control.services().apps()) {
        if (!app->removed && (group == kRoot || services::covers(group, app->spec.id))
            && sees(viewer, app->spec, m_control)) {
            views.add(*app);
            latest = std::max(latest, app->version);
        }
    }
    if (group != kRoot && views.all().empty()) {
        return answerOf(unknownGroup(group));
    }
    auto embed = Embed::of(valuesOf(request.query, "embed"));
    return HttpResponse::json(groupAnswer(group, views.all(), {}, latest, embed, now()));
}

HttpResponse ServiceReads::haproxy(const Request& request, const Viewer& viewer) const {
    Views views(m_control);
    for (const auto* app : m_control.services().apps()) {
        if (sees(viewer, app->spec, m_control)) {
            views.add(*app);
        }
    }
    const auto group = api::Query(request.query).get("group", "external");
    return HttpResponse::text(200, haproxyConfig(views.all(), group));
}

HttpResponse ServiceReads::info() const {
    std::string out;
    api::JsonWriter json(out);
    json.beginObject();
    json.member("name", "marathon");
    json.member("version", "1.11.24"); // whose API this is
    json.member("buildref", "muster " MUSTER_VERSION);
    json.member("elected", true);
    json.member("leader", fmt::format("{}:{}", m_facts.ip, m_facts.port));
    json.member("frameworkId", m_control.servicesFramework().value);
    json.key("marathon_config");
    json.beginObject();
    json.member("master", fmt::format("{}:{}", m_facts.ip, m_facts.port));
    json.member("framework_name", "muster-services");
    json.list("features", [&] { json.value("gpu_resources"); });
    json.endObject();
    json.endObject();
    return HttpResponse::json(std::move(out));
}

HttpResponse ServiceReads::leader() const {
    return HttpResponse::json(fmt::format(R"({{"leader":"{}:{}"}})", m_facts.ip, m_facts.port));
}

} // namespace muster::agentd::marathon
