// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/plan.h"

#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/cli/execute/json_values.h"
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

// Of a value that cannot be read.
tl::unexpected<Refusal> refuseValue(const char* flag, const Error& error) {
    return refuse(fmt::format("Failed to parse '{}': {}", flag, error.message));
}

Planned<void> checkTaskForms(const ExecuteFlags& flags) {
    if (flags.task && flags.taskGroup)
        return refuse("Either task or task group should be set but not both. Provide either "
                      "'--task' OR '--task_group'",
            true);
    if (!flags.task && !flags.taskGroup) {
        if (!flags.name)
            return refuse("Missing required option --name", true);
        if (!flags.command)
            return refuse("Missing required option --command", true);
        return {};
    }
    if (flags.name || flags.command || flags.env || flags.appcImage || flags.dockerImage
        || flags.volumes)
        return refuse("'--name, --command, --env, --appc_image, --docker_image, --volumes' can "
                      "only be set when both '--task' and '--task_group' are not set",
            true);
    if (flags.task && flags.networks)
        return refuse("'--networks' can only be set when '--task' is not set", true);
    // Mesos forgets these in silence.
    if (flags.rlimits || flags.effectiveCapabilities || flags.boundingCapabilities || flags.terminal
        || !flags.arguments.empty())
        return refuse("'--rlimits, --effective_capabilities, --bounding_capabilities, --tty' and "
                      "arguments after '--' can only be set when both '--task' and '--task_group' "
                      "are not set: specify them in the task");
    return {};
}

// Flags of Mesos' own name for what is not here.
Planned<void> checkForeign(const ExecuteFlags& flags) {
    if (flags.appcImage && flags.dockerImage)
        return refuse("Flags '--docker-image' and '--appc-image' are both set");
    if (flags.appcImage)
        return refuse("'--appc_image' is not supported: use --docker_image");
    if (flags.package)
        return refuse("'--package' is not supported: put the file where agents can fetch it and "
                      "list it in 'command.uris' of --task");
    if (flags.imageProviders && *flags.imageProviders != "docker")
        return refuse(fmt::format("Unknown image provider '{}': use docker, or omit "
                                  "'--image_providers', since agents always support docker",
            *flags.imageProviders));
    return {};
}

std::vector<std::string> networksOf(const ExecuteFlags& flags) {
    std::vector<std::string> names;
    std::istringstream left(flags.networks.value_or(""));
    for (std::string name; std::getline(left, name, ',');) {
        if (!name.empty())
            names.push_back(name);
    }
    return names;
}

Planned<void> checkContainer(const ExecuteFlags& flags) {
    if (flags.containerizer == "docker" && !flags.dockerImage)
        return refuse("'Docker' containerizer requires docker image name");
    if (flags.containerizer != "docker" && flags.containerizer != "mesos")
        return refuse("Unsupported containerizer: " + flags.containerizer);
    if (flags.containerizer == "docker" && flags.terminal)
        return refuse("'Docker' containerizer does not allow attaching a TTY");
    if (flags.containerizer == "docker" && networksOf(flags).size() > 1)
        return refuse("'Docker' containerizer can only support a single network");
    return {};
}

Planned<void> check(const ExecuteFlags& flags) {
    if (auto forms = checkTaskForms(flags); !forms)
        return forms;
    if (auto foreign = checkForeign(flags); !foreign)
        return foreign;
    if (flags.shell && !flags.arguments.empty())
        return refuse(
            "Arguments after '--' need --no-shell: a shell takes everything from --command");
    const std::set<std::string> known{
        "protobuf", "application/x-protobuf", "json", "application/json"};
    if (!known.contains(flags.contentType))
        return refuse(fmt::format("Invalid content type '{}'", flags.contentType));
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

Planned<void> addEnvironment(const std::string& value, mesos::v1::CommandInfo& command) {
    const auto text = textOrFile(value);
    if (!text)
        return refuseValue("--env", text.error());
    const auto parsed = nlohmann::ordered_json::parse(*text, nullptr, false);
    if (!parsed.is_object())
        return refuse(R"(Failed to parse '--env': expected a JSON object, such as {"A":"b"})");
    for (const auto& [name, value] : parsed.items()) {
        if (!value.is_string())
            return refuse(
                fmt::format("Failed to parse '--env': the value of '{}' must be a string", name));
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

// What `read` makes of a flag goes to `target()`.
template <typename Read, typename Target>
Planned<void> addRead(
    const char* flag, const std::optional<std::string>& value, Read read, Target target) {
    if (!value)
        return {};
    auto message = read(*value);
    if (!message)
        return refuseValue(flag, message.error());
    *target() = std::move(*message);
    return {};
}

// What is beside the image.
Planned<void> addSettings(const ExecuteFlags& flags, mesos::v1::ContainerInfo& container) {
    for (const auto& name : networksOf(flags))
        container.add_network_infos()->set_name(name);
    if (flags.volumes) {
        auto volumes = readVolumes(*flags.volumes);
        if (!volumes)
            return refuse("Failed to convert '--volumes' to protobuf: " + volumes.error().message);
        *container.mutable_volumes() = std::move(*volumes);
    }
    auto added = addRead("--effective_capabilities", flags.effectiveCapabilities, readCapabilities,
        [&] { return container.mutable_linux_info()->mutable_effective_capabilities(); });
    if (added)
        added = addRead("--bounding_capabilities", flags.boundingCapabilities, readCapabilities,
            [&] { return container.mutable_linux_info()->mutable_bounding_capabilities(); });
    if (added)
        added = addRead("--rlimits", flags.rlimits, readLimits,
            [&] { return container.mutable_rlimit_info(); });
    return added;
}

Planned<void> addContainer(const ExecuteFlags& flags, mesos::v1::TaskInfo& task) {
    mesos::v1::ContainerInfo container;
    if (auto added = addSettings(flags, container); !added)
        return added;
    if (flags.terminal)
        container.mutable_tty_info();
    const bool plain = container.ByteSizeLong() == 0;
    if (flags.containerizer == "docker") {
        container.set_type(mesos::v1::ContainerInfo::DOCKER);
        container.mutable_docker()->set_image(*flags.dockerImage);
        if (!container.network_infos().empty())
            container.mutable_docker()->set_network(mesos::v1::ContainerInfo::DockerInfo::USER);
    } else if (flags.dockerImage) {
        container.MergeFrom(proto::containerOf(*flags.dockerImage));
    } else if (plain) {
        return {};
    } else {
        container.set_type(mesos::v1::ContainerInfo::MESOS);
    }
    *task.mutable_container() = std::move(container);
    return {};
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

Planned<mesos::v1::TaskInfo> taskOf(const ExecuteFlags& flags) {
    mesos::v1::TaskInfo task;
    task.set_name(*flags.name);
    task.mutable_task_id()->set_value(*flags.name);
    const auto resources = Resources::parse(flags.resources);
    if (!resources)
        return refuseValue("--resources", resources.error());
    proto::append(*resources, *task.mutable_resources());
    if (auto added = addCommand(flags, *task.mutable_command()); !added)
        return tl::unexpected(added.error());
    if (auto added = addContainer(flags, task); !added)
        return tl::unexpected(added.error());
    return task;
}

// The one that mesos-execute gives a group.
mesos::v1::ExecutorInfo groupExecutor(const ExecuteFlags& flags) {
    mesos::v1::ExecutorInfo executor;
    executor.set_type(mesos::v1::ExecutorInfo::DEFAULT);
    executor.mutable_executor_id()->set_value("default-executor");
    proto::append(*Resources::parse("cpus:0.1;mem:32;disk:32"), *executor.mutable_resources());
    for (const auto& name : networksOf(flags)) {
        executor.mutable_container()->set_type(mesos::v1::ContainerInfo::MESOS);
        executor.mutable_container()->add_network_infos()->set_name(name);
    }
    return executor;
}

Planned<void> addTasks(const ExecuteFlags& flags, ExecutePlan& plan) {
    if (flags.taskGroup) {
        const auto group = readTaskGroup(*flags.taskGroup);
        if (!group)
            return refuseValue("--task_group", group.error());
        plan.tasks.assign(group->tasks().begin(), group->tasks().end());
        plan.executor = groupExecutor(flags);
        return {};
    }
    if (flags.task) {
        auto task = readTask(*flags.task);
        if (!task)
            return refuseValue("--task", task.error());
        plan.tasks.push_back(std::move(*task));
        return {};
    }
    auto task = taskOf(flags);
    if (!task)
        return tl::unexpected(task.error());
    plan.tasks.push_back(std::move(*task));
    return {};
}

Planned<void> addResources(ExecutePlan& plan) {
    auto all = plan.executor ? plan.executor->resources() : proto::ResourceList();
    for (const auto& task : plan.tasks)
        all.MergeFrom(task.resources());
    auto resources = proto::fromProto(all);
    if (!resources)
        return refuse("Failed to parse the resources of the task: " + resources.error().message);
    plan.resources = std::move(*resources);
    return {};
}

} // namespace

tl::expected<ExecutePlan, Refusal> planExecute(
    const ExecuteFlags& flags, const std::string& caller) {
    if (auto checked = check(flags); !checked)
        return tl::unexpected(checked.error());
    auto framework = frameworkOf(flags, caller);
    if (!framework)
        return tl::unexpected(framework.error());
    ExecutePlan plan{std::move(*framework), {}, {}, {}, {}};
    if (auto added = addTasks(flags, plan); !added)
        return tl::unexpected(added.error());
    if (auto added = addResources(plan); !added)
        return tl::unexpected(added.error());
    if (flags.killAfter) {
        const auto duration = parseDuration(*flags.killAfter);
        if (!duration)
            return refuseValue("--kill_after", duration.error());
        plan.killAfter = *duration;
    }
    return plan;
}

} // namespace muster::cli
