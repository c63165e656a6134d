// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "tests/core/kernel/simulation/simulation.h"

namespace {

struct Arguments {
    std::uint64_t first = 1;
    std::uint64_t seeds = 2000;
    bool trace = false;
};

bool number(std::string_view text, std::string_view name, std::uint64_t& value) {
    if (!text.starts_with(name)) {
        return false;
    }
    text.remove_prefix(name.size());
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
}

bool runs(std::uint64_t seed, bool trace, std::size_t& steps) {
    muster::simulation::Simulation simulation(seed, trace);
    try {
        simulation.run();
        steps += simulation.steps();
        return true;
    } catch (const muster::simulation::Violation& violation) {
        fmt::print("seed {}: {}\n  replay: kernel-simulation --seed={} --trace\n", seed,
            violation.what(), seed);
        return false;
    }
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view text = argv[i];
        if (number(text, "--seed=", arguments.first)) {
            arguments.seeds = 1;
        } else if (text == "--trace") {
            arguments.trace = true;
        } else if (!number(text, "--seeds=", arguments.seeds)) {
            fmt::print(stderr, "kernel-simulation [--seeds=N | --seed=N [--trace]]\n");
            return 2;
        }
    }
    std::size_t failures = 0;
    std::size_t steps = 0;
    for (std::uint64_t i = 0; i < arguments.seeds; ++i) {
        failures += runs(arguments.first + i, arguments.trace, steps) ? 0 : 1;
    }
    fmt::print("{} seeds, {} steps, {} violations\n", arguments.seeds, steps, failures);
    return failures == 0 ? 0 : 1;
}
