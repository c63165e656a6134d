// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>

#include "core/container/runtime.h"

namespace muster::container {

inline void PrintTo(const Exit& exit, std::ostream* out) {
    *out << exit.id.value << ": code " << exit.exitCode.value_or(-1) << ", signal "
         << exit.signal.value_or(-1) << (exit.oomKilled ? ", out of memory" : "");
}

// The exit of that container; fails the test after the limit. Exits of others stay in `seen`.
template <typename Runtime>
Exit waitForExit(
    Runtime& runtime, std::vector<Exit>& seen, const ContainerId& id, std::chrono::seconds limit) {
    using Clock = std::chrono::steady_clock;
    for (const auto end = Clock::now() + limit; Clock::now() < end;) {
        for (const Exit& exit : seen) {
            if (exit.id == id)
                return exit;
        }
        pollfd ready{runtime.exitFd(), POLLIN, 0};
        poll(&ready, 1, 1000);
        for (Exit& exit : runtime.takeExits())
            seen.push_back(std::move(exit));
    }
    ADD_FAILURE() << id.value << " did not end";
    return Exit{};
}

// Every container that the runtime knows of, also those of agents before.
template <typename Runtime>
void destroyAll(Runtime& runtime) {
    const auto recovered = runtime.recover();
    EXPECT_TRUE(recovered) << recovered.error().message;
    for (const Recovered& one : recovered.value_or(std::vector<Recovered>())) {
        const auto destroyed = runtime.destroy(one.record.id);
        EXPECT_TRUE(destroyed) << destroyed.error().message;
    }
}

} // namespace muster::container
