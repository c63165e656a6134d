// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/launch_checks.h"

#include <cmath>

#include "core/proto/resources.h"
#include "core/proto/task.h"
#include "core/proto/text_rules.h"

namespace muster::proto {
namespace {

using cluster::Defect;
using mesos::v1::CheckInfo;
using mesos::v1::CommandInfo;
using mesos::v1::ContainerInfo;
using mesos::v1::ExecutorInfo;
using mesos::v1::HealthCheck;
using Variable = mesos::v1::Environment::Variable;

// What is wrong; empty: nothing.
using Flaw = std::string;

Flaw secretFlaw(const mesos::v1::Secret& secret) {
    switch (secret.type()) {
    case mesos::v1::Secret::REFERENCE:
        if (!secret.has_reference()) {
            return "Secret of type REFERENCE must have the 'reference' field set";
        }
        return secret.has_value() ? fmt::format("Secret '{}' of type REFERENCE must not have the "
                                                "'value' field set",
                   secret.reference().name())
                                  : "";
    case mesos::v1::Secret::VALUE:
        if (!secret.has_value()) {
            return "Secret of type VALUE must have the 'value' field set";
        }
        return secret.has_reference()
            ? "Secret of type VALUE must not have the 'reference' field set"
            : "";
    case mesos::v1::Secret::UNKNOWN:
        break;
    }
    return "";
}

Flaw variableFlaw(const Variable& variable) {
    const auto named = [&](std::string_view rest) {
        return fmt::format("Environment variable '{}' {}", variable.name(), rest);
    };
    switch (variable.type()) {
    case Variable::SECRET: {
        if (!variable.has_secret()) {
            return named("of type 'SECRET' must have a secret set");
        }
        if (variable.has_value()) {
            return named("of type 'SECRET' must not have a value set");
        }
        if (const Flaw flaw = secretFlaw(variable.secret()); !flaw.empty()) {
            return named("specifies an invalid secret: " + flaw);
        }
        const bool null = variable.secret().value().data().find('\0') != std::string::npos;
        return null ? named("specifies a secret containing null bytes, which is not allowed in "
                            "the environment")
                    : "";
    }
    case Variable::VALUE:
        if (!variable.has_value()) {
            return named("of type 'VALUE' must have a value set");
        }
        return variable.has_secret() ? named("of type 'VALUE' must not have a secret set") : "";
    case Variable::UNKNOWN:
        break;
    }
    return "Environment variable of type 'UNKNOWN' is not allowed";
}

Flaw commandFlaw(const CommandInfo& command) {
    for (const auto& variable : command.environment().variables()) {
        if (Flaw flaw = variableFlaw(variable); !flaw.empty()) {
            return flaw;
        }
    }
    return "";
}

Flaw sourceFlaw(const mesos::v1::Volume::Source& source) {
    using Source = mesos::v1::Volume::Source;
    switch (source.type()) {
    case Source::DOCKER_VOLUME:
        return source.has_docker_volume()
            ? ""
            : "'source.docker_volume' is not set for DOCKER_VOLUME volume";
    case Source::HOST_PATH:
        return source.has_host_path() ? "" : "'source.host_path' is not set for HOST_PATH volume";
    case Source::SANDBOX_PATH:
        return source.has_sandbox_path()
            ? ""
            : "'source.sandbox_path' is not set for SANDBOX_PATH volume";
    case Source::SECRET:
        return source.has_secret() ? "" : "'source.secret' is not set for SECRET volume";
    case Source::CSI_VOLUME:
        return "'source.csi_volume' is not set for CSI volume";
    case Source::UNKNOWN:
        break;
    }
    return "'source.type' is unknown";
}

Flaw containerFlaw(const ContainerInfo& container) {
    for (const auto& volume : container.volumes()) {
        const int origins
            = int(volume.has_host_path()) + int(volume.has_image()) + int(volume.has_source());
        Flaw flaw = origins == 1
            ? ""
            : "Only one of them should be set: 'host_path', 'image' and 'source'";
        if (flaw.empty() && volume.has_source()) {
            flaw = sourceFlaw(volume.source());
        }
        if (!flaw.empty()) {
            return "Invalid volume: " + flaw;
        }
    }
    if (container.type() != ContainerInfo::DOCKER) {
        return "";
    }
    if (!container.has_docker()) {
        return "DockerInfo 'docker' is not set for DOCKER typed ContainerInfo";
    }
    for (const auto& parameter : container.docker().parameters()) {
        if (parameter.key() == "name") {
            return "Parameter in DockerInfo must not be 'name'";
        }
    }
    return "";
}

// A check and a health check differ in their names alone. `lower` is "check" or "health check".
Flaw checkCommandFlaw(const CommandInfo& command, std::string_view lower, std::string_view upper) {
    if (!command.has_value()) {
        return fmt::format("{} must contain {}",
            lower == "check" ? "Command check" : "Command health check",
            command.shell() ? "'shell command'" : "'executable path'");
    }
    const Flaw flaw = commandFlaw(command);
    return flaw.empty() ? "" : fmt::format("{}'s `CommandInfo` is invalid: {}", upper, flaw);
}

template <typename Check>
Flaw missingPart(const Check& check, std::string_view lower) {
    const auto expecting = [&](std::string_view part, std::string_view type) {
        return fmt::format("Expecting '{}' to be set for {} {}", part, type, lower);
    };
    switch (check.type()) {
    case Check::COMMAND:
        return check.has_command() ? "" : expecting("command", "COMMAND");
    case Check::HTTP:
        return check.has_http() ? "" : expecting("http", "HTTP");
    case Check::TCP:
        return check.has_tcp() ? "" : expecting("tcp", "TCP");
    case Check::UNKNOWN:
        break;
    }
    return fmt::format("'UNKNOWN' is not a valid {} type", lower);
}

template <typename Http>
Flaw pathFlaw(const Http& http, std::string_view lower) {
    return http.has_path() && !http.path().starts_with('/')
        ? fmt::format("The path '{}' of HTTP {} must start with '/'", http.path(), lower)
        : "";
}

Flaw negative(bool isNegative, std::string_view field) {
    return isNegative ? fmt::format("Expecting '{}' to be non-negative", field) : "";
}

// The first that says something.
Flaw first(std::initializer_list<Flaw> flaws) {
    for (const Flaw& flaw : flaws) {
        if (!flaw.empty()) {
            return flaw;
        }
    }
    return "";
}

Flaw checkFlaw(const CheckInfo& check) {
    if (!check.has_type()) {
        return "CheckInfo must specify 'type'";
    }
    if (Flaw flaw = missingPart(check, "check"); !flaw.empty()) {
        return flaw;
    }
    Flaw flaw;
    if (check.type() == CheckInfo::COMMAND) {
        flaw = checkCommandFlaw(check.command().command(), "check", "Check");
    } else if (check.type() == CheckInfo::HTTP) {
        flaw = pathFlaw(check.http(), "check");
    }
    return first({flaw, negative(check.delay_seconds() < 0, "delay_seconds"),
        negative(check.interval_seconds() < 0, "interval_seconds"),
        negative(check.timeout_seconds() < 0, "timeout_seconds")});
}

Flaw healthCheckFlaw(const HealthCheck& check) {
    if (!check.has_type()) {
        return "HealthCheck must specify 'type'";
    }
    if (Flaw flaw = missingPart(check, "health check"); !flaw.empty()) {
        return flaw;
    }
    Flaw flaw;
    if (check.type() == HealthCheck::COMMAND) {
        flaw = checkCommandFlaw(check.command(), "health check", "Health check");
    } else if (check.type() == HealthCheck::HTTP) {
        const auto& scheme = check.http().scheme();
        const bool known = scheme == "http" || scheme == "https";
        flaw = check.http().has_scheme() && !known
            ? fmt::format("Unsupported HTTP health check scheme: '{}'", scheme)
            : pathFlaw(check.http(), "health check");
    }
    return first({flaw, negative(check.delay_seconds() < 0, "delay_seconds"),
        negative(check.grace_period_seconds() < 0, "grace_period_seconds"),
        negative(check.interval_seconds() < 0, "interval_seconds"),
        negative(check.timeout_seconds() < 0, "timeout_seconds")});
}

std::optional<double> amount(const mesos::v1::TaskInfo& task, std::string_view name) {
    std::optional<double> sum;
    for (const auto& resource : task.resources()) {
        if (resource.name() == name && resource.has_scalar()) {
            sum = sum.value_or(0) + resource.scalar().value();
        }
    }
    return sum;
}

// An infinite one is none.
Flaw limitFlaw(double limit, double request, std::string_view what) {
    if (!(limit >= request)) {
        return fmt::format("The {0} limit must be greater than or equal to the {0} request", what);
    }
    return std::isinf(limit) || possible(limit)
        ? ""
        : fmt::format("The {} limit {} is not a possible amount", what, limit);
}

Flaw limitsFlaw(const mesos::v1::TaskInfo& task) {
    const auto& limits = task.limits();
    const auto cpus = limits.find("cpus");
    const auto mem = limits.find("mem");
    const auto known = std::size_t(cpus != limits.end()) + std::size_t(mem != limits.end());
    if (limits.size() > known) {
        return "Only cpus and mem may be included in a task's resource limits";
    }
    if (cpus != limits.end()) {
        const auto request = amount(task, "cpus");
        if (!request) {
            return "When a CPU limit is specified, a CPU request must also be specified";
        }
        if (Flaw flaw = limitFlaw(cpus->second.value(), *request, "cpu"); !flaw.empty()) {
            return flaw;
        }
    }
    if (mem != limits.end()) {
        const auto request = amount(task, "mem");
        if (!request) {
            return "When a memory limit is specified, a memory request must also be specified";
        }
        return limitFlaw(mem->second.value(), *request, "memory");
    }
    return "";
}

Flaw prefixed(std::string_view prefix, const Flaw& flaw) {
    return flaw.empty() ? "" : fmt::format("{}: {}", prefix, flaw);
}

template <typename T>
Flaw flawOf(const Result<T>& result) {
    return result ? "" : result.error().message;
}

Flaw timingFlaw(const mesos::v1::TaskInfo& task) {
    return first({flawOf(graceOf(task.kill_policy(), "Task")),
        task.max_completion_time().nanoseconds() < 0
            ? "Task's `max_completion_time` must be non-negative"
            : "",
        task.has_check() ? prefixed("Task uses invalid check", checkFlaw(task.check())) : "",
        task.has_health_check()
            ? prefixed("Task uses invalid health check", healthCheckFlaw(task.health_check()))
            : ""});
}

Flaw containedFlaw(const mesos::v1::TaskInfo& task) {
    return first({prefixed("Task's `CommandInfo` is invalid", commandFlaw(task.command())),
        task.has_container()
            ? prefixed("Task's `ContainerInfo` is invalid", containerFlaw(task.container()))
            : "",
        limitsFlaw(task)});
}

// share_cgroups = false is for the tasks of a group alone.
Flaw launchFlaw(const mesos::v1::TaskInfo& task) {
    return task.container().linux_info().share_cgroups()
        ? ""
        : "Only tasks in a task group may have 'share_cgroups' set to 'false'";
}

Flaw groupFlaw(const mesos::v1::TaskInfo& task) {
    const auto check = task.health_check().type();
    const bool reaches = check == HealthCheck::HTTP || check == HealthCheck::TCP;
    if (!task.container().network_infos().empty() && task.has_health_check() && reaches) {
        return "HTTP and TCP health checks are not supported for nested containers not joining "
               "parent's network";
    }
    if (task.has_container() && task.container().type() == ContainerInfo::DOCKER) {
        return "Docker ContainerInfo is not supported on the task";
    }
    return task.limits().empty() || !task.container().linux_info().share_cgroups()
        ? ""
        : "Resource limits may only be set for tasks within a task group when the "
          "'share_cgroups' field is set to 'false'.";
}

Flaw typeFlaw(const ExecutorInfo& executor) {
    if (executor.type() == ExecutorInfo::CUSTOM) {
        return executor.has_command() ? ""
                                      : "'ExecutorInfo.command' must be set for 'CUSTOM' executor";
    }
    if (executor.type() != ExecutorInfo::DEFAULT) {
        return "";
    }
    if (executor.has_command()) {
        return "'ExecutorInfo.command' must not be set for 'DEFAULT' executor";
    }
    if (executor.has_container() && executor.container().type() != ContainerInfo::MESOS) {
        return "'ExecutorInfo.container.type' must be 'MESOS' for 'DEFAULT' executor";
    }
    return executor.container().mesos().has_image()
        ? "'ExecutorInfo.container.mesos.image' must not be set for 'DEFAULT' executor"
        : "";
}

Flaw contentsFlaw(const ExecutorInfo& executor, const std::string& framework) {
    const auto& named = executor.framework_id().value();
    return first({flawOf(graceOf(executor)),
        prefixed("Executor's `CommandInfo` is invalid", commandFlaw(executor.command())),
        executor.has_container()
            ? prefixed("Executor's `ContainerInfo` is invalid", containerFlaw(executor.container()))
            : "",
        executor.has_framework_id() && named != framework
            ? fmt::format("ExecutorInfo has an invalid FrameworkID (Actual: {} vs Expected: {})",
                named, framework)
            : ""});
}

Flaw kindFlaw(const ExecutorInfo& executor, LaunchedBy by) {
    const auto& linux_info = executor.container().linux_info();
    const Flaw shares = linux_info.has_share_cgroups() && linux_info.share_cgroups()
        ? "The 'share_cgroups' field cannot be set to 'true' on executor containers"
        : "";
    if (by == LaunchedBy::Launch) {
        if (executor.has_type() && executor.type() != ExecutorInfo::CUSTOM) {
            return "'ExecutorInfo.type' must be 'CUSTOM'";
        }
        return executor.has_command() ? shares : "'ExecutorInfo.command' must be set";
    }
    if (!executor.has_type()) {
        return "'ExecutorInfo.type' must be set";
    }
    if (executor.type() == ExecutorInfo::UNKNOWN) {
        return "Unknown executor type";
    }
    const bool docker
        = executor.has_container() && executor.container().type() == ContainerInfo::DOCKER;
    return docker ? "Docker ContainerInfo is not supported on the executor" : shares;
}

// The stage of the first flaw.
Defect firstDefect(std::initializer_list<Defect> defects) {
    for (const Defect& defect : defects) {
        if (!defect.text.empty()) {
            return defect;
        }
    }
    return {};
}

} // namespace

Defect findDefect(const mesos::v1::TaskInfo& task, LaunchedBy by) {
    using Stage = Defect::Stage;
    const bool group = by == LaunchedBy::Group;
    const Flaw either = group || task.has_command() != task.has_executor()
        ? ""
        : "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present";
    return firstDefect({{Stage::Early, timingFlaw(task)},
        {Stage::Early, prefixed("Task's text is invalid", flawOf(checkNulls(task)))},
        {Stage::Late, containedFlaw(task)}, {Stage::Executor, either},
        {Stage::Launch, group ? groupFlaw(task) : launchFlaw(task)}});
}

Defect findDefect(const ExecutorInfo& executor, LaunchedBy by, const std::string& framework) {
    using Stage = Defect::Stage;
    return firstDefect({{Stage::Early, typeFlaw(executor)},
        {Stage::Early, prefixed("Executor's text is invalid", flawOf(checkNulls(executor)))},
        {Stage::Late, contentsFlaw(executor, framework)}, {Stage::Launch, kindFlaw(executor, by)}});
}

} // namespace muster::proto
