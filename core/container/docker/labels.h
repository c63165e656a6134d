// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/container/bundle.h"
#include "core/container/docker/docker_spec.h"

namespace muster::container::docker {

// What the agent must know of a container after it was itself killed is in the container's labels
// and, for when the engine is away, in a file of the same content.
using Labels = std::map<std::string, std::string>;

// muster.owner, muster.container, muster.sandbox, muster.gpus ("0,3"), muster.kill-grace-ms,
// muster.image. No task can set a label that begins with "muster.".
Labels labelsOf(const DockerSpec& spec, const std::string& owner);

// Nothing unless all are there, whole and `owner`'s. The processes are not in them.
std::optional<ContainerRecord> recordOf(const Labels& labels, const std::string& owner);

std::string labelsText(const Labels& labels); // JSON
std::optional<Labels> parseLabels(std::string_view text);

} // namespace muster::container::docker
