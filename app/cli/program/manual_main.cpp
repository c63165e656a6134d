// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// muster-cli-manual FOLDER: writes man/muster.1 and a page for each command.
// Run while packages are built, never installed.
#include <filesystem>
#include <iostream>

#include "app/cli/program/manual.h"

int main(int argc, char** argv) {
    using namespace muster;
    const auto folder = std::filesystem::path(argc > 1 ? argv[1] : ".") / "man";
    auto written = manual::write(cli::overviewPage(), folder);
    for (const auto& row : cli::commandTable()) {
        if (written && !row.hidden) {
            written = manual::write(cli::pageOf(row), folder);
        }
    }
    if (!written) {
        std::cerr << written.error().message << '\n';
    }
    return written ? 0 : 1;
}
