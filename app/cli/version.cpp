// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/version.h"

#include <ostream>

namespace muster::cli {

const char* programVersion() {
    return MUSTER_VERSION;
}

CommandLine Version::line() {
    return {.examples = "  muster version"};
}

ExitCode Version::run(const CliContext& here) {
    here.out << "muster " MUSTER_VERSION "\n";
    return ExitCode::Ok;
}

} // namespace muster::cli
