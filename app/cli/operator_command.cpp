// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/operator_command.h"

#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/target.h"
#include "app/cli/text.h"

namespace muster::cli {

std::string authorOf(const CliContext& here) {
    return here.user + "@" + here.hostname;
}

ExitCode sendOperatorCommand(const MasterFlags& flags, const CliContext& here,
    muster::v1::Request request, const std::string& done, const std::string& job) {
    const auto say = [&](const muster::v1::Reply& reply) {
        here.out << done << '\n';
        if (!reply.note().empty())
            here.out << escaped(reply.note()) << '\n';
        return ExitCode::Ok;
    };
    return job.empty() ? askMaster(flags, here, std::move(request), say)
                       : askAboutJob(flags, here, job, std::move(request), say);
}

} // namespace muster::cli
