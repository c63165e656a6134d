// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Writes the root of a simulated NVIDIA driver, from which a driver volume is built:
//   muster-sim-driver FOLDER --scenario=FILE [--nvml=FILE] [--smi=FILE] [--libraries=FOLDER]
//     [--machine=NAME]
// What is not named lies beside this program. Exit status 1 with one line if it fails.
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/gpu/sim/driver/tree.h"

namespace {

namespace fs = std::filesystem;

std::optional<std::string> valueOf(std::string_view argument, std::string_view option) {
    return argument.starts_with(option) ? std::optional(std::string(argument.substr(option.size())))
                                        : std::nullopt;
}

bool take(std::string_view argument, muster::sim::DriverParts& parts) {
    const std::pair<std::string_view, std::string*> options[]
        = {{"--scenario=", &parts.scenario}, {"--nvml=", &parts.nvml}, {"--smi=", &parts.smi},
            {"--libraries=", &parts.standIns}, {"--machine=", &parts.machine}};
    for (const auto& [option, target] : options) {
        if (auto value = valueOf(argument, option)) {
            *target = std::move(*value);
            return true;
        }
    }
    return false;
}

} // namespace

int main(int argc, char** argv) {
    std::error_code error;
    const auto here = fs::read_symlink("/proc/self/exe", error).parent_path();
    muster::sim::DriverParts parts{
        {}, here / "sim-driver/libnvidia-ml.so", here / "muster-nvidia-smi", here / "sim-driver"};
    if (!fs::exists(parts.nvml)) {
        parts.nvml = here / "libmuster-nvml-sim.so";
    }
    std::string folder;
    bool wrong = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with('-')) {
            wrong = !take(argument, parts) || wrong;
        } else {
            wrong = !folder.empty() || wrong;
            folder = argument;
        }
    }
    if (wrong || folder.empty() || parts.scenario.empty()) {
        std::fputs("usage: muster-sim-driver FOLDER --scenario=FILE [--nvml=FILE] [--smi=FILE] "
                   "[--libraries=FOLDER] [--machine=NAME]\n",
            stderr);
        return 2;
    }
    if (const auto written = muster::sim::writeDriverTree(folder, parts); !written) {
        std::fprintf(stderr, "muster-sim-driver: %s\n", written.error().message.c_str());
        return 1;
    }
    return 0;
}
