// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/companion.h"

#include <filesystem>

namespace muster::container {

namespace fs = std::filesystem;

std::string programFolder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

std::string companion(const std::string& name, const std::string& folder) {
    std::error_code error;
    const auto beside = folder + '/' + name;
    const auto installed = fs::path(folder) / "../lib/muster" / name;
    return !fs::exists(beside, error) && fs::exists(installed, error)
        ? installed.lexically_normal().string()
        : beside;
}

} // namespace muster::container
