// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/environment.h"

#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::services {
namespace {

// A label with a longer value is left out, as it is by Marathon.
constexpr std::size_t kLongestValue = 512;

std::string variableName(std::string_view text) {
    std::string out;
    for (const unsigned char letter : text) {
        if (std::isalnum(letter)) {
            out += static_cast<char>(std::toupper(letter));
        } else if (out.empty() || out.back() != '_') {
            out += '_';
        }
    }
    return out;
}

std::string decimal(Milli amount) { // "1.0", as Marathon's are floating-point numbers
    return amount.text() + (amount.isWhole() ? ".0" : "");
}

void addPorts(const App& app, const Instance& instance, Environment& out) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < app.spec.ports.size(); ++i) {
        const auto& port = app.spec.ports[i];
        const auto host = instance.hostPorts[i];
        // What is not open on the host is reached at the container's own port.
        const auto number = std::to_string(host != 0 ? host : port.container.value_or(0));
        const auto asked = port.container ? *port.container : port.service;
        out.emplace_back(fmt::format("PORT{}", i), number);
        out.emplace_back(
            fmt::format("PORT_{}", asked != 0 ? std::to_string(asked) : number), number);
        if (!port.name.empty()) {
            out.emplace_back("PORT_" + variableName(port.name), number);
        }
        all.push_back(number);
    }
    if (!all.empty()) {
        out.emplace_back("PORT", all.front());
        out.emplace_back("PORTS", fmt::format("{}", fmt::join(all, ",")));
    }
}

void addLabels(const App& app, Environment& out) {
    std::vector<std::string> names;
    Environment values;
    for (const auto& [key, value] : app.spec.labels) {
        if (value.size() < kLongestValue) {
            names.push_back(variableName(key));
            values.emplace_back("MARATHON_APP_LABEL_" + names.back(), value);
        }
    }
    out.emplace_back("MARATHON_APP_LABELS", fmt::format("{}", fmt::join(names, " ")));
    out.insert(out.end(), values.begin(), values.end());
}

} // namespace

Environment environmentOf(const App& app, const Instance& instance) {
    const auto& resources = app.spec.resources;
    Environment out;
    out.emplace_back("HOST", instance.host);
    addPorts(app, instance, out);
    out.emplace_back("MARATHON_APP_ID", app.spec.id.value);
    out.emplace_back("MARATHON_APP_VERSION", isoTime(app.version));
    if (!app.spec.image.empty()) {
        out.emplace_back("MARATHON_APP_DOCKER_IMAGE", app.spec.image);
    }
    out.emplace_back("MARATHON_APP_RESOURCE_CPUS", decimal(resources.scalar(Resources::Cpus)));
    out.emplace_back("MARATHON_APP_RESOURCE_MEM", decimal(resources.scalar(Resources::Mem)));
    out.emplace_back("MARATHON_APP_RESOURCE_DISK", decimal(resources.scalar(Resources::Disk)));
    out.emplace_back("MARATHON_APP_RESOURCE_GPUS", resources.scalar(Resources::Gpus).text());
    addLabels(app, out);
    return out;
}

} // namespace muster::services
