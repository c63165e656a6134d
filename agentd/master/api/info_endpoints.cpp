// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/info_endpoints.h"

#include "agentd/clock.h"
#include "agentd/master/api/file_endpoints.h"
#include "agentd/master/api/old_models.h"
#include "agentd/master/api/query.h"
#include "agentd/system_figures.h"

namespace muster::agentd::api {
GuardedRoutes InfoEndpoints::routes() {
    using Handler = net::HttpResponse (InfoEndpoints::*)(const net::HttpRequest&) const;
    constexpr std::pair<Endpoint, Handler> kHandlers[] = {{Endpoint::Flags, &InfoEndpoints::flags},
        {Endpoint::Health, &InfoEndpoints::health}, {Endpoint::Redirect, &InfoEndpoints::redirect},
        {Endpoint::Version, &InfoEndpoints::version}, {Endpoint::Metrics, &InfoEndpoints::metrics},
        {Endpoint::SystemStats, &InfoEndpoints::systemStats},
        {Endpoint::BrowseFiles, &InfoEndpoints::browse},
        {Endpoint::ReadFiles, &InfoEndpoints::read},
        {Endpoint::DownloadFile, &InfoEndpoints::download},
        {Endpoint::DebugFiles, &InfoEndpoints::debugFiles},
        {Endpoint::LogLevel, &InfoEndpoints::toggleLogging},
        {Endpoint::SetLogLevel, &InfoEndpoints::toggleLogging}};
    GuardedRoutes out;
    for (const auto& [endpoint, handler] : kHandlers) {
        std::ranges::move(m_services.gate.routes(endpoint,
                              [this, handler = handler](const net::HttpRequest& request) {
                                  return (this->*handler)(request);
                              }),
            std::back_inserter(out));
    }
    return out;
}

net::HttpResponse InfoEndpoints::flags(const net::HttpRequest& request) const {
    return jsonAnswer(request, flagsJson(m_services.flags));
}

net::HttpResponse InfoEndpoints::health(const net::HttpRequest&) const {
    return emptyAnswer(200);
}

net::HttpResponse InfoEndpoints::version(const net::HttpRequest& request) const {
    return jsonAnswer(request, versionJson());
}

net::HttpResponse InfoEndpoints::redirect(const net::HttpRequest&) const {
    auto response = emptyAnswer(307);
    response.headers.push_back(
        {"Location", fmt::format("//{}:{}", m_services.facts.hostname, m_services.facts.port)});
    return response;
}

net::HttpResponse InfoEndpoints::metrics(const net::HttpRequest& request) const {
    const Query query(request.query);
    if (const auto* timeout = query.find("timeout")) {
        if (const auto duration = parseDuration(*timeout); !duration) {
            return net::badRequest(
                fmt::format("Invalid timeout '{}': {}.\n", *timeout, duration.error().message));
        }
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [name, value] : m_services.metrics.snapshot(now())) {
        json.quotedKey(name);
        json.value(value);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::systemStats(const net::HttpRequest& request) const {
    Metrics::Snapshot system;
    addSystemFigures(system);
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
    const Query query(request.query);
    const auto* level = query.find("level");
    const auto* length = query.find("duration");
    if (level == nullptr && length == nullptr) {
        return net::HttpResponse::text(200, fmt::format("{}\n", m_services.logging.level()));
    }
    if (request.method != "POST") { // any page may have a browser send a GET
        auto response = net::HttpResponse::text(405,
            fmt::format("405 Method Not Allowed. Expecting one of {{ 'POST' }}, but received '{}'.",
                request.method));
        response.headers.push_back({"Allow", "POST"});
        return response;
    }
    if (length == nullptr) {
        return net::badRequest("Expecting 'duration=value' in query.\n");
    }
    if (level == nullptr) {
        return net::badRequest("Expecting 'level=value' in query.\n");
    }
    const auto wanted = parseNumber(*level);
    if (!wanted) {
        return net::badRequest(wanted.error().message + ".\n");
    }
    if (*wanted < 0) {
        return net::badRequest(fmt::format("Invalid level '{}'.\n", *level));
    }
    const auto duration = parseDuration(*length);
    if (!duration) {
        return net::badRequest(duration.error().message + ".\n");
    }
    m_services.logging.set(static_cast<unsigned>(*wanted), *duration);
    return net::HttpResponse::text(200, "");
}

net::HttpResponse InfoEndpoints::browse(const net::HttpRequest& request) const {
    return files(request, browseFiles);
}

net::HttpResponse InfoEndpoints::read(const net::HttpRequest& request) const {
    return files(request, readFiles);
}

net::HttpResponse InfoEndpoints::download(const net::HttpRequest& request) const {
    return files(request, downloadFile);
}

// Of a sandbox or the master's own; all that a master has is its log.
net::HttpResponse InfoEndpoints::files(const net::HttpRequest& request,
    net::HttpResponse (*answer)(const FileTree&, const net::HttpRequest&)) const {
    if (auto response = m_services.ofAgent(request)) {
        return std::move(*response);
    }
    return m_services.gate.permits(rightOf(FileKind::MasterLog), {request.principal})
        ? answer(m_services.files, request)
        : forbidden();
}

net::HttpResponse InfoEndpoints::debugFiles(const net::HttpRequest& request) const {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [path, place] : m_services.files.mounted()) {
        json.quotedKey(path);
        json.value(place);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

} // namespace muster::agentd::api
