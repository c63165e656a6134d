// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/request.h"

#include <algorithm>

#include "core/container/split.h"
#include "core/kernel/base/text.h"

namespace muster::container::driver {
namespace {

constexpr std::size_t longestList = 4096;

std::string_view trimmed(std::string_view text) {
    const auto first = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::string knownNames() {
    std::string names = "all";
    for (const Capability capability : allCapabilities())
        names += fmt::format(", {}", nameOf(capability));
    return names;
}

// Whether the driver is wanted, and why: the first that says anything.
std::pair<bool, std::string> decision(
    const Pairs& environment, const Pairs& labels, bool legacy, std::size_t gpus) {
    if (const auto* visible = find(environment, "NVIDIA_VISIBLE_DEVICES"))
        return {!visible->empty() && *visible != "void",
            "NVIDIA_VISIBLE_DEVICES=" + visible->substr(0, 100)};
    if (find(labels, "com.nvidia.volumes.needed") != nullptr)
        return {true, "label com.nvidia.volumes.needed"};
    if (find(labels, "com.ati.volumes.needed") != nullptr)
        return {false, "label com.ati.volumes.needed"};
    if (legacy)
        return {true, "CUDA_VERSION without NVIDIA_REQUIRE_CUDA"};
    return {gpus > 0, counted(gpus, "GPU") + " granted"};
}

} // namespace

std::string_view nameOf(Capability capability) {
    switch (capability) {
    case Capability::Compute:
        return "compute";
    case Capability::Compat32:
        return "compat32";
    case Capability::Display:
        return "display";
    case Capability::Graphics:
        return "graphics";
    case Capability::Ngx:
        return "ngx";
    case Capability::Utility:
        return "utility";
    case Capability::Video:
        return "video";
    }
    return "unknown";
}

const Capabilities& allCapabilities() {
    static const Capabilities all{Capability::Compute, Capability::Compat32, Capability::Display,
        Capability::Graphics, Capability::Ngx, Capability::Utility, Capability::Video};
    return all;
}

Result<Capabilities> parseCapabilities(std::string_view text) {
    if (text.size() > longestList)
        return failure(fmt::format(
            "NVIDIA_DRIVER_CAPABILITIES has {} bytes, {} are allowed", text.size(), longestList));
    Capabilities result;
    for (const auto part : splitWords(text, ',')) {
        const auto name = trimmed(part);
        if (name.empty())
            continue;
        if (name == "all")
            return allCapabilities();
        const auto& all = allCapabilities();
        const auto found = std::find_if(all.begin(), all.end(),
            [&](Capability capability) { return nameOf(capability) == name; });
        if (found == all.end())
            return failure(
                fmt::format("NVIDIA_DRIVER_CAPABILITIES names the unknown '{}': known are {}",
                    name.substr(0, 100), knownNames()));
        result.insert(*found);
    }
    return result.empty() ? Capabilities{Capability::Compute, Capability::Utility} : result;
}

Result<DriverRequest> driverRequestOf(const ImageFacts& image, std::size_t gpus) {
    Pairs environment = image.environment;
    environment.insert(
        environment.end(), image.taskEnvironment.begin(), image.taskEnvironment.end());
    DriverRequest wanted;
    wanted.legacy = find(environment, "CUDA_VERSION") != nullptr
        && find(environment, "NVIDIA_REQUIRE_CUDA") == nullptr;
    std::tie(wanted.driver, wanted.reason)
        = decision(environment, image.labels, wanted.legacy, gpus);
    if (!wanted.driver)
        return wanted;
    const auto* text = find(environment, "NVIDIA_DRIVER_CAPABILITIES");
    if (text == nullptr && wanted.legacy) {
        wanted.capabilities = allCapabilities();
        return wanted;
    }
    auto capabilities = parseCapabilities(text != nullptr ? std::string_view(*text) : "");
    if (!capabilities)
        return tl::unexpected(capabilities.error());
    wanted.capabilities = std::move(*capabilities);
    return wanted;
}

std::string visibleDevices(const std::vector<GpuUuid>& gpus) {
    std::string result;
    for (const GpuUuid& gpu : gpus)
        result += (result.empty() ? "" : ",") + gpu.value;
    return result.empty() ? "void" : result;
}

const std::string* find(const Pairs& pairs, std::string_view name) {
    const auto found = std::find_if(
        pairs.rbegin(), pairs.rend(), [&](const auto& pair) { return pair.first == name; });
    return found == pairs.rend() ? nullptr : &found->second;
}

std::string appendFolders(std::string_view path, const std::vector<std::string>& folders) {
    std::string result(path);
    for (const std::string& folder : folders) {
        const auto there = splitWords(result, ':');
        if (std::find(there.begin(), there.end(), folder) == there.end())
            result += (result.empty() || result.back() == ':' ? "" : ":") + folder;
    }
    return result;
}

} // namespace muster::container::driver
