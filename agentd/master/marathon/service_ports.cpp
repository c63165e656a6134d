// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/service_ports.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentd/master/marathon/app_schema.h"

namespace muster::agentd::marathon {
namespace {

// The ports of the document are the spec's, in their order.
void writeToDocument(services::AppSpec& app) {
    auto document = Json::parse(app.document);
    const bool onHost = isOnHostNetwork(document);
    auto& ports = onHost ? document["portDefinitions"] : document["container"]["portMappings"];
    for (std::size_t i = 0; i < app.ports.size(); ++i) {
        ports[i][onHost ? "port" : "servicePort"] = app.ports[i].service;
    }
    app.document = document.dump();
}

} // namespace

std::set<std::uint16_t> servicePortsOf(const services::AppSpec& app) {
    std::set<std::uint16_t> out;
    for (const auto& port : app.ports) {
        if (port.service != 0) {
            out.insert(port.service);
        }
    }
    return out;
}

OrRefusal<void> assignServicePorts(services::AppSpec& app, const services::AppSpec* before,
    const std::set<std::uint16_t>& used, PortRange range) {
    const auto named = servicePortsOf(app);
    auto kept = before == nullptr ? std::set<std::uint16_t>{} : servicePortsOf(*before);
    std::erase_if(kept, [&](std::uint16_t port) {
        return named.contains(port) || port < range.first || port > range.last;
    });
    std::uint32_t next = range.first;
    bool changed = false;
    for (auto& port : app.ports) {
        if (port.service != 0) {
            continue;
        }
        if (!kept.empty()) {
            port.service = kept.extract(kept.begin()).value();
        } else {
            const auto isTaken = [&](std::uint32_t number) {
                const auto candidate = static_cast<std::uint16_t>(number);
                return used.contains(candidate) || named.contains(candidate);
            };
            while (next <= range.last && isTaken(next)) {
                ++next;
            }
            if (next > range.last) {
                return refused(422,
                    fmt::format("All ports in the range [{}-{}] are already in use: name one that "
                                "is not",
                        range.first, range.last));
            }
            port.service = static_cast<std::uint16_t>(next++);
        }
        if (app.requirePorts) {
            port.host = port.service; // as if it had been asked for
        }
        changed = true;
    }
    if (changed) {
        writeToDocument(app);
    }
    return {};
}

} // namespace muster::agentd::marathon
