// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "tests/core/kernel/jobs/service/simulation/simulation.h"

namespace {

bool number(std::string_view text, std::string_view name, std::uint64_t& value) {
    if (!text.starts_with(name)) {
        return false;
    }
    text.remove_prefix(name.size());
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t first = 1;
    std::uint64_t seeds = 300;
    for (int i = 1; i < argc; ++i) {
        const std::string_view text = argv[i];
        if (number(text, "--seed=", first)) {
            seeds = 1;
        } else if (!number(text, "--seeds=", seeds)) {
            fmt::print(stderr, "services-simulation [--seeds=N | --seed=N]\n");
            return 2;
        }
    }
    std::uint64_t failures = 0;
    std::uint64_t steps = 0;
    std::uint64_t launches = 0;
    for (auto seed = first; seed < first + seeds; ++seed) {
        muster::services::Simulation simulation(seed);
        try {
            simulation.run();
        } catch (const muster::services::Violation& violation) {
            ++failures;
            fmt::print("seed {}: {}\n  replay: services-simulation --seed={}\n", seed,
                violation.what(), seed);
        }
        steps += simulation.steps();
        launches += simulation.launches();
    }
    fmt::print(
        "{} seeds, {} steps, {} launches, {} violations\n", seeds, steps, launches, failures);
    return failures == 0 ? 0 : 1;
}
