// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// muster-console-manual FOLDER: writes man/muster-console.1.
// Run while packages are built, never installed.
#include <cstdio>
#include <filesystem>

#include "app/console/program/options.h"

int main(int argc, char** argv) {
    using namespace muster;
    const auto folder = std::filesystem::path(argc > 1 ? argv[1] : ".") / "man";
    const auto written = manual::write(console::Options::manualPage(MUSTER_VERSION), folder);
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
    }
    return written ? 0 : 1;
}
