// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster web: opens the master's web page in the browser, signed in by a link that works once.
class Web final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    // The whole address, signed in.
    Result<std::string> address(const net::WebSocketClientOptions& master) const;

    MasterFlags m_master;
    bool m_print = false;
};

} // namespace muster::cli
