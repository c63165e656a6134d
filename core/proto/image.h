// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

// The container of a task that runs in an image, by Muster itself.
mesos::v1::ContainerInfo containerOf(const std::string& image);

struct TaskImage {
    std::string name; // as Docker names it; of another kind (APPC): empty
    bool docker = false; // to be run by the Docker Engine
    bool forcePull = false;

    bool operator==(const TaskImage&) const = default;
};
// What such a container asks for; nothing: it has no image.
std::optional<TaskImage> imageOf(const mesos::v1::ContainerInfo& container);

} // namespace muster::proto
