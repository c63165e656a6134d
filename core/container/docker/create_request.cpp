// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/create_request.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "core/container/docker/labels.h"
#include "core/container/docker/parameters.h"
#include "core/container/oci_config.h"
#include "core/kernel/base/number.h"

namespace muster::container::docker {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int taskOomScore = 300; // as the other containerizer's

Result<std::vector<std::string>> argvOf(const DockerCommand& command, const ImageConfig& image) {
    if (command.shell) {
        if (command.value.empty())
            return failure("Shell specified but no command value provided");
        return std::vector<std::string>{"/bin/sh", "-c", command.value};
    }
    std::vector<std::string> given = command.arguments;
    if (!command.value.empty())
        given.insert(given.begin(), command.value);
    std::vector<std::string> argv = image.entrypoint;
    const auto& rest = given.empty() ? image.command : given;
    argv.insert(argv.end(), rest.begin(), rest.end());
    if (argv.empty() || argv.front().empty())
        return failure("The image has no default command: specify one in the task");
    return argv;
}

bool isNetworkName(const std::string& name) {
    // Words of the engine's that are no networks' names, or not of networks made by a user.
    const std::array reserved{"default", "host", "bridge", "none", "container"};
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '_' || c == '.' || c == '-';
    };
    constexpr std::size_t longest = 128;
    return !name.empty() && name.size() <= longest && std::all_of(name.begin(), name.end(), allowed)
        && std::find(reserved.begin(), reserved.end(), name) == reserved.end();
}

Result<std::string> networkMode(const DockerSpec& spec) {
    switch (spec.network) {
    case NetworkMode::Host:
        return "host";
    case NetworkMode::Bridge:
        return "bridge";
    case NetworkMode::None:
        return "none";
    case NetworkMode::User:
        if (!isNetworkName(spec.networkName))
            return failure(fmt::format(
                "'{}' is not the name of a user-defined network", spec.networkName.substr(0, 128)));
        return spec.networkName;
    }
    return failure("Unsupported Network mode");
}

Status addNetwork(OrderedJson& request, const DockerSpec& spec) {
    const auto mode = networkMode(spec);
    if (!mode)
        return tl::unexpected(mode.error());
    OrderedJson& host = request["HostConfig"];
    host["NetworkMode"] = *mode;
    if (spec.ports.empty())
        return {};
    if (spec.network != NetworkMode::Bridge && spec.network != NetworkMode::User)
        return failure("Port mappings are only supported for bridge and user-defined networks");
    for (const PortMapping& port : spec.ports) {
        if (port.hostPort == 0 || port.containerPort == 0
            || (port.protocol != "tcp" && port.protocol != "udp"))
            return failure(fmt::format("Port mapping {}:{}/{} is not host port:container port/tcp "
                                       "or udp, the ports 1 to 65535",
                port.hostPort, port.containerPort, port.protocol.substr(0, 20)));
        const auto name = fmt::format("{}/{}", port.containerPort, port.protocol);
        request["ExposedPorts"][name] = OrderedJson::object();
        host["PortBindings"][name].push_back({{"HostPort", std::to_string(port.hostPort)}});
    }
    return {};
}

OrderedJson mount(const std::string& source, const std::string& target, bool readOnly) {
    return {{"Type", "bind"}, {"Source", source}, {"Target", target}, {"ReadOnly", readOnly},
        {"BindOptions", {{"Propagation", "rprivate"}}}};
}

Status addMounts(OrderedJson& host, const DockerSpec& spec, const DockerPlaces& places) {
    OrderedJson mounts = OrderedJson::array();
    mounts.push_back(mount(spec.sandbox, kSandbox, /*readOnly=*/false));
    mounts.push_back(mount(places.init, kInit, /*readOnly=*/true));
    for (const BindMount& driver : spec.driverMounts)
        mounts.push_back(mount(driver.source, driver.target, /*readOnly=*/true));
    for (const BindMount& volume : spec.volumes) {
        if (const auto checked = checkTarget(volume.target); !checked)
            return checked;
        mounts.push_back(mount(volume.source, volume.target, volume.readOnly));
    }
    host["Mounts"] = std::move(mounts);
    return {};
}

OrderedJson devices(const DockerSpec& spec, const DockerPlaces& places) {
    const auto device = [](const std::string& onHost, const std::string& inside) -> OrderedJson {
        return {{"PathOnHost", onHost}, {"PathInContainer", inside}, {"CgroupPermissions", "rw"}};
    };
    OrderedJson result = OrderedJson::array();
    for (const DeviceNode& control : places.controlDevices)
        result.push_back(device(control.path, control.path));
    for (const unsigned minor : spec.gpuMinors) {
        const auto name = fmt::format("/nvidia{}", minor);
        result.push_back(device(places.deviceDirectory + name, "/dev" + name));
    }
    return result;
}

void addLimits(OrderedJson& host, const DockerSpec& spec) {
    constexpr std::int64_t period = 100000; // microseconds, the kernel's own default
    if (spec.cpus.value > 0)
        host["CpuShares"] = cpuShares(spec.cpus);
    if (spec.cpuLimit.value > 0) {
        host["CpuPeriod"] = period;
        host["CpuQuota"] = std::max<std::int64_t>(1000, spec.cpuLimit.value * period / 1000);
    }
    if (spec.memory.value > 0) {
        host["Memory"] = spec.memory.value;
        host["MemorySwap"] = spec.memory.value; // memory and swap together: no swap
    }
    if (spec.maxProcesses > 0)
        host["PidsLimit"] = spec.maxProcesses;
    host["OomScoreAdj"] = taskOomScore;
}

// The engine's default set without what no task here needs.
OrderedJson droppedCapabilities(const DockerSpec& spec) {
    OrderedJson dropped{"MKNOD", "AUDIT_WRITE"};
    if (spec.network == NetworkMode::Host)
        dropped.push_back("NET_RAW");
    return dropped;
}

OrderedJson environment(const DockerSpec& spec, const std::string& owner) {
    std::map<std::string, std::string> variables(spec.environment.begin(), spec.environment.end());
    variables.insert_or_assign("MESOS_SANDBOX", kSandbox);
    variables.insert_or_assign("MESOS_CONTAINER_NAME", engineName(spec.id, owner));
    OrderedJson result = OrderedJson::array();
    for (const auto& [name, value] : variables)
        result.push_back(name + '=' + value);
    return result;
}

void addUser(OrderedJson& request, const UserIds& user) {
    request["User"] = fmt::format("{}:{}", user.uid, user.gid);
    for (const std::uint32_t group : user.groups)
        request["HostConfig"]["GroupAdd"].push_back(std::to_string(group));
}

OrderedJson hostConfig(const DockerSpec& spec, const DockerPlaces& places) {
    OrderedJson host{{"Runtime", "runc"}, {"Privileged", false}, {"AutoRemove", false},
        {"Init", false}, {"RestartPolicy", {{"Name", "no"}}}, {"LogConfig", {{"Type", "none"}}},
        {"SecurityOpt", {"no-new-privileges"}}, {"IpcMode", "private"},
        {"CapDrop", droppedCapabilities(spec)}, {"Devices", devices(spec, places)}};
    addLimits(host, spec);
    return host;
}

} // namespace

std::string engineName(const ContainerId& id, const std::string& owner) {
    std::uint32_t hash = 2166136261; // FNV-1a: the same in every build, unlike std::hash
    for (const char c : owner)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
    return fmt::format("muster-{}-{:08x}", id.value, hash);
}

Result<UserIds> userOf(const DockerSpec& spec, const ImageConfig& image) {
    if (spec.user)
        return *spec.user;
    if (image.user.empty())
        return UserIds{};
    const auto colon = image.user.find(':');
    const auto uid = wholeNumber<std::uint32_t>(std::string_view(image.user).substr(0, colon));
    // Without a group the engine takes the one of the image's user database: most often the same.
    const auto gid = colon == std::string::npos
        ? uid
        : wholeNumber<std::uint32_t>(std::string_view(image.user).substr(colon + 1));
    if (!uid || !gid)
        return failure(fmt::format("Image '{}' runs as its user '{}', which is only known inside "
                                   "the image: specify a user of this host in the task",
            spec.image, image.user));
    return UserIds{*uid, *gid, {}};
}

Result<std::string> createRequest(
    const DockerSpec& spec, const ImageConfig& image, const DockerPlaces& places) {
    const auto argv = argvOf(spec.command, image);
    if (!argv)
        return tl::unexpected(argv.error());
    const auto user = userOf(spec, image);
    if (!user)
        return tl::unexpected(user.error());
    if (const auto checked = checkSpec({.id = spec.id,
            .argv = *argv,
            .environment = spec.environment,
            .sandbox = spec.sandbox,
            .logSize = spec.logSize,
            .logFiles = spec.logFiles});
        !checked)
        return tl::unexpected(checked.error());
    const OrderedJson entrypoint{
        kInit, kSandbox, std::to_string(spec.logSize.value), std::to_string(spec.logFiles)};
    OrderedJson request{{"Image", image.id}, {"Entrypoint", entrypoint}, {"Cmd", *argv},
        {"Env", environment(spec, places.owner)}, {"Labels", labelsOf(spec, places.owner)},
        {"Tty", false}, {"OpenStdin", false}, {"AttachStdin", false}, {"AttachStdout", false},
        {"AttachStderr", false}, {"Healthcheck", {{"Test", {"NONE"}}}},
        {"HostConfig", hostConfig(spec, places)}};
    addUser(request, *user);
    if (const auto added = addNetwork(request, spec); !added)
        return tl::unexpected(added.error());
    if (const auto added = addMounts(request["HostConfig"], spec, places); !added)
        return tl::unexpected(added.error());
    if (const auto added = addParameters(request, spec.parameters); !added)
        return tl::unexpected(added.error());
    return request.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace muster::container::docker
