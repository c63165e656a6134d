// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/result.h"

namespace muster::container::driver {

// The driver's files come in groups; an image says which it needs (the container toolkit's names).
enum class Capability { Compute, Compat32, Display, Graphics, Ngx, Utility, Video };
using Capabilities = std::set<Capability>;

std::string_view nameOf(Capability capability); // "compute"
const Capabilities& allCapabilities();
// "compute,utility", "all"; "" is the default "compute,utility". Unknown: an error with the list.
Result<Capabilities> parseCapabilities(std::string_view text);

// Environment variables or image labels in the order of their source; the last of a name counts.
using Pairs = std::vector<std::pair<std::string, std::string>>;

// What the image and the task say. An image whose labels are unknown gives none.
struct ImageFacts {
    Pairs environment;
    Pairs labels;
    Pairs taskEnvironment; // over the image's
};

// Whether a container gets the driver, and how much of it.
struct DriverRequest {
    bool driver = false;
    Capabilities capabilities; // empty without the driver
    bool legacy = false; // CUDA_VERSION without NVIDIA_REQUIRE_CUDA: an image of before the toolkit
    std::string reason; // "NVIDIA_VISIBLE_DEVICES=void": for the log

    bool operator==(const DriverRequest&) const = default;
};

// NVIDIA_VISIBLE_DEVICES wins over the label com.nvidia.volumes.needed, that over the legacy rule;
// an image that says nothing of GPUs gets the driver when the task was granted any. How many and
// which GPUs is not decided here: what the variable names beyond void is never more than a yes.
Result<DriverRequest> driverRequestOf(const ImageFacts& image, std::size_t gpus);

// NVIDIA_VISIBLE_DEVICES as a container sees it: the granted UUIDs, "void" when there are none.
std::string visibleDevices(const std::vector<GpuUuid>& gpus);

// The last value of that name, or nullptr.
const std::string* find(const Pairs& pairs, std::string_view name);

// `path` (a colon list) and what of `folders` it lacks, in their order, behind it.
std::string appendFolders(std::string_view path, const std::vector<std::string>& folders);

} // namespace muster::container::driver
