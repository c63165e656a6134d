// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/haproxy_config.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace muster::agentd::marathon {
namespace {

using services::AppSpec;
using services::Instance;

constexpr std::string_view kLettersAndDigits
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kStatsPort = 9090; // as below

constexpr std::string_view kBeginning = R"(defaults
  retries 3
  option redispatch 1
  timeout connect 3s
  timeout client 1m
  timeout server 1m
  timeout tunnel 1h
  default-server init-addr last,libc,none

listen stats
  bind 127.0.0.1:9090
  mode http
  monitor-uri /_haproxy_health_check
  stats enable
  stats uri /haproxy?stats
)";

bool isOf(std::string_view text, std::string_view others, std::size_t longest) {
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, [&](char c) {
        return kLettersAndDigits.find(c) != std::string_view::npos
            || others.find(c) != std::string_view::npos;
    });
}

bool isHostName(std::string_view text) {
    return isOf(text, "-.", 253);
}

bool isPath(std::string_view text) {
    return text.starts_with('/') && isOf(text, "/-._~", 1024);
}

std::vector<std::string_view> splitList(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        auto part = text.substr(0, end);
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        part = part.substr(0, part.find_last_not_of(' ') + 1);
        out.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

// One service port of an app, with what its labels say of it.
struct Route {
    std::string name; // "shop_web_10000"
    std::uint16_t port = 0;
    bool http = false;
    std::vector<std::string> hosts{};
    std::string path{};
    bool anyCase = false; // of the path
    std::vector<std::string> servers{}; // lines
};

class Config {
public:
    std::string text(std::span<const AppView> apps, std::string_view group) {
        for (const auto& view : apps) {
            const auto& labels = view.app.spec.labels;
            const auto named = labels.find("HAPROXY_GROUP");
            if (named != labels.end() && std::ranges::count(splitList(named->second), group) > 0) {
                addApp(view);
            }
        }
        std::string out(kBeginning);
        for (const auto& comment : m_comments) {
            out += comment;
        }
        addHttpFrontend(out);
        for (const auto& route : m_routes) {
            addRoute(route, out);
        }
        return out;
    }

private:
    void refuse(const AppSpec& app, std::string_view what) {
        // An app's id is of a few characters only.
        m_comments.push_back(fmt::format("\n# {}: {}\n", app.id.value, what));
    }

    void addApp(const AppView& view) {
        const auto& app = view.app.spec;
        for (std::size_t i = 0; i < app.ports.size(); ++i) {
            const auto port = app.ports[i].service;
            if (port == 0) {
                refuse(app, fmt::format("port {} has no service port", i));
                continue;
            }
            if (const auto holder = m_ports.find(port); holder != m_ports.end()) {
                refuse(app, fmt::format("service port {} is taken by {}", port, holder->second));
                continue;
            }
            auto route = routeOf(app, i);
            if (!route) {
                continue;
            }
            if (port == kHttpPort && !route->hosts.empty()) {
                refuse(app, "service port 80 is where virtual hosts are: choose another one");
                continue;
            }
            m_ports.emplace(port, app.id.value);
            addServers(view, i, *route);
            m_routes.push_back(std::move(*route));
        }
    }

    static const std::string* labelOf(
        const AppSpec& app, std::size_t index, std::string_view name) {
        const auto found = app.labels.find(fmt::format("HAPROXY_{}_{}", index, name));
        return found == app.labels.end() ? nullptr : &found->second;
    }

    std::optional<Route> routeOf(const AppSpec& app, std::size_t index) {
        Route out{
            .name = fmt::format("{}_{}", services::flatName(app.id), app.ports[index].service),
            .port = app.ports[index].service};
        const auto refuseLabel = [&](std::string_view name, std::string_view rule) {
            refuse(app, fmt::format("HAPROXY_{}_{} {}", index, name, rule));
            return std::nullopt;
        };
        if (const auto* hosts = labelOf(app, index, "VHOST")) {
            for (const auto host : splitList(*hosts)) {
                if (!isHostName(host)) {
                    return refuseLabel("VHOST", "is no list of host names");
                }
                out.hosts.emplace_back(host);
            }
        }
        out.http = !out.hosts.empty();
        if (const auto* mode = labelOf(app, index, "MODE")) {
            if (*mode != "http" && *mode != "tcp") {
                return refuseLabel("MODE", "is neither http nor tcp");
            }
            out.http = *mode == "http";
        }
        if (!out.http && !out.hosts.empty()) {
            return refuseLabel("VHOST", "needs the mode http");
        }
        if (const auto* path = labelOf(app, index, "PATH")) {
            std::string_view rest = *path;
            out.anyCase = rest.starts_with("-i ");
            rest.remove_prefix(out.anyCase ? 3 : 0);
            if (!isPath(rest)) {
                return refuseLabel("PATH", "is no path");
            }
            out.path = rest;
        }
        return out;
    }

    void addServers(const AppView& view, std::size_t index, Route& route) {
        for (const auto* instance : view.instances) {
            const auto port = index < instance->hostPorts.size() ? instance->hostPorts[index] : 0;
            if (!services::isServing(*instance) || port == 0) {
                continue;
            }
            const bool isAddress = instance->host.find(':') != std::string::npos;
            if (!isOf(instance->host, isAddress ? ":." : "-.", 253)) {
                refuse(view.app.spec, "a host of it has no name that is one");
                continue;
            }
            const auto host = isAddress ? fmt::format("[{}]", instance->host) : instance->host;
            auto name = fmt::format("{}_{}", instance->host, port);
            std::ranges::replace(name, ':', '_');
            route.servers.push_back(
                fmt::format("  server {} {}:{} check inter 2s fall 2\n", name, host, port));
        }
        std::ranges::sort(route.servers);
    }

    // Virtual hosts, those with the longest path first: the first that fits counts.
    void addHttpFrontend(std::string& out) const {
        std::vector<const Route*> routes;
        for (const auto& route : m_routes) {
            if (!route.hosts.empty()) {
                routes.push_back(&route);
            }
        }
        if (routes.empty()) {
            return;
        }
        if (m_ports.contains(kHttpPort)) {
            out += fmt::format("\n# Virtual hosts are not reached: {} has port {}\n",
                m_ports.at(kHttpPort), kHttpPort);
            return;
        }
        std::ranges::stable_sort(
            routes, [](const Route* a, const Route* b) { return a->path.size() > b->path.size(); });
        out += fmt::format("\nfrontend marathon_http_in\n  bind *:{}\n  mode http\n", kHttpPort);
        for (const auto* route : routes) {
            for (const auto& host : route->hosts) {
                out += fmt::format(
                    "  acl host_{} req.hdr(host),field(1,:) -i {}\n", route->name, host);
            }
            if (!route->path.empty()) {
                out += fmt::format("  acl path_{} path_beg {}{}\n", route->name,
                    route->anyCase ? "-i " : "", route->path);
            }
        }
        for (const auto* route : routes) {
            out += fmt::format("  use_backend {0} if host_{0}", route->name);
            out += route->path.empty() ? "\n" : fmt::format(" path_{}\n", route->name);
        }
    }

    static void addRoute(const Route& route, std::string& out) {
        const auto* mode = route.http ? "http" : "tcp";
        out += fmt::format("\nfrontend {0}\n  bind *:{1}\n  mode {2}\n  use_backend {0}\n",
            route.name, route.port, mode);
        out += fmt::format("\nbackend {}\n  balance roundrobin\n  mode {}\n", route.name, mode);
        if (route.http) {
            out += "  option forwardfor\n"
                   "  http-request set-header X-Forwarded-Port %[dst_port]\n"
                   "  http-request add-header X-Forwarded-Proto https if { ssl_fc }\n";
        }
        for (const auto& server : route.servers) {
            out += server;
        }
    }

    // And whose they are.
    std::map<std::uint16_t, std::string> m_ports{{kStatsPort, "HAProxy's own statistics"}};
    std::vector<Route> m_routes;
    std::vector<std::string> m_comments;
};

} // namespace

std::string haproxyConfig(std::span<const AppView> apps, std::string_view group) {
    return Config().text(apps, group);
}

} // namespace muster::agentd::marathon
