// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/info_endpoints.h"

#include "agentd/clock.h"
#include "agentd/master/api/file_endpoints.h"
#include "agentd/master/api/old_models.h"
#include "agentd/master/api/operator_commands.h"
#include "agentd/master/api/query.h"
#include "core/proto/mesos_json.h"

namespace muster::agentd::api {
namespace {

net::HttpResponse bad(std::string text) {
    return net::HttpResponse::text(400, std::move(text));
}

// ReserveResources or UnreserveResources, from "slaveId=...&resources=[...]".
template <typename Wish>
Status readWish(const std::string& body, std::string_view context, Wish& out) {
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

} // namespace

std::vector<net::Route> InfoEndpoints::routes() {
    using Handler = net::HttpResponse (InfoEndpoints::*)(const net::HttpRequest&) const;
    const auto get = [this](std::string path, Handler handler) {
        return net::Route{.method = "GET",
            .path = std::move(path),
            .handler = [this, handler](
                           const net::HttpRequest& request) { return (this->*handler)(request); },
            .realm = "mesos-master-readonly"};
    };
    const auto post = [get](std::string path, Handler handler) {
        auto route = get(std::move(path), handler);
        route.method = "POST";
        route.maximumBody = 64 << 10;
        route.realm = "mesos-master-readwrite";
        return route;
    };
    const auto fixed = [](std::string path, std::string json) {
        return net::Route{.method = "GET",
            .path = std::move(path),
            .handler
            = [json](const net::HttpRequest& request) { return jsonAnswer(request, json); },
            .realm = "mesos-master-readonly"};
    };
    const net::Route health{.method = "GET",
        .path = "/health",
        .access = net::Access::Public,
        .handler = [](const net::HttpRequest&) { return net::HttpResponse::text(200, ""); }};
    auto redirect = get("/redirect", &InfoEndpoints::redirect);
    redirect.access = net::Access::Public;
    auto out = net::withAliases("master",
        {get("/flags", &InfoEndpoints::flags), health, redirect,
            post("/teardown", &InfoEndpoints::teardown), post("/reserve", &InfoEndpoints::reserve),
            post("/unreserve", &InfoEndpoints::unreserve), fixed("/quota", "{}"),
            fixed("/weights", "[]"), fixed("/maintenance/schedule", "{}"),
            fixed("/maintenance/status", "{}")});
    // These belong to the process as a whole.
    auto version = get("/version", &InfoEndpoints::version);
    version.access = net::Access::Public;
    out.push_back(std::move(version));
    out.push_back(get("/metrics/snapshot", &InfoEndpoints::metrics));
    out.push_back(get("/system/stats.json", &InfoEndpoints::systemStats));
    out.push_back(get("/files/browse", &InfoEndpoints::browse));
    out.push_back(get("/files/read", &InfoEndpoints::read));
    out.push_back(get("/files/download", &InfoEndpoints::download));
    out.push_back(get("/files/debug", &InfoEndpoints::debugFiles));
    for (const auto* method : {"GET", "POST"}) {
        auto toggle = get("/logging/toggle", &InfoEndpoints::toggleLogging);
        toggle.method = method;
        toggle.realm = "mesos-master-readwrite";
        out.push_back(std::move(toggle));
    }
    return out;
}

net::HttpResponse InfoEndpoints::flags(const net::HttpRequest& request) const {
    if (!Viewer{m_desk.acls, request.principal}.may(Acls::Action::ViewFlags)) {
        return net::HttpResponse::text(403, "");
    }
    return jsonAnswer(request, flagsJson(m_desk.flags));
}

net::HttpResponse InfoEndpoints::version(const net::HttpRequest& request) const {
    return jsonAnswer(request, versionJson());
}

net::HttpResponse InfoEndpoints::redirect(const net::HttpRequest&) const {
    auto response = net::HttpResponse::text(307, "");
    response.headers.push_back(
        {"Location", fmt::format("//{}:{}", m_desk.facts.hostname, m_desk.facts.port)});
    return response;
}

net::HttpResponse InfoEndpoints::metrics(const net::HttpRequest& request) const {
    const Query query(request.query);
    if (const auto* timeout = query.find("timeout")) {
        if (const auto duration = parseDuration(*timeout); !duration) {
            return bad(
                fmt::format("Invalid timeout '{}': {}.\n", *timeout, duration.error().message));
        }
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [name, value] : m_desk.metrics.snapshot(now())) {
        json.quotedKey(name);
        json.value(value);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::systemStats(const net::HttpRequest& request) const {
    Metrics::Snapshot system;
    Metrics::addSystem(system);
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("avg_load_15min", system["system/load_15min"]);
    json.member("avg_load_1min", system["system/load_1min"]);
    json.member("avg_load_5min", system["system/load_5min"]);
    json.member("cpus_total", system["system/cpus_total"]);
    json.member("mem_free_bytes", system["system/mem_free_bytes"]);
    json.member("mem_total_bytes", system["system/mem_total_bytes"]);
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::toggleLogging(const net::HttpRequest& request) const {
    if (!Viewer{m_desk.acls, request.principal}.may(Acls::Action::SetLogLevel)) {
        return net::HttpResponse::text(403, "");
    }
    const Query query(request.query);
    const auto* level = query.find("level");
    const auto* length = query.find("duration");
    if (level == nullptr && length == nullptr) {
        return net::HttpResponse::text(200, fmt::format("{}\n", m_desk.logging.level()));
    }
    if (length == nullptr) {
        return bad("Expecting 'duration=value' in query.\n");
    }
    if (level == nullptr) {
        return bad("Expecting 'level=value' in query.\n");
    }
    const auto wanted = parseNumber(*level);
    if (!wanted) {
        return bad(wanted.error().message + ".\n");
    }
    if (*wanted < 0) {
        return bad(fmt::format("Invalid level '{}'.\n", *level));
    }
    const auto duration = parseDuration(*length);
    if (!duration) {
        return bad(duration.error().message + ".\n");
    }
    m_desk.logging.set(static_cast<unsigned>(*wanted), *duration);
    return net::HttpResponse::text(200, "");
}

net::HttpResponse InfoEndpoints::browse(const net::HttpRequest& request) const {
    return browseFiles(m_desk.files, request);
}

net::HttpResponse InfoEndpoints::read(const net::HttpRequest& request) const {
    return readFiles(m_desk.files, request);
}

net::HttpResponse InfoEndpoints::download(const net::HttpRequest& request) const {
    return downloadFile(m_desk.files, request);
}

net::HttpResponse InfoEndpoints::debugFiles(const net::HttpRequest& request) const {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [path, place] : m_desk.files.mounted()) {
        json.quotedKey(path);
        json.value(place);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::teardown(const net::HttpRequest& request) const {
    const Query form(request.body);
    const auto* id = form.find("frameworkId");
    if (id == nullptr) {
        return bad("Missing 'frameworkId' query parameter in the request body");
    }
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::TEARDOWN);
    call.mutable_teardown()->mutable_framework_id()->set_value(*id);
    return runCommand(m_desk, call, request.principal);
}

net::HttpResponse InfoEndpoints::reserve(const net::HttpRequest& request) const {
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::RESERVE_RESOURCES);
    const auto read = readWish(request.body, "Error parsing", *call.mutable_reserve_resources());
    return read ? runCommand(m_desk, call, request.principal) : bad(read.error().message);
}

net::HttpResponse InfoEndpoints::unreserve(const net::HttpRequest& request) const {
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::UNRESERVE_RESOURCES);
    const auto read
        = readWish(request.body, "Error in parsing", *call.mutable_unreserve_resources());
    return read ? runCommand(m_desk, call, request.principal) : bad(read.error().message);
}

} // namespace muster::agentd::api
