// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace muster::cli {

const char* programVersion();

class Version final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;
};

} // namespace muster::cli
