// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/flags.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "core/kernel/base/number.h"

namespace muster::gpu {
namespace {

// Mesos makes the allocator with the containerizer where NVML is there, and else while it adds up
// the agent's resources: the same refusal has two prefixes.
tl::unexpected<Error> refuse(const Discovery* found, std::string_view reason) {
    return failure(fmt::format("{}: {}",
        found ? "Failed to create a containerizer: Failed call to NvidiaGpuAllocator::resources"
              : "Failed to determine agent resources: Failed to obtain GPU resources",
        reason));
}

// An operator who names GPUs and gets an agent without, or one that fails every task, would look
// for the reason for long.
tl::unexpected<Error> refuseUnseen(const Error& why) {
    if (why.kind == Error::Kind::NotFound) {
        return failure(
            fmt::format("Failed to create a containerizer: Could not create "
                        "MesosContainerizer: Failed to create isolator 'gpu/nvidia': "
                        "Cannot create the Nvidia GPU isolator: NVML is not available: {}",
                why.message),
            why.kind);
    }
    constexpr std::string_view kOurs = "Failed to initialize NVML: ";
    std::string_view reason = why.message;
    const bool answered = reason.starts_with(kOurs);
    reason.remove_prefix(answered ? kOurs.size() : 0);
    return failure(fmt::format("Failed to create a containerizer: Failed call to "
                               "NvidiaGpuAllocator::resources: Failed to nvml::initialize: {}{}",
                       answered ? "nvmlInit failed: " : "", reason),
        why.kind);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Status checkCompanions(const std::vector<std::string>& isolation) {
    constexpr std::string_view kText
        = "Failed to create a containerizer: Could not create MesosContainerizer: Failed to create "
          "isolator "
          "'gpu/nvidia': The {} isolator must be enabled in order to use the 'gpu/nvidia' isolator";
    if (!contains(isolation, "cgroups/devices") && !contains(isolation, "cgroups/all")) {
        return failure(fmt::format(kText, "'cgroups/devices' or 'cgroups/all'"));
    }
    if (!contains(isolation, "filesystem/linux")) {
        return failure(fmt::format(kText, "'filesystem/linux'"));
    }
    return {};
}

std::vector<std::string_view> tokens(std::string_view text, char separator) {
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const auto end = std::min(text.find(separator), text.size());
        if (end > 0) {
            result.push_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

Result<std::vector<unsigned>> parseDevices(std::string_view text) {
    std::vector<unsigned> indices;
    for (const auto token : tokens(text, ',')) {
        const auto index = wholeNumber<unsigned>(token);
        if (!index) {
            return failure(
                fmt::format("Failed to load flag 'nvidia_gpu_devices': Failed to load value '{}': "
                            "Failed to numify '{}': Failed to convert '{}' to number",
                    text, token, token));
        }
        indices.push_back(*index);
    }
    return indices;
}

bool hasDuplicates(std::vector<unsigned> indices) {
    std::sort(indices.begin(), indices.end());
    return std::adjacent_find(indices.begin(), indices.end()) != indices.end();
}

// The checks in Mesos' order: a command line with two mistakes gets the same one of two texts.
Status checkCounts(
    Milli gpus, const std::optional<std::vector<unsigned>>& devices, const Discovery& found) {
    if (gpus == Milli{}) {
        return devices
            ? refuse(&found,
                "'--nvidia_gpus_devices' cannot be specified when '--resources' specifies 0 GPUs")
            : Status{};
    }
    if (!gpus.isWhole() || gpus < Milli{}) {
        return refuse(&found, "The 'gpus' resource must be an non-negative integer");
    }
    if (!devices) {
        return refuse(&found,
            "The `gpus` resource cannot be set without also setting `--nvidia_gpu_devices`");
    }
    if (hasDuplicates(*devices)) {
        return refuse(&found, "'--nvidia_gpu_devices' contains duplicates");
    }
    if (static_cast<std::int64_t>(devices->size()) != gpus.wholeUnits()) {
        return refuse(&found,
            "'--resources' and '--nvidia_gpu_devices' specify different numbers of GPU devices");
    }
    if (devices->size() > found.count()) {
        return refuse(&found,
            "The number of GPUs requested is greater than the number of GPUs available on the "
            "machine");
    }
    return {};
}

Status checkReachable(const std::vector<unsigned>& indices, const Discovery& found) {
    constexpr std::string_view kText
        = "Failed to create a containerizer: Failed to NvidiaGpuAllocator::create: "
          "Failed to nvml::deviceGetHandleByIndex: {}";
    for (const auto index : indices) {
        const auto at = [index](const auto& gpu) { return gpu.index == index; };
        const auto dead = std::find_if(found.unreachable.begin(), found.unreachable.end(), at);
        if (dead != found.unreachable.end()) {
            return failure(fmt::format(kText, dead->reason), Error::Kind::Unavailable);
        }
        if (std::none_of(found.gpus.begin(), found.gpus.end(), at)) {
            return failure(fmt::format(kText, "GPU device not found"), Error::Kind::NotFound);
        }
    }
    return {};
}

bool isOlder(std::string_view version, std::string_view than) {
    const auto left = tokens(version, '.');
    const auto right = tokens(than, '.');
    const auto number = [](std::string_view text) {
        unsigned value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
        [&](auto a, auto b) { return number(a) < number(b); });
}

std::vector<std::string> warningsOf(const Discovery& found) {
    std::vector<std::string> warnings;
    if (auto old = oldDriver(found.driverVersion)) {
        warnings.push_back(std::move(*old));
    }
    for (const auto& gpu : found.unreachable) {
        warnings.push_back(fmt::format("GPU {} is not offered: {}", gpu.index, gpu.reason));
    }
    return warnings;
}

std::vector<unsigned> allIndices(const Discovery& found) {
    std::vector<unsigned> indices;
    for (const auto& gpu : found.gpus) {
        indices.push_back(gpu.index);
    }
    std::sort(indices.begin(), indices.end());
    return indices;
}

Result<GpuPlan> planWithNvml(const GpuFlags& flags,
    const std::optional<std::vector<unsigned>>& devices, const Discovery& found) {
    if (!flags.gpus && devices) {
        return refuse(&found,
            "'--nvidia_gpus_devices' cannot be set without also setting 'gpus' in '--resources'");
    }
    if (flags.gpus) {
        if (const auto counts = checkCounts(*flags.gpus, devices, found); !counts) {
            return tl::unexpected(counts.error());
        }
    }
    auto owned = flags.gpus ? devices.value_or(std::vector<unsigned>{}) : allIndices(found);
    std::sort(owned.begin(), owned.end());
    if (const auto reachable = checkReachable(owned, found); !reachable) {
        return tl::unexpected(reachable.error());
    }
    const auto count = Milli::whole(static_cast<std::int64_t>(owned.size()));
    return GpuPlan{std::move(owned), count, false, warningsOf(found)};
}

} // namespace

std::optional<std::string> oldDriver(std::string_view version) {
    constexpr std::string_view kOldest = "340.29";
    if (version.empty() || !isOlder(version, kOldest)) {
        return std::nullopt;
    }
    return fmt::format("The NVIDIA driver is {}, older than {}, the first that serves GPUs in "
                       "containers; upgrade it",
        version, kOldest);
}

Result<GpuPlan> planGpus(const GpuFlags& flags, const Result<Discovery>& found) {
    std::optional<std::vector<unsigned>> devices;
    if (flags.devices) {
        auto parsed = parseDevices(*flags.devices);
        if (!parsed) {
            return tl::unexpected(parsed.error());
        }
        devices = std::move(*parsed);
    }
    const Discovery* seen = found ? &*found : nullptr;
    if (!contains(flags.isolation, "gpu/nvidia")) {
        return devices ? refuse(seen,
                   "'--nvidia_gpus_devices' can only be specified if the `--isolation` flag "
                   "contains 'gpu/nvidia'")
                       : Result<GpuPlan>(GpuPlan{{}, flags.gpus.value_or(Milli{}), false, {}});
    }
    if (!seen && (devices || flags.gpus.value_or(Milli{}) > Milli{})) {
        return refuseUnseen(found.error());
    }
    auto plan = seen ? planWithNvml(flags, devices, *seen) : Result<GpuPlan>(GpuPlan{});
    if (plan) {
        plan->ownsLater = !flags.gpus;
        if (const auto companions = checkCompanions(flags.isolation); !companions) {
            return tl::unexpected(companions.error());
        }
    }
    return plan;
}

namespace {

std::optional<Milli> gpusInJson(std::string_view text) {
    std::optional<Milli> sum;
    const auto array = nlohmann::json::parse(text, nullptr, false);
    for (const auto& item : array.is_array() ? array : nlohmann::json::array()) {
        const nlohmann::json::json_pointer value("/scalar/value");
        if (item.is_object() && item.value("name", nlohmann::json()) == "gpus"
            && item.contains(value) && item[value].is_number()) {
            sum = sum.value_or(Milli{}) + Milli::fromDouble(item[value].get<double>());
        }
    }
    return sum;
}

std::string_view trimmed(std::string_view text) {
    const auto first = std::min(text.find_first_not_of(" \t\n"), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(" \t\n") + 1);
}

} // namespace

std::optional<Milli> gpusInResources(std::string_view resources) {
    if (trimmed(resources).starts_with('[')) {
        return gpusInJson(resources);
    }
    std::optional<Milli> sum;
    for (const auto item : tokens(resources, ';')) {
        const auto colon = std::min(item.find(':'), item.size());
        const auto name = trimmed(item.substr(0, std::min(item.find('('), colon)));
        const auto value = Milli::parse(trimmed(item.substr(std::min(colon + 1, item.size()))));
        if (name == "gpus" && value) {
            sum = sum.value_or(Milli{}) + *value;
        }
    }
    return sum;
}

Resources gpuResources(const Resources& given, Milli planned) {
    Resources out;
    if (given.gpus() != planned) {
        out.setScalar(Resources::Gpus, planned);
        return out;
    }
    auto items = given.items();
    std::erase_if(items, [](const Resource& item) { return item.name != "gpus"; });
    return Resources(std::move(items));
}

} // namespace muster::gpu
