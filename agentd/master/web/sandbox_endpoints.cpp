// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/sandbox_endpoints.h"

#include <algorithm>
#include <iterator>

#include "agentd/file_info.h"
#include "agentd/master/api/file_endpoints.h"
#include "agentd/master/api/query.h"
#include "agentd/master/control.h"
#include "core/net/http_client.h"
#include "core/net/text.h"

namespace muster::agentd {
namespace {

using net::HttpRequest;
using net::HttpResponse;

bool isPlainName(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == name.npos;
}

// The agent's path of what is asked for; nothing: it would leave the sandbox.
std::optional<std::string> sandboxPathOf(const api::Query& query) {
    const auto framework = query.get("framework");
    const auto task = query.get("task");
    const auto parts = partsOf(query.get("path"));
    if (!isPlainName(framework) || !isPlainName(task)
        || !std::ranges::all_of(parts, [](const auto& part) { return isPlainName(part); })) {
        return std::nullopt;
    }
    auto out = fmt::format("/framework/{}/task/{}", framework, task);
    for (const auto& part : parts) {
        out += '/' + part;
    }
    return out.find('\0') == out.npos ? std::optional(std::move(out)) : std::nullopt;
}

// A file of a task may hold anything: it is saved, or read by a script of the page. `path`: it is a
// download of that file.
HttpResponse asData(HttpResponse response, const std::optional<std::string>& path) {
    auto& headers = response.headers;
    if (response.stream && path) {
        std::erase_if(headers, [](const auto& header) {
            return net::equalNoCase(header.name, "Content-Disposition");
        });
        headers.push_back({"Content-Disposition",
            "attachment; filename*=UTF-8''"
                + net::percentEncoded(path->substr(path->rfind('/') + 1))});
    }
    headers.push_back(
        {"Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'"});
    headers.push_back({"X-Frame-Options", "DENY"});
    headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
    return response;
}

} // namespace

GuardedRoutes SandboxEndpoints::routes() {
    GuardedRoutes out;
    for (const auto endpoint : {Endpoint::WebBrowse, Endpoint::WebRead, Endpoint::WebDownload}) {
        std::ranges::move(
            m_gate.routes(endpoint,
                [this, endpoint](const HttpRequest& request) { return handle(endpoint, request); }),
            std::back_inserter(out));
    }
    return out;
}

HttpResponse SandboxEndpoints::handle(Endpoint endpoint, const HttpRequest& request) {
    if (isForeign(request)) {
        return asData(HttpResponse::text(403, "Pages of other sites may not read files here"), {});
    }
    const api::Query query(request.query);
    const auto path = sandboxPathOf(query);
    if (!path) {
        return asData(net::badRequest("Expecting 'agent', 'framework', 'task' and a 'path' inside "
                                      "the task's sandbox, without '..'"),
            {});
    }
    const auto* agent = m_control.master().agent(AgentId{query.get("agent")});
    if (agent == nullptr) {
        return asData(HttpResponse::text(404, "The node is not known any more"), {});
    }
    auto asked = request; // as the agent's own door is asked
    asked.query = "path=" + net::percentEncoded(*path);
    for (const auto* name : {"offset", "length"}) {
        if (const auto* value = query.find(name)) {
            asked.query += fmt::format("&{}={}", name, net::percentEncoded(*value));
        }
    }
    const auto& files = m_agents.filesOf(agent->id, request.principal);
    const bool isDownload = endpoint == Endpoint::WebDownload;
    auto response = endpoint == Endpoint::WebBrowse ? api::browseFiles(files, asked)
        : isDownload                                ? api::downloadFile(files, asked)
                                                    : api::readFiles(files, asked);
    const auto saved = isDownload ? path : std::nullopt;
    if (!response.later) {
        return asData(std::move(response), saved);
    }
    response.later = [later = std::move(response.later), saved](const auto& send) {
        later([send, saved](HttpResponse answer) { send(asData(std::move(answer), saved)); });
    };
    return response;
}

} // namespace muster::agentd
