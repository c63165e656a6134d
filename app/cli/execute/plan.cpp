// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/plan.h"

#include <nlohmann/json.hpp>

#include "core/kernel/cluster/messages.h"
#include "core/proto/image.h"
#include "core/proto/resources.h"

namespace muster::cli {

namespace {

using Capability = mesos::v1::FrameworkInfo::Capability;
template <typename T>
using Planned = tl::expected<T, Refusal>;

tl::unexpected<Refusal> refuse(std::string message, bool showUsage = false) {
    return tl::unexpected<Refusal>(Refusal{std::move(message), showUsage});
}

Planned<void> checkTaskForms(const ExecuteFlags& flags) {
    if (flags.task && flags.taskGroup)
        return refuse("Either task or task group should be set but not both. Provide either "
                      "'--task' OR '--task_group'",
            true);
    if (!flags.task && !flags.taskGroup)
        return {};
    if (flags.name || flags.command || flags.env || flags.dockerImage)
        return refuse("'--name, --command, --env, --appc_image, --docker_image, --volumes' can "
                      "only be set when both '--task' and '--task_group' are not set",
            true);
    return refuse(fmt::format("'{}' is not supported by this version: describe the task with "
                              "--name, --command and --resources",
        flags.task ? "--task" : "--task_group"));
}

Planned<void> checkContainer(const ExecuteFlags& flags) {
    if (flags.containerizer == "docker" && !flags.dockerImage)
        return refuse("'Docker' containerizer requires docker image name");
    if (flags.containerizer != "docker" && flags.containerizer != "mesos")
        return refuse("Unsupported containerizer: " + flags.containerizer);
    if (flags.containerizer == "docker" && flags.terminal)
        return refuse("'Docker' containerizer does not allow attaching a TTY");
    return {};
}

Planned<void> check(const ExecuteFlags& flags) {
    if (auto forms = checkTaskForms(flags); !forms)
        return forms;
    if (!flags.name)
        return refuse("Missing required option --name", true);
    if (!flags.command)
        return refuse("Missing required option --command", true);
    if (flags.shell && !flags.arguments.empty())
        return refuse("Arguments after '--' need --no-shell: a shell takes all from --command");
    if (flags.contentType != "protobuf" && flags.contentType != "json")
        return refuse(
            fmt::format("Unknown content type '{}': give protobuf or json", flags.contentType));
    return checkContainer(flags);
}

Planned<void> addCapabilities(const ExecuteFlags& flags, mesos::v1::FrameworkInfo& framework) {
    framework.add_capabilities()->set_type(Capability::RESERVATION_REFINEMENT);
    framework.add_capabilities()->set_type(Capability::TASK_KILLING_STATE);
    framework.add_capabilities()->set_type(Capability::REVOCABLE_RESOURCES);
    if (flags.partitionAware)
        framework.add_capabilities()->set_type(Capability::PARTITION_AWARE);
    std::string_view left = flags.capabilities ? *flags.capabilities : std::string_view();
    while (!left.empty()) {
        const std::string name(left.substr(0, left.find(',')));
        left.remove_prefix(std::min(name.size() + 1, left.size()));
        Capability::Type type = Capability::UNKNOWN;
        if (!Capability::Type_Parse(name, &type))
            return refuse(fmt::format("Flags '--framework_capabilities' specifies an unknown "
                                      "capability '{}'",
                name));
        if (type != Capability::GPU_RESOURCES)
            return refuse(fmt::format("Flags '--framework_capabilities' specifies an unsupported "
                                      "capability '{}'",
                name));
        framework.add_capabilities()->set_type(type);
    }
    return {};
}

Planned<void> addEnvironment(const std::string& text, mesos::v1::CommandInfo& command) {
    const auto parsed = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!parsed.is_object())
        return refuse(R"(Failed to parse '--env': give a JSON object, such as {"A":"b"})");
    for (const auto& [name, value] : parsed.items()) {
        if (!value.is_string())
            return refuse(
                fmt::format("Failed to parse '--env': the value of '{}' must be a text", name));
        auto* variable = command.mutable_environment()->add_variables();
        variable->set_name(name);
        variable->set_value(value.get<std::string>());
    }
    return {};
}

// Mesos hands a command without a shell over without an argv[0], and its executor dies of it. Here
// the command is the file and its own first argument.
Planned<void> addCommand(const ExecuteFlags& flags, mesos::v1::CommandInfo& command) {
    command.set_shell(flags.shell);
    command.set_value(*flags.command);
    if (!flags.shell) {
        command.add_arguments(*flags.command);
        for (const auto& argument : flags.arguments)
            command.add_arguments(argument);
    }
    return flags.env ? addEnvironment(*flags.env, command) : Planned<void>();
}

void addContainer(const ExecuteFlags& flags, mesos::v1::TaskInfo& task) {
    if (!flags.dockerImage && !flags.terminal)
        return;
    auto& container = *task.mutable_container();
    if (flags.containerizer == "docker") {
        container.set_type(mesos::v1::ContainerInfo::DOCKER);
        container.mutable_docker()->set_image(*flags.dockerImage);
    } else if (flags.dockerImage) {
        container = proto::containerOf(*flags.dockerImage);
    } else {
        container.set_type(mesos::v1::ContainerInfo::MESOS);
    }
    if (flags.terminal)
        container.mutable_tty_info();
}

Planned<mesos::v1::FrameworkInfo> frameworkOf(
    const ExecuteFlags& flags, const std::string& caller) {
    mesos::v1::FrameworkInfo framework;
    framework.set_user(flags.user.value_or(caller));
    framework.set_name("muster execute");
    framework.set_role(flags.role);
    framework.set_checkpoint(flags.checkpoint);
    framework.set_failover_timeout(0);
    framework.mutable_labels()->add_labels()->set_key(cluster::kOffersAtOnce);
    if (flags.principal)
        framework.set_principal(*flags.principal);
    if (auto added = addCapabilities(flags, framework); !added)
        return tl::unexpected(added.error());
    return framework;
}

} // namespace

tl::expected<ExecutePlan, Refusal> planExecute(
    const ExecuteFlags& flags, const std::string& caller) {
    if (auto checked = check(flags); !checked)
        return tl::unexpected(checked.error());
    auto framework = frameworkOf(flags, caller);
    if (!framework)
        return tl::unexpected(framework.error());
    ExecutePlan plan{std::move(*framework), {}, {}, {}};
    auto resources = Resources::parse(flags.resources);
    if (!resources)
        return refuse("Failed to parse '--resources': " + resources.error().message);
    plan.resources = std::move(*resources);
    if (flags.killAfter) {
        const auto duration = parseDuration(*flags.killAfter);
        if (!duration)
            return refuse("Failed to parse '--kill_after': " + duration.error().message);
        plan.killAfter = *duration;
    }
    plan.task.set_name(*flags.name);
    plan.task.mutable_task_id()->set_value(*flags.name);
    proto::append(plan.resources, *plan.task.mutable_resources());
    if (auto added = addCommand(flags, *plan.task.mutable_command()); !added)
        return tl::unexpected(added.error());
    addContainer(flags, plan.task);
    return plan;
}

} // namespace muster::cli
