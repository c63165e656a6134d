// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_rules.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include "agentd/master/marathon/app_schema.h"
#include "core/kernel/base/number.h"
#include "core/proto/json_text.h"

namespace muster::agentd::marathon {
namespace {

void checkCommand(const Json& app, Defects& defects) {
    const bool command = find(app, "cmd") != nullptr;
    const bool arguments = !listOf(app, "args").empty();
    const bool container = find(app, "container") != nullptr;
    if ((command && arguments) || (!command && !arguments && !container)) {
        defects.addValue(
            "", "AppDefinition must either contain one of 'cmd' or 'args', and/or a 'container'.");
    } else if (!command && !arguments && find(app["container"], "docker") == nullptr) {
        defects.addValue(
            "", "An app without an image needs a command: set 'cmd', 'args' or 'container.docker'");
    }
    const auto executor = text(app, "executor");
    if (!executor.empty() && executor != "//cmd") {
        defects.addValue("/executor", "must be '//cmd' or empty: there are no other executors");
    }
    if (find(app, "check") != nullptr) {
        defects.addValue("/check", "is not supported: use 'healthChecks'");
    }
}

void checkGpus(const Json& app, const AppSettings& settings, Defects& defects) {
    // doc/features.md F1, F2, F3
    if (app["gpus"] == 0) {
        return;
    }
    if (isDocker(app)) {
        defects.addValue("", "GPU resources only work with the Mesos containerizer");
    }
    if (!settings.gpuResources) {
        defects.addValue("",
            "Feature gpu_resources is not enabled. Enable with --enable_features gpu_resources)");
    }
}

// ---- container

void checkDocker(const Json& docker, bool isDockerEngine, Defects& defects) {
    const std::string place = "/container/docker";
    if (find(docker, "credential") != nullptr) {
        defects.addValue(member(place, "credential"), "must be empty");
    }
    if (find(docker, "pullConfig") != nullptr) {
        defects.addValue(member(place, "pullConfig"),
            isDockerEngine ? "pullConfig is not supported with Docker containerizer"
                           : "is not supported: log in to the registry on the nodes");
    }
    if (isTrue(docker, "privileged")) {
        defects.addValue(member(place, "privileged"),
            "Privileged containers are not allowed: they would have full control of the host");
    }
    const auto& parameters = listOf(docker, "parameters");
    if (!isDockerEngine && !parameters.empty()) {
        defects.addValue(member(place, "parameters"), "must be empty");
    }
}

void checkVolume(const Json& volume, const std::string& place, bool hasImage, Defects& defects) {
    if (find(volume, "persistent") != nullptr) {
        defects.addValue(member(place, "persistent"),
            "Persistent volumes are not supported: use a folder of the node, with 'hostPath'");
    } else if (find(volume, "external") != nullptr) {
        defects.addValue(member(place, "external"),
            "External volumes are not supported: mount them on the nodes and use 'hostPath'");
    } else if (find(volume, "secret") != nullptr) {
        defects.addValue(member(place, "secret"),
            "Secrets are not supported: use a file of the node, with 'hostPath'");
    } else if (find(volume, "hostPath") == nullptr) {
        defects.addValue(place, "Unknown app volume type");
    } else if (find(volume, "mode") == nullptr) {
        defects.addType(member(place, "mode"), "error.path.missing");
    } else if (!hasImage) {
        defects.addValue(
            place, "Volumes need an image: without one a task uses the host's file system");
    }
}

void checkLinux(const Json& info, Defects& defects) {
    const std::string place = "/container/linuxInfo";
    const auto* seccomp = find(info, "seccomp");
    if (seccomp != nullptr && isTrue(*seccomp, "unconfined")) {
        defects.addValue(member(place, "seccomp"),
            "Tasks cannot run without the system call filter: remove 'seccomp.unconfined'");
    }
    if (seccomp != nullptr && find(*seccomp, "profileName") != nullptr) {
        defects.addValue(member(place, "seccomp"),
            "All tasks have the same system call filter: remove 'seccomp'");
    }
    const auto* ipc = find(info, "ipcInfo");
    if (ipc != nullptr && text(*ipc, "mode") == "SHARE_PARENT") {
        defects.addValue(member(place, "ipcInfo"),
            "Each task has shared memory of its own: set 'mode' to PRIVATE");
    }
}

void checkContainer(const Json& app, Defects& defects) {
    const auto* container = find(app, "container");
    if (container == nullptr) {
        return;
    }
    const auto* docker = find(*container, "docker");
    if (isDocker(app) && docker == nullptr) {
        defects.addValue("/container/docker", "not defined");
    }
    if (docker != nullptr) {
        checkDocker(*docker, isDocker(app), defects);
    }
    const auto& volumes = listOf(*container, "volumes");
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        checkVolume(volumes[i], item("/container/volumes", i), docker != nullptr, defects);
    }
    if (const auto* info = find(*container, "linuxInfo")) {
        checkLinux(*info, defects);
    }
    if (isDocker(app) && isTrue(app, "tty")) {
        defects.addValue("/tty",
            "Tasks of type DOCKER have no terminal: use type MESOS with the "
            "same image");
    }
}

// ---- networks and ports

void checkNames(const Json& ports, const std::string& place, Defects& defects) {
    std::set<std::string> seen;
    for (const auto& port : ports) {
        const auto name = text(port, "name");
        if (!name.empty() && !seen.insert(name).second) {
            defects.addValue(place, "Port names must be unique.");
        }
    }
}

void checkPortDefinitions(const Json& app, Defects& defects) {
    const auto& definitions = listOf(app, "portDefinitions");
    checkNames(definitions, "/portDefinitions", defects);
    std::set<Json> seen;
    for (const auto& definition : definitions) {
        const auto& port = definition["port"];
        if (port != 0 && !seen.insert(port).second) {
            defects.addValue("/portDefinitions", "Ports must be unique.");
        }
    }
}

void checkMappings(const Json& app, Defects& defects) {
    const auto& mappings = listOf(listOf(app, "container"), "portMappings");
    if (isOnHostNetwork(app)) {
        if (!mappings.empty()) {
            defects.addValue("", "portMappings are not allowed with host-networking");
        }
        return;
    }
    checkNames(mappings, "/container/portMappings", defects);
    std::set<std::string> networks;
    for (const auto& network : app["networks"]) {
        networks.insert(text(network, "name"));
    }
    for (std::size_t i = 0; i < mappings.size(); ++i) {
        const auto place = item("/container/portMappings", i);
        const auto& names = listOf(mappings[i], "networkNames");
        for (std::size_t k = 0; k < names.size(); ++k) {
            if (!networks.contains(names[k].get<std::string>())) {
                defects.addValue(item(member(place, "networkNames"), k),
                    fmt::format("is not one of ({})", fmt::join(networks, ",")));
            }
        }
    }
}

void checkNetworks(const Json& app, Defects& defects) {
    const std::string place = "/networks";
    std::map<std::string, int> modes;
    std::set<std::string> names;
    for (const auto& network : app["networks"]) {
        const auto mode = text(network, "mode");
        const auto name = text(network, "name");
        ++modes[mode];
        if (mode == "host" && (!name.empty() || !listOf(network, "labels").empty())) {
            defects.addValue(place, "Host networks may not have names or labels");
        } else if (mode == "container/bridge" && !name.empty()) {
            defects.addValue(place, "Bridge networks may not have names");
        } else if (mode == "container" && name.empty()) {
            defects.addValue(
                place, "Network name must be specified when container network is selected.");
        } else if (!name.empty() && !names.insert(name).second) {
            defects.addValue(place, "Duplicate networks are not allowed");
        }
    }
    if (modes.size() > 1 || modes["host"] > 1 || modes["container/bridge"] > 1) {
        defects.addValue(place,
            "May specify a single host network, single bridge network, or else "
            "1-to-n container networks");
    } else if (isDocker(app) && names.size() > 1) {
        defects.addValue("",
            "may only specify a single container network when using the Docker "
            "container engine");
    }
    if (!isOnHostNetwork(app) && !isDocker(app)) {
        defects.addValue(place,
            "Tasks of type MESOS are on the network of their node: use mode "
            "'host', or a container of type DOCKER");
    }
}

// ---- health

void checkHealthCheck(const Json& app, const Json& check, Defects& defects) {
    const std::string place = "/healthChecks(0)";
    const bool isCommand = text(check, "protocol") == "COMMAND";
    if (isCommand != (find(check, "command") != nullptr)) {
        defects.addValue(place,
            isCommand ? "A check of protocol COMMAND needs a 'command'"
                      : "Only a check of protocol COMMAND has a 'command'");
    }
    if (isTrue(check, "ignoreHttp1xx")) {
        defects.addValue(place,
            "'ignoreHttp1xx' is not supported: a check succeeds with a status of 200 to 399");
    }
    if (text(check, "ipProtocol") != "IPv4") {
        defects.addValue(place, "'IPv6' is not supported: health checks use IPv4");
    }
    if (isCommand) {
        return;
    }
    const auto* port = find(check, "port");
    const auto* index = find(check, "portIndex");
    if (port != nullptr && index != nullptr) {
        defects.addValue(place, "HealthCheck must specify either a port or a portIndex");
    } else if (port != nullptr
            ? *port == 0
            : index == nullptr || index->get<std::size_t>() >= portsOf(app).size()) {
        defects.addValue(place,
            "Health check port indices must address an element of the ports "
            "array or container port mappings.");
    }
}

void checkHealth(const Json& app, Defects& defects) {
    const auto& checks = app["healthChecks"];
    if (checks.size() > 1) {
        defects.addValue("/healthChecks",
            fmt::format("{} checks are given, at most 1 is supported: let it test what the others "
                        "do",
                checks.size()));
    } else if (!checks.empty()) {
        checkHealthCheck(app, checks[0], defects);
    }
}

void checkReadiness(const Json& app, Defects& defects) {
    const auto& checks = app["readinessChecks"];
    if (checks.size() > 1) {
        defects.addValue(
            "/readinessChecks", fmt::format("got {}, expected 1 or less", checks.size()));
    }
    std::set<std::string> names;
    for (const auto& port : portsOf(app)) {
        names.insert(text(port, "name"));
    }
    for (std::size_t i = 0; i < checks.size(); ++i) {
        const auto place = item("/readinessChecks", i);
        const auto port = text(checks[i], "portName");
        if (!names.contains(port)) {
            defects.addValue(member(place, "portName"),
                fmt::format("No port definition reference for portName {}", port));
        }
        if (checks[i]["timeoutSeconds"] >= checks[i]["intervalSeconds"]) {
            defects.addValue(member(place, "timeoutSeconds"),
                fmt::format("got {}, expected less than {}", checks[i]["timeoutSeconds"].dump(),
                    checks[i]["intervalSeconds"].dump()));
        }
        if (isTrue(checks[i], "preserveLastResponse")) {
            defects.addValue(
                member(place, "preserveLastResponse"), "is not supported: responses are not kept");
        }
    }
}

// ---- where it runs

bool isWholeNumber(std::string_view text) {
    const auto number = wholeNumber<std::int32_t>(text);
    return number && *number > 0;
}

bool isPattern(const std::string& text) {
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_max_mem(1 << 20);
    return re2::RE2(text, options).ok();
}

bool isTextOrNumber(std::string_view text) {
    constexpr std::string_view kLetters
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.-";
    return !text.empty() && text.find_first_not_of(kLetters) == std::string_view::npos;
}

// What is wrong with [field, operator, value]; empty: nothing.
std::string_view constraintFlaw(const Json& constraint) {
    const auto part = [&](std::size_t i) {
        return i < constraint.size() ? constraint[i].get<std::string>() : "";
    };
    const bool hasValue = constraint.size() > 2;
    const auto op = part(1);
    if (part(0).empty()) {
        return "illegal constraint specification";
    }
    if (op == "UNIQUE") {
        return hasValue ? "UNIQUE does not accept a value" : "";
    }
    if (op == "CLUSTER") {
        return "";
    }
    if (op == "GROUP_BY") {
        return !hasValue || isWholeNumber(part(2))
            ? ""
            : "GROUP BY must define an integer value or else no value at all";
    }
    if (op == "MAX_PER") {
        return isWholeNumber(part(2)) ? "" : "MAX_PER requires an integer value";
    }
    if (op == "LIKE" || op == "UNLIKE") {
        if (part(2).empty()) {
            return "LIKE and UNLIKE require a non-empty, regular expression value";
        }
        return isPattern(part(2)) ? "" : "is not a valid regular expression";
    }
    if (op == "IS") {
        return isTextOrNumber(part(2))
            ? ""
            : "IS only supports Mesos text and float values (see "
              "http://mesos.apache.org/documentation/latest/attributes-resources/)";
    }
    return "operator must be one of the following UNIQUE, CLUSTER, GROUP_BY, LIKE, MAX_PER, UNLIKE "
           "or IS";
}

void checkPlacement(const Json& app, const AppSettings& settings, Defects& defects) {
    const auto& constraints = app["constraints"];
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        if (const auto flaw = constraintFlaw(constraints[i]); !flaw.empty()) {
            defects.addValue(item("/constraints", i), flaw);
        }
    }
    const auto role = text(app, "role");
    if (role != settings.role) {
        defects.addValue("/role", fmt::format("is not one of ({})", settings.role));
    }
    const auto* accepted = find(app, "acceptedResourceRoles");
    if (accepted == nullptr) {
        return;
    }
    if (accepted->empty()) {
        defects.addValue("/acceptedResourceRoles", "must not be empty");
    }
    for (const auto& one : *accepted) {
        if (one != "*" && one != role) {
            defects.addValue("/acceptedResourceRoles",
                role == "*" ? "acceptedResourceRoles can only contain *"
                            : fmt::format("acceptedResourceRoles can only contain * and {}", role));
        }
    }
}

// ---- how it is upgraded and replaced

void checkStrategies(const Json& app, Defects& defects) {
    const auto& upgrade = app["upgradeStrategy"];
    const auto expectNone = [&](std::string_view capacity) {
        if (upgrade[std::string(capacity)] != 0) {
            defects.addValue(member("/upgradeStrategy", capacity),
                fmt::format("got {}, expected 0.0", upgrade[std::string(capacity)].dump()));
        }
    };
    const bool isResident = find(app, "residency") != nullptr;
    if (text(app["labels"], "MARATHON_SINGLE_INSTANCE_APP") == "true") {
        if (app["instances"] > 1) {
            defects.addValue("", "Single instance app may only have one instance");
        }
        expectNone("minimumHealthCapacity");
        expectNone("maximumOverCapacity");
    } else if (isResident) {
        expectNone("maximumOverCapacity");
    }
    const auto& unreachable = app["unreachableStrategy"];
    if (isResident && unreachable.is_object()) {
        defects.addValue("", "unreachableStrategy must be disabled for resident tasks");
    }
    if (unreachable.is_object()
        && unreachable["inactiveAfterSeconds"] > unreachable["expungeAfterSeconds"]) {
        defects.addValue("/unreachableStrategy/inactiveAfterSeconds",
            fmt::format("inactiveAfterSeconds ({}) must be less or equal to expungeAfterSeconds, "
                        "which is {}",
                unreachable["inactiveAfterSeconds"].dump(),
                unreachable["expungeAfterSeconds"].dump()));
    }
}

// ---- what it gets

bool isUri(std::string_view text) {
    constexpr std::string_view kExcluded = "<>\"{}|\\^`";
    return std::ranges::all_of(text, [&](unsigned char c) {
        return c > ' ' && c != 0x7f && kExcluded.find(static_cast<char>(c)) == kExcluded.npos;
    });
}

void checkFetch(const Json& app, Defects& defects) {
    const auto& files = app["fetch"];
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!isUri(files[i]["uri"].get_ref<const std::string&>())) {
            defects.addValue(member(item("/fetch", i), "uri"), "URI has invalid syntax.");
        }
    }
}

void checkEnvironment(const Json& app, Defects& defects) {
    for (const auto& [name, value] : app["env"].items()) {
        if (name.empty()) {
            defects.addValue("/env", "must not be empty");
        } else if (name.find('=') != std::string::npos) {
            defects.addValue(member("/env", name), "must not contain '='");
        }
        if (value.is_object()) {
            defects.addValue("/env",
                "use of secret-references in the environment requires the secrets feature to be "
                "enabled: there is none, set the value itself or fetch a file");
        }
    }
    if (!listOf(app, "secrets").empty()) {
        defects.addValue("/secrets",
            "Secrets are not supported: set the value itself in 'env', or fetch a file");
    }
}

void checkLimits(const Json& app, Defects& defects) {
    const auto* limits = find(app, "resourceLimits");
    if (limits == nullptr) {
        return;
    }
    for (const auto& [name, limit] : limits->items()) {
        const auto requested = app[name].get<double>();
        if (limit.is_number() && limit.get<double>() < requested) {
            std::string error
                = "resource limit must be greater than or equal to requested resource (";
            proto::appendDouble(requested, error);
            defects.addValue(member("/resourceLimits", name), error + ")");
        }
    }
}

} // namespace

void checkApp(const Json& app, const AppSettings& settings, Defects& defects) {
    checkCommand(app, defects);
    checkGpus(app, settings, defects);
    checkContainer(app, defects);
    checkNetworks(app, defects);
    checkPortDefinitions(app, defects);
    checkMappings(app, defects);
    checkHealth(app, defects);
    checkReadiness(app, defects);
    checkPlacement(app, settings, defects);
    checkStrategies(app, defects);
    checkFetch(app, defects);
    checkEnvironment(app, defects);
    checkLimits(app, defects);
}

} // namespace muster::agentd::marathon
