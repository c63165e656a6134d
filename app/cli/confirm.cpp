// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/confirm.h"

#include <ostream>

#include <unistd.h>

#include "app/cli/conversation.h"
#include "app/cli/terminal.h"

namespace muster::cli {

namespace {

// Up to the end of a line. Nothing, or anything but a yes, is a no.
bool saysYes(int input) {
    std::string typed;
    for (char letter = 0; ::read(input, &letter, 1) == 1 && letter != '\n';)
        typed += letter;
    return typed == "y" || typed == "Y" || typed == "yes";
}

} // namespace

std::optional<ExitCode> confirm(
    const CliContext& here, CommandKind command, bool yes, const std::string& question) {
    if (yes || !info(command).endsWork)
        return std::nullopt;
    if (!isTerminal(here.input))
        return fail(here,
            Error{"This ends running work and the input is not a terminal: confirm with --yes"},
            ExitCode::Usage);
    // Not to the output, which may go elsewhere.
    here.err << question << " [y/N] " << std::flush;
    if (saysYes(here.input))
        return std::nullopt;
    here.err << "Cancelled, nothing was changed\n";
    return ExitCode::Failed;
}

Flag yesFlag(bool& into) {
    return {
        "-y,--yes", &into, "Do not ask for confirmation; required if the input is not a terminal"};
}

} // namespace muster::cli
