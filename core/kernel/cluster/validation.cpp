// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/validation.h"

#include <algorithm>
#include <array>
#include <set>
#include <variant>

#include "core/kernel/base/id_rule.h"

namespace muster::cluster {

namespace {

constexpr std::array<std::string_view, Resources::kKinds> kScalarNames{
    "cpus", "mem", "disk", "gpus"};

Status validateIdUse(const TaskId& id, IdUse use) {
    switch (use) {
    case IdUse::Free:
        return {};
    case IdUse::Live:
        return failure(fmt::format("Task has duplicate ID: {}", id.value));
    case IdUse::Unreachable:
        return failure(fmt::format("Task reuses the ID of an unreachable task: {}", id.value));
    }
    return {};
}

std::string valueText(const Resource& item) {
    if (const auto* scalar = std::get_if<Milli>(&item.value)) {
        return scalar->text();
    }
    if (const auto* ranges = std::get_if<Ranges>(&item.value)) {
        return ranges->text();
    }
    std::string text;
    for (const std::string& member : std::get<TextSet>(item.value)) {
        text += (text.empty() ? "" : ", ") + member;
    }
    return "{" + text + "}";
}

bool isKnownScalar(const Resource& item) {
    return !item.isReserved()
        && std::find(kScalarNames.begin(), kScalarNames.end(), item.name) != kScalarNames.end();
}

// `who`: "Task" or "Executor".
Status validateResources(std::string_view who, const Resources& resources, std::string_view role) {
    for (const Resource& item : resources.items()) {
        const auto* value = std::get_if<Milli>(&item.value);
        if (value && value->value < 0) {
            return failure(
                fmt::format("Resource '{}' is invalid: Invalid scalar resource: value <= 0",
                    itemText(item, role)));
        }
    }
    if (const Status gpus = validateGpus(resources); !gpus) {
        return failure(
            fmt::format("{} uses invalid resources: Invalid 'gpus' resource", who), gpus.error());
    }
    return {};
}

Status validateStage(const Defect& defect, Defect::Stage stage) {
    return defect.stage == stage ? failure(defect.text) : Status();
}

// All that Mesos checks of a task itself, however it is launched.
Status validateTask(const TaskInfo& task, IdUse use, const LaunchContext& context) {
    using Stage = Defect::Stage;
    if (const Status id = validateId(task.id.value); !id) {
        return id;
    }
    if (const Status free = validateIdUse(task.id, use); !free) {
        return free;
    }
    if (task.agent != context.agent) {
        return failure(fmt::format("Task uses invalid agent {} while agent {} is expected",
            task.agent.value, context.agent.value));
    }
    for (const Stage stage : {Stage::Early, Stage::Resources}) {
        if (const Status fine = validateStage(task.defect, stage); !fine) {
            return fine;
        }
    }
    if (task.resources.empty()) {
        return failure("Task uses no resources");
    }
    if (const Status fine = validateResources("Task", task.resources, context.role); !fine) {
        return fine;
    }
    return validateStage(task.defect, Stage::Late);
}

Status validateExecutor(const ExecutorInfo& executor, const LaunchContext& context) {
    using Stage = Defect::Stage;
    if (const Status type = validateStage(executor.defect, Stage::Early); !type) {
        return type;
    }
    if (const Status id = validateId(executor.id.value); !id) {
        return id;
    }
    for (const Stage stage : {Stage::Late, Stage::Resources}) {
        if (const Status fine = validateStage(executor.defect, stage); !fine) {
            return fine;
        }
    }
    if (const Status fine = validateResources("Executor", executor.resources, context.role);
        !fine) {
        return fine;
    }
    if (context.running && *context.running != executor) {
        return failure("ExecutorInfo is not compatible with existing ExecutorInfo with same "
                       "ExecutorID");
    }
    return validateStage(executor.defect, Stage::Launch);
}

// Of sums, only ranges and sets can overlap: there the union takes nothing twice.
bool overlap(const Resources& a, const Resources& b) {
    return (a + b) - b != a;
}

Status validateExecutorSize(const ExecutorInfo& executor) {
    constexpr Milli kLeastCpus{10};
    constexpr Milli kLeastMem = Milli::whole(32); // MiB
    const auto amount = [&](Resources::Kind kind) {
        const Milli value = executor.resources.scalar(kind);
        return value.value == 0 ? std::string("None") : value.text();
    };
    if (executor.resources.scalar(Resources::Cpus) < kLeastCpus) {
        return failure(
            fmt::format("Executor '{}' uses less CPUs ({}) than the minimum required ({})",
                executor.id.value, amount(Resources::Cpus), kLeastCpus.text()));
    }
    if (executor.resources.scalar(Resources::Mem) < kLeastMem) {
        return failure(
            fmt::format("Executor '{}' uses less memory ({}) than the minimum required ({}MB)",
                executor.id.value, amount(Resources::Mem), kLeastMem.text()));
    }
    if (executor.resources.scalar(Resources::Disk).value == 0) {
        return failure(fmt::format("Executor '{}' uses no disk", executor.id.value));
    }
    return {};
}

} // namespace

std::string itemText(const Resource& item, std::string_view role) {
    return fmt::format("{}{}{}:{}", item.name,
        role.empty() ? "" : fmt::format("(allocated: {})", role),
        reservationsText(item.reservations), valueText(item));
}

std::string allocatedText(const Resources& resources, std::string_view role) {
    std::vector<Resource> items = resources.items();
    std::stable_partition(
        items.begin(), items.end(), [](const Resource& item) { return !isKnownScalar(item); });
    std::string text;
    for (const Resource& item : items) {
        text += (text.empty() ? "" : "; ") + itemText(item, role);
    }
    return text.empty() ? "{}" : text;
}

Status validateLaunch(const TaskInfo& task, IdUse use, const LaunchContext& context) {
    using Stage = Defect::Stage;
    if (const Status call = validateStage(task.defect, Stage::Call); !call) {
        return call;
    }
    if (const Status fine = validateTask(task, use, context); !fine) {
        return fine;
    }
    if (const Status either = validateStage(task.defect, Stage::Executor); !either) {
        return either;
    }
    Resources total = task.resources;
    if (task.executor) {
        if (const Status fine = validateExecutor(*task.executor, context); !fine) {
            return fine;
        }
        if (overlap(task.resources, task.executor->resources)) {
            return failure(fmt::format("There are overlapping resources in the task resources {} "
                                       "and executor resources {}",
                allocatedText(task.resources, context.role),
                allocatedText(task.executor->resources, context.role)));
        }
        if (!context.running) {
            total += task.executor->resources;
        }
    }
    if (!context.available.contains(total)) {
        return failure(fmt::format("Total resources {} required by task and its executor is more "
                                   "than available {}",
            allocatedText(total, context.role), allocatedText(context.available, context.role)));
    }
    return validateStage(task.defect, Stage::Launch);
}

Status validateGroup(
    const LaunchGroup& group, const std::vector<IdUse>& uses, const LaunchContext& context) {
    using Stage = Defect::Stage;
    const ExecutorInfo& executor = group.executor;
    if (const Status call = validateStage(executor.defect, Stage::Call); !call) {
        return call;
    }
    std::set<TaskId> before;
    for (std::size_t i = 0; i < group.tasks.size(); ++i) {
        const TaskInfo& task = group.tasks[i];
        const IdUse use = before.insert(task.id).second ? uses[i] : IdUse::Live;
        Status fine = validateTask(task, use, context);
        if (fine) {
            fine = validateStage(task.defect, Stage::Launch);
        }
        if (!fine) {
            return failure(
                fmt::format("Task '{}' is invalid: {}", task.id.value, fine.error().message));
        }
    }
    if (const Status fine = validateExecutor(executor, context); !fine) {
        return fine;
    }
    Resources total = executor.resources;
    bool overlaps = false;
    for (const TaskInfo& task : group.tasks) {
        if (task.executor && *task.executor != executor) {
            return failure(
                fmt::format("The `ExecutorInfo` of task '{}' is different from executor '{}'",
                    task.id.value, executor.id.value));
        }
        overlaps = overlaps || overlap(task.resources, total);
        total += task.resources;
    }
    if (const Status size = validateExecutorSize(executor); !size) {
        return size;
    }
    if (overlaps) {
        return failure(fmt::format("There are overlapping resources in the task group's task "
                                   "resources and/or executor resources {}",
            allocatedText(executor.resources, context.role)));
    }
    if (context.running) {
        total -= executor.resources;
    }
    if (!context.available.contains(total)) {
        return failure(fmt::format("Total resources {} required by task group and its executor "
                                   "are more than available {}",
            allocatedText(total, context.role), allocatedText(context.available, context.role)));
    }
    return {};
}

} // namespace muster::cluster
