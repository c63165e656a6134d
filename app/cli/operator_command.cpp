// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/operator_command.h"

#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/text.h"

namespace muster::cli {

std::string authorOf(const CliContext& here) {
    return here.user + "@" + here.hostname;
}

ExitCode sendOperatorCommand(const MasterFlags& flags, const CliContext& here,
    muster::v1::Request request, const std::string& done) {
    auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    request.set_id(1);
    return Conversation(std::move(*master), here)
        .run({request},
            [&](Conversation&, const muster::v1::Message& message) -> std::optional<ExitCode> {
                if (!message.has_reply())
                    return std::nullopt;
                here.out << done << '\n';
                if (const auto& note = message.reply().note(); !note.empty())
                    here.out << escaped(note) << '\n';
                return ExitCode::Ok;
            });
}

} // namespace muster::cli
