// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/task_answers.h"

#include <fmt/format.h>

namespace muster::agentd::marathon {
namespace {

using api::JsonWriter;
using services::AppSpec;
using services::Instance;

void addHealth(const Instance& instance, JsonWriter& json) {
    json.list("healthCheckResults", [&] {
        if (instance.healthy) {
            json.beginObject();
            json.member("alive", *instance.healthy);
            json.member("instanceId", instance.id.value);
            json.member("taskId", instance.id.value);
            json.endObject();
        }
    });
}

void addPlace(const std::string& name, const Instance& instance, JsonWriter& json) {
    for (const auto& attribute : instance.attributes) {
        if (attribute.name == name) {
            json.member(name, attribute.valueText());
            return;
        }
    }
}

template <typename Use>
void eachRunning(const AppView& view, const Use& use) {
    for (const auto* instance : view.instances) {
        if (instance->state == TaskState::Running) {
            use(*instance);
        }
    }
}

} // namespace

void appendTask(const Instance& instance, const AppSpec& app, JsonWriter& json) {
    json.beginObject();
    json.member("appId", instance.app.value);
    addHealth(instance, json);
    json.member("host", instance.host);
    json.member("id", instance.id.value);
    json.key("ipAddresses");
    appendAddresses(instance, json);
    json.key("ports");
    appendHostPorts(instance, json);
    json.list("servicePorts", [&] {
        for (const auto& port : app.ports) {
            json.value(port.service);
        }
    });
    json.member("slaveId", instance.agent.value);
    json.member("state", wireName(instance.state));
    json.member("stagedAt", isoTime(instance.staged));
    if (instance.started) {
        json.member("startedAt", isoTime(*instance.started));
    }
    json.member("version", isoTime(instance.version));
    json.list("localVolumes", [] {});
    addPlace("region", instance, json);
    addPlace("zone", instance, json);
    json.member("role", app.role);
    json.endObject();
}

void appendAddresses(const Instance& instance, JsonWriter& json) {
    json.beginArray();
    if (!instance.ip.empty()) {
        json.beginObject();
        json.member("ipAddress", instance.ip);
        json.member("protocol", instance.ip.find(':') == std::string::npos ? "IPv4" : "IPv6");
        json.endObject();
    }
    json.endArray();
}

void appendHostPorts(const Instance& instance, JsonWriter& json) {
    json.beginArray();
    for (const auto port : instance.hostPorts) {
        if (port != 0) {
            json.value(port);
        }
    }
    json.endArray();
}

std::string tasksAnswer(std::span<const AppView> views) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("tasks", [&] {
        for (const auto& view : views) {
            for (const auto* instance : view.instances) {
                appendTask(*instance, view.app.spec, json);
            }
        }
    });
    json.endObject();
    return out;
}

std::string endpointTable(std::span<const AppView> views) {
    std::string out;
    for (const auto& view : views) {
        const auto name = services::flatName(view.app.spec.id);
        const auto& ports = view.app.spec.ports;
        if (ports.empty()) {
            out += name + "\t \t";
            eachRunning(view, [&](const Instance& instance) { out += instance.host + ' '; });
            out += '\n';
        }
        for (std::size_t i = 0; i < ports.size(); ++i) {
            out += fmt::format("{}\t{}\t", name, ports[i].service);
            eachRunning(view, [&](const Instance& instance) {
                const auto port = i < instance.hostPorts.size() ? instance.hostPorts[i] : 0;
                out += fmt::format("{}:{}\t", instance.host, port);
            });
            out += '\n';
        }
    }
    return out;
}

} // namespace muster::agentd::marathon
