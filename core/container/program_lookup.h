// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container {

// The process of a container that commands are started beside, as its configuration says.
struct ProcessPlace {
    std::string directory = "/"; // its working directory
    std::vector<std::string> environment; // "NAME=value", the last of a name counts
    unsigned uid = 0;
    std::vector<unsigned> gids;
};
Result<ProcessPlace> parseProcessPlace(std::string_view config);

// Whether the runtime would find `program` below `root`, a container's root as a descriptor: by its
// path, or in the PATH of `environment`. No link leads out of the root. NotFound: "'x' was not
// found in the container"; Denied: it is there and cannot be executed. What is found may be gone or
// changed when it is started: the answer is for people.
Status findProgram(const Fd& root, const std::string& program, const ProcessPlace& place,
    const std::vector<std::pair<std::string, std::string>>& environment);
// What a shell would exit with after that error: 127 or 126.
int exitStatusOf(const Error& notFound);

} // namespace muster::container
