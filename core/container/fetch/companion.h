// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// A program of ours that does one job for us and ends.
struct Companion {
    std::vector<std::string> argv;
    int in = -1; // its descriptor 0; -1: /dev/null
    std::vector<int> extra{}; // its descriptors from 3 on
    std::chrono::milliseconds limit{};
    std::stop_token stop;
    std::function<void(std::string_view)> onLine; // of stdout and stderr, up to 16 KiB each
};

// Runs it with an empty environment until it ends, and gives its exit code as a shell counts. When
// the stop is requested or the limit passed, it is killed with its session: an error of the kind
// Conflict or Timeout. Blocks; nothing of it is left afterwards.
Result<int> runCompanion(const Companion& companion);

// "it was cancelled", of the kind Conflict: what a requested stop gives everywhere in this folder.
tl::unexpected<Error> cancelled();

} // namespace muster::container::fetch
