// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/task_payload.h"

#include <functional>
#include <limits>
#include <set>

#include "agentd/master/marathon/app_schema.h"
#include "core/proto/image.h"
#include "core/proto/time.h"

namespace muster::agentd::marathon {
namespace {

using mesos::v1::CommandInfo;
using mesos::v1::ContainerInfo;
using mesos::v1::HealthCheck;
using mesos::v1::TaskInfo;
using mesos::v1::Volume;

void addLabels(const Json& from, mesos::v1::Labels& to) {
    for (const auto& [key, value] : from.items()) {
        auto& label = *to.add_labels();
        label.set_key(key);
        label.set_value(value.get<std::string>());
    }
}

CommandInfo commandOf(const Json& app) {
    CommandInfo out;
    if (const auto* line = find(app, "cmd")) {
        out.set_value(line->get<std::string>());
    } else {
        out.set_shell(false);
    }
    if (const auto* arguments = find(app, "args")) {
        for (const auto& argument : *arguments) {
            out.add_arguments(argument.get<std::string>());
        }
        if (!arguments->empty() && find(app, "container") == nullptr) {
            out.set_value(out.arguments(0)); // argv[0] is the program
        }
    }
    for (const auto& [name, value] : app["env"].items()) {
        auto& variable = *out.mutable_environment()->add_variables();
        variable.set_name(name);
        variable.set_value(value.get<std::string>());
    }
    for (const auto& file : app["fetch"]) {
        auto& uri = *out.add_uris();
        uri.set_value(text(file, "uri"));
        uri.set_executable(file["executable"].get<bool>());
        uri.set_extract(file["extract"].get<bool>());
        uri.set_cache(file["cache"].get<bool>());
        if (const auto* path = find(file, "destPath")) {
            uri.set_output_file(path->get<std::string>());
        }
    }
    if (const auto* user = find(app, "user")) {
        out.set_user(user->get<std::string>());
    }
    return out;
}

void setDocker(const Json& app, const Json& docker, ContainerInfo& out) {
    out.set_type(ContainerInfo::DOCKER);
    auto& info = *out.mutable_docker();
    info.set_image(text(docker, "image"));
    info.set_force_pull_image(docker["forcePullImage"].get<bool>());
    for (const auto& parameter : docker["parameters"]) {
        auto& added = *info.add_parameters();
        added.set_key(text(parameter, "key"));
        added.set_value(text(parameter, "value"));
    }
    const auto& network = app["networks"][0];
    const auto mode = text(network, "mode");
    info.set_network(mode == "host"      ? ContainerInfo::DockerInfo::HOST
            : mode == "container/bridge" ? ContainerInfo::DockerInfo::BRIDGE
                                         : ContainerInfo::DockerInfo::USER);
    if (mode == "container") {
        auto& joined = *out.add_network_infos();
        joined.set_name(text(network, "name"));
        if (const auto* labels = find(network, "labels")) {
            addLabels(*labels, *joined.mutable_labels());
        }
    }
}

ContainerInfo containerOf(const Json& app) {
    ContainerInfo out;
    out.set_type(ContainerInfo::MESOS);
    if (const auto* container = find(app, "container")) {
        const auto* docker = find(*container, "docker");
        if (isDocker(app)) {
            setDocker(app, *docker, out);
        } else if (docker != nullptr) {
            out = proto::containerOf(text(*docker, "image"));
            out.mutable_mesos()->mutable_image()->set_cached(
                !docker->at("forcePullImage").get<bool>());
        }
        for (const auto& volume : container->at("volumes")) {
            auto& added = *out.add_volumes();
            added.set_container_path(text(volume, "containerPath"));
            added.set_host_path(text(volume, "hostPath"));
            added.set_mode(text(volume, "mode") == "RO" ? Volume::RO : Volume::RW);
        }
        const auto* info = find(*container, "linuxInfo");
        const auto* ipc = info == nullptr ? nullptr : find(*info, "ipcInfo");
        if (ipc != nullptr && ipc->contains("shmSize")) {
            out.mutable_linux_info()->set_shm_size(ipc->at("shmSize").get<std::uint32_t>());
        }
    }
    if (isTrue(app, "tty")) {
        out.mutable_tty_info();
    }
    return out;
}

std::uint32_t checkedPortOf(const Json& check) {
    const auto* port = find(check, "port");
    return port != nullptr ? port->get<std::uint32_t>()
                           : kPortIndex + check["portIndex"].get<std::uint32_t>();
}

HealthCheck healthCheckOf(const Json& check) {
    HealthCheck out;
    out.set_delay_seconds(check["delaySeconds"].get<double>());
    out.set_interval_seconds(check["intervalSeconds"].get<double>());
    out.set_timeout_seconds(check["timeoutSeconds"].get<double>());
    out.set_grace_period_seconds(check["gracePeriodSeconds"].get<double>());
    // Marathon: 0 never kills.
    const auto failures = check["maxConsecutiveFailures"].get<std::uint32_t>();
    out.set_consecutive_failures(
        failures > 0 ? failures : std::numeric_limits<std::uint32_t>::max());
    const auto protocol = text(check, "protocol");
    if (protocol == "COMMAND") {
        out.set_type(HealthCheck::COMMAND);
        out.mutable_command()->set_value(text(check["command"], "value"));
    } else if (protocol.ends_with("TCP")) {
        out.set_type(HealthCheck::TCP);
        out.mutable_tcp()->set_port(checkedPortOf(check));
    } else {
        out.set_type(HealthCheck::HTTP);
        out.mutable_http()->set_scheme(protocol.ends_with("HTTPS") ? "https" : "http");
        out.mutable_http()->set_port(checkedPortOf(check));
        const auto path = text(check, "path");
        out.mutable_http()->set_path(path.starts_with('/') ? path : "/" + path);
    }
    return out;
}

void addLimits(const Json& limits, TaskInfo& out) {
    for (const auto& [name, limit] : limits.items()) {
        (*out.mutable_limits())[name].set_value(
            limit.is_number() ? limit.get<double>() : std::numeric_limits<double>::infinity());
    }
}

void bindPort(std::uint32_t port, const services::AppSpec& app, const services::Instance& instance,
    const std::function<void(std::uint32_t)>& set) {
    const auto index = port - kPortIndex;
    if (port < kPortIndex || index >= app.ports.size() || index >= instance.hostPorts.size()) {
        return;
    }
    // The agent looks from inside of the container.
    const auto inside = app.ports[index].container.value_or(0);
    set(inside != 0 ? inside : instance.hostPorts[index]);
}

void mapPorts(ContainerInfo::DockerInfo& docker, const services::AppSpec& app,
    const services::Instance& instance) {
    for (std::size_t i = 0; i < std::min(app.ports.size(), instance.hostPorts.size()); ++i) {
        const auto& port = app.ports[i];
        const auto host = instance.hostPorts[i];
        if (!port.container || host == 0) {
            continue;
        }
        for (const auto* protocol : {"tcp", "udp"}) {
            const bool isTcp = std::string_view(protocol) == "tcp";
            using Protocol = services::Port::Protocol;
            if (port.protocol != (isTcp ? Protocol::Udp : Protocol::Tcp)) {
                auto& mapping = *docker.add_port_mappings();
                mapping.set_host_port(host);
                mapping.set_container_port(*port.container != 0 ? *port.container : host);
                mapping.set_protocol(protocol);
            }
        }
    }
}

} // namespace

TaskInfo taskOf(const Json& app) {
    TaskInfo out;
    out.set_name(services::dottedName({text(app, "id")}));
    out.mutable_task_id()->set_value("");
    out.mutable_agent_id()->set_value("");
    *out.mutable_command() = commandOf(app);
    const auto container = containerOf(app);
    if (find(app, "container") != nullptr || container.has_tty_info()) {
        *out.mutable_container() = container;
    }
    if (const auto& checks = app["healthChecks"]; !checks.empty()) {
        *out.mutable_health_check() = healthCheckOf(checks[0]);
    }
    if (const auto* grace = find(app, "taskKillGracePeriodSeconds")) {
        out.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
            proto::nanoseconds(std::chrono::seconds(grace->get<std::int64_t>())));
    }
    if (const auto* limits = find(app, "resourceLimits")) {
        addLimits(*limits, out);
    }
    if (!app["labels"].empty()) {
        addLabels(app["labels"], *out.mutable_labels());
    }
    return out;
}

void completeTask(TaskInfo& task, const services::AppSpec& app, const services::Instance& instance,
    const services::Environment& environment) {
    if (task.health_check().has_http()) {
        auto& http = *task.mutable_health_check()->mutable_http();
        bindPort(http.port(), app, instance, [&](std::uint32_t port) { http.set_port(port); });
    } else if (task.health_check().has_tcp()) {
        auto& tcp = *task.mutable_health_check()->mutable_tcp();
        bindPort(tcp.port(), app, instance, [&](std::uint32_t port) { tcp.set_port(port); });
    }
    if (task.container().has_docker()) {
        mapPorts(*task.mutable_container()->mutable_docker(), app, instance);
    }
    auto& variables = *task.mutable_command()->mutable_environment()->mutable_variables();
    std::set<std::string> own;
    for (const auto& variable : variables) {
        own.insert(variable.name());
    }
    for (const auto& [name, value] : environment) {
        if (!own.contains(name)) {
            auto& added = *variables.Add();
            added.set_name(name);
            added.set_value(value);
        }
    }
}

} // namespace muster::agentd::marathon
