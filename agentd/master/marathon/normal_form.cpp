// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/normal_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "agentd/master/marathon/app_schema.h"

namespace muster::agentd::marathon {
namespace {

// A pointer into an object of JSON stays valid when another member is added.
bool isFilled(const Json* list) {
    return list != nullptr && !list->empty();
}

// Of a file that Mesos' fetcher unpacks.
bool isArchive(std::string_view uri) {
    constexpr std::array<std::string_view, 9> kEndings{
        ".tar", ".tar.gz", ".tar.bz2", ".tar.xz", ".gz", ".tgz", ".tbz2", ".txz", ".zip"};
    const auto path = uri.substr(0, uri.find_first_of("?#"));
    return std::ranges::any_of(kEndings, [&](auto ending) { return path.ends_with(ending); });
}

void translateUris(Json& app, Defects& defects) {
    const auto* uris = find(app, "uris");
    if (isFilled(uris)) {
        if (isFilled(find(app, "fetch"))) {
            defects.addValue("", "cannot specify both uris and fetch fields");
            return;
        }
        auto fetch = Json::array();
        for (const auto& uri : *uris) {
            fetch.push_back({{"uri", uri}, {"extract", isArchive(uri.get<std::string>())}});
        }
        app["fetch"] = std::move(fetch);
    }
    app.erase("uris");
}

Json portNumbersOf(const Json& definitions) {
    auto out = Json::array();
    for (const auto& definition : definitions) {
        out.push_back(definition.value("port", 0));
    }
    return out;
}

void translatePorts(Json& app, Defects& defects) {
    const auto* ports = find(app, "ports");
    if (ports == nullptr) {
        return;
    }
    const auto* definitions = find(app, "portDefinitions");
    if (definitions != nullptr && portNumbersOf(*definitions) != *ports) {
        defects.addValue("", "cannot specify both ports and port definitions");
    }
    std::set<Json> seen;
    for (const auto& port : *ports) {
        if (port != 0 && !seen.insert(port).second) {
            defects.addValue("", "ports must be unique");
        }
    }
    if (definitions == nullptr) {
        auto list = Json::array();
        for (const auto& port : *ports) {
            list.push_back({{"port", port}});
        }
        app["portDefinitions"] = std::move(list);
    }
    app.erase("ports");
}

Json networkOf(std::string_view dockerNetwork, const Json* address) {
    Json out{{"mode",
        dockerNetwork == "HOST"         ? "host"
            : dockerNetwork == "BRIDGE" ? "container/bridge"
                                        : "container"}};
    if (address != nullptr && dockerNetwork != "HOST") {
        if (const auto* labels = find(*address, "labels")) {
            out["labels"] = *labels;
        }
        if (const auto* name = find(*address, "networkName");
            name != nullptr && dockerNetwork != "BRIDGE") {
            out["name"] = *name;
        }
    }
    return out;
}

// What of ipAddress says which ports a container has; the host opens none of them.
void translateDiscovery(Json& container, const Json& address, Defects& defects) {
    const auto* discovery = find(address, "discovery");
    const auto* ports = discovery == nullptr ? nullptr : find(*discovery, "ports");
    if (!isFilled(ports)) {
        return;
    }
    if (container.value("type", "DOCKER") == "DOCKER") {
        defects.addValue("", "ipAddress.discovery.ports do not apply for container type DOCKER");
        return;
    }
    if (isFilled(find(container, "portMappings"))) {
        defects.addValue(
            "", "container.portMappings and ipAddress.discovery.ports must not both be set");
        return;
    }
    auto mappings = Json::array();
    for (const auto& port : *ports) {
        auto mapping = port;
        mapping.erase("number");
        mapping["containerPort"] = port.value("number", 0);
        mappings.push_back(std::move(mapping));
    }
    container["portMappings"] = std::move(mappings);
}

void translateNetworks(Json& app, Defects& defects) {
    const auto* address = find(app, "ipAddress");
    if (address != nullptr
        && (isFilled(find(app, "portDefinitions")) || isFilled(find(app, "ports")))) {
        defects.addValue("", "cannot specify both an IP address and port");
        return;
    }
    if (address != nullptr && find(app, "container") == nullptr) {
        app["container"] = {{"type", "MESOS"}};
    }
    const auto* container = find(app, "container");
    const auto* docker = container == nullptr ? nullptr : find(*container, "docker");
    const auto dockerNetwork = docker == nullptr ? "" : text(*docker, "network");
    if (address == nullptr && dockerNetwork.empty()) {
        return;
    }
    if (isFilled(find(app, "networks"))) {
        defects.addValue("", "cannot mix deprecated and canonical network APIs");
        return;
    }
    if (dockerNetwork == "NONE") {
        defects.addValue("", "unsupported docker network type NONE");
        return;
    }
    app["networks"] = Json::array({networkOf(dockerNetwork, address)});
    if (address != nullptr) {
        translateDiscovery(app["container"], *address, defects);
    }
    app.erase("ipAddress");
    if (!dockerNetwork.empty()) {
        app["container"]["docker"].erase("network");
    }
}

void translateDockerPorts(Json& app, Defects& defects) {
    const auto* container = find(app, "container");
    const auto* docker = container == nullptr ? nullptr : find(*container, "docker");
    const auto* mappings = docker == nullptr ? nullptr : find(*docker, "portMappings");
    if (mappings == nullptr) {
        return;
    }
    if (isFilled(mappings) && isFilled(find(*container, "portMappings"))) {
        defects.addValue("", "cannot specify both portMappings and docker.portMappings");
        return;
    }
    auto& changed = app["container"];
    if (!isFilled(find(*container, "portMappings"))) {
        changed["portMappings"] = *mappings;
    }
    changed["docker"].erase("portMappings");
}

void completeHostPorts(Json& app) {
    if (find(app, "portDefinitions") == nullptr) {
        app["portDefinitions"] = Json::array({{{"name", "default"}, {"port", 0}}});
    }
}

// Off the host's network: a mapping each for what were ports of the host, one where none are named.
void completeMappings(Json& app) {
    const auto* definitions = find(app, "portDefinitions");
    const auto wanted = definitions == nullptr ? 0 : definitions->size();
    app.erase("portDefinitions");
    app["requirePorts"] = false; // of the host's network only
    if (find(app, "container") == nullptr) {
        app["container"] = {{"type", "MESOS"}};
    }
    auto& container = app["container"];
    if (find(container, "portMappings") == nullptr) {
        container["portMappings"] = Json::array({{{"containerPort", 0}, {"name", "default"}}});
    }
    auto& mappings = container["portMappings"];
    while (mappings.size() < wanted) {
        mappings.push_back({{"containerPort", 0}});
    }
    const auto isBridge = [](const Json& network) { return network["mode"] == "container/bridge"; };
    if (std::ranges::any_of(app["networks"], isBridge)) {
        for (auto& mapping : mappings) {
            mapping.emplace("hostPort", 0);
        }
    }
}

} // namespace

void translateOldSpellings(Json& app, Defects& defects) {
    translateUris(app, defects);
    translateDockerPorts(app, defects);
    translateNetworks(app, defects);
    translatePorts(app, defects);
}

void complete(Json& app, const std::string& role) {
    app.emplace("role", role);
    auto& networks = app["networks"];
    if (networks.is_null() || networks.empty()) {
        networks = Json::array({{{"mode", "host"}}});
    }
    if (isOnHostNetwork(app)) {
        completeHostPorts(app);
    } else {
        completeMappings(app);
    }
    if (!portsOf(app).empty()) {
        for (auto& check : app["healthChecks"]) {
            if (text(check, "protocol") != "COMMAND" && find(check, "port") == nullptr) {
                check.emplace("portIndex", 0);
            }
        }
    }
    for (auto& constraint : app["constraints"]) {
        auto& op = constraint[1].get_ref<std::string&>();
        std::ranges::transform(op, op.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    // An app that must not run twice is not upgraded by starting a second instance.
    const auto* labels = find(app, "labels");
    const bool isSingle
        = labels != nullptr && text(*labels, "MARATHON_SINGLE_INSTANCE_APP") == "true";
    const bool isResident = find(app, "residency") != nullptr;
    app.emplace("upgradeStrategy",
        Json{{"maximumOverCapacity", isSingle || isResident ? 0.0 : 1.0},
            {"minimumHealthCapacity",
                isSingle         ? 0.0
                    : isResident ? 0.5
                                 : 1.0}});
    app.emplace("unreachableStrategy",
        isResident ? Json("disabled")
                   : Json{{"expungeAfterSeconds", 0}, {"inactiveAfterSeconds", 0}});
}

} // namespace muster::agentd::marathon
