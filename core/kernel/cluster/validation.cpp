// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/validation.h"

#include <algorithm>
#include <array>
#include <variant>

namespace muster::cluster {

namespace {

constexpr std::size_t kLongestId = 255; // it names a directory

constexpr std::array<std::string_view, Resources::kKinds> kScalarNames{
    "cpus", "mem", "disk", "gpus"};

Status validateId(const std::string& id) {
    if (id.empty()) {
        return failure("ID must not be empty");
    }
    if (id.size() > kLongestId) {
        return failure(fmt::format("ID must not be greater than {} characters", kLongestId));
    }
    if (id == "." || id == "..") {
        return failure(fmt::format("'{}' is disallowed", id));
    }
    const bool invalid = std::any_of(id.begin(), id.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || c == '/' || c == '\\';
    });
    if (invalid) {
        return failure(fmt::format("'{}' contains invalid characters", id));
    }
    return {};
}

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

std::string allocatedItem(std::string_view name, std::string_view role, std::string_view value) {
    return fmt::format("{}(allocated: {}):{}", name, role, value);
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
    return item.role == "*"
        && std::find(kScalarNames.begin(), kScalarNames.end(), item.name) != kScalarNames.end();
}

Status validateResources(const Resources& resources, std::string_view role) {
    if (resources.empty()) {
        return failure("Task uses no resources");
    }
    for (std::size_t i = 0; i < kScalarNames.size(); ++i) {
        const Milli value = resources.scalar(static_cast<Resources::Kind>(i));
        if (value.value < 0) {
            return failure(
                fmt::format("Resource '{}' is invalid: Invalid scalar resource: value <= 0",
                    allocatedItem(kScalarNames[i], role, value.text())));
        }
    }
    if (const Status gpus = validateGpus(resources); !gpus) {
        return failure("Task uses invalid resources: Invalid 'gpus' resource", gpus.error());
    }
    return {};
}

} // namespace

std::string allocatedText(const Resources& resources, std::string_view role) {
    std::string text;
    const auto append
        = [&text](const std::string& item) { text += (text.empty() ? "" : "; ") + item; };
    for (const Resource& item : resources.items()) {
        if (!isKnownScalar(item)) {
            append(allocatedItem(item.name, role, valueText(item)));
        }
    }
    for (std::size_t i = 0; i < kScalarNames.size(); ++i) {
        const Milli value = resources.scalar(static_cast<Resources::Kind>(i));
        if (value.value != 0) {
            append(allocatedItem(kScalarNames[i], role, value.text()));
        }
    }
    return text;
}

Status validateLaunch(const TaskInfo& task, const LaunchContext& context) {
    if (const Status id = validateId(task.id.value); !id) {
        return id;
    }
    if (const Status use = validateIdUse(task.id, context.idUse); !use) {
        return use;
    }
    if (task.agent != context.agent) {
        return failure(fmt::format("Task uses invalid agent {} while agent {} is expected",
            task.agent.value, context.agent.value));
    }
    if (const Status resources = validateResources(task.resources, context.role); !resources) {
        // A list that the edge could not read arrives empty.
        return task.resources.empty() && !task.defect.empty() ? failure(task.defect) : resources;
    }
    if (!task.defect.empty()) {
        return failure(task.defect);
    }
    if (!context.available.contains(task.resources)) {
        return failure(fmt::format("Total resources {} required by task and its executor is more "
                                   "than available {}",
            allocatedText(task.resources, context.role),
            allocatedText(context.available, context.role)));
    }
    return {};
}

} // namespace muster::cluster
