// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// muster-daemon-manual FOLDER: writes man/muster-agentd.8, config/master.toml and
// config/agent.toml. Run while packages are built, never installed.
#include <filesystem>
#include <iostream>

#include "agentd/flag_pages.h"

int main(int argc, char** argv) {
    using namespace muster;
    const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
    const auto written = manual::write(agentd::daemonPage(), folder / "man")
                             .and_then([&] {
                                 return manual::write(agentd::configTemplate(agentd::Mode::Master),
                                     folder / "config/master.toml");
                             })
                             .and_then([&] {
                                 return manual::write(agentd::configTemplate(agentd::Mode::Agent),
                                     folder / "config/agent.toml");
                             });
    if (!written) {
        std::cerr << written.error().message << '\n';
    }
    return written ? 0 : 1;
}
