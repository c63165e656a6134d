// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/work_dir.h"

#include <unistd.h>

namespace muster::cli {

Flag workDirFlag(std::optional<std::string>& into, const std::string& label) {
    return {"--work_dir", &into,
        label + "; /var/lib/muster as root, otherwise ~/.local/share/muster", "DIR"};
}

std::string workDirOf(const std::optional<std::string>& given, const CliContext& here) {
    if (given)
        return *given;
    if (const char* chosen = here.variable("MUSTER_WORK_DIR"); chosen != nullptr)
        return chosen;
    const char* home = here.variable("HOME");
    return ::geteuid() == 0 || home == nullptr ? "/var/lib/muster"
                                               : std::string(home) + "/.local/share/muster";
}

} // namespace muster::cli
