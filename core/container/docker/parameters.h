// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/kernel/base/result.h"

namespace muster::container::docker {

// The options of `docker run` that a task may give as parameters: cap-drop, hostname, label,
// read-only, shm-size, tmpfs, ulimit, workdir. They are written into the body of
// /containers/create. Everything else is refused: most of it would widen a task's rights
// (privileged, cap-add, device, security-opt, volume, pid, ipc, userns, runtime). Pure.
Status addParameters(nlohmann::ordered_json& request,
    const std::vector<std::pair<std::string, std::string>>& parameters);

// Refuses a place in the container where nothing of the task's may be mounted: not a plain absolute
// path, "/", the kernel's directories, and what would hide the sandbox or muster-init.
Status checkTarget(std::string_view path);

} // namespace muster::container::docker
