// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gpu/restrict.h"

#include <chrono>

#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/time.h"

namespace muster::cli {

using muster::v1::Request;

namespace {

std::int64_t endOf(Duration duration) {
    const auto end = std::chrono::system_clock::now() + duration;
    return std::chrono::duration_cast<std::chrono::milliseconds>(end.time_since_epoch()).count();
}

} // namespace

CommandLine RestrictGpu::line() {
    CommandLine line;
    line.flags = {
        reasonFlag(m_reason),
        {"--for", &m_duration, "The duration, for example 2h30m; default: until it is released",
            "DURATION"},
    };
    line.arguments
        = {{"UUID", &m_uuid, "The UUID of the GPU or a unique prefix of it", true, Names::Gpus}};
    m_master.addTo(line);
    line.examples = "  muster gpu restrict GPU-5a3f --reason='fan is loud' --for=2h30m\n"
                    "A task that holds the GPU may finish";
    return line;
}

ExitCode RestrictGpu::run(const CliContext& here) {
    if (const auto reason = checkReason(CommandKind::RestrictGpu, m_reason, "--reason"); !reason)
        return fail(here, reason.error(), ExitCode::Usage);
    Request request;
    auto& restrict = *request.mutable_restrict_gpu();
    restrict.set_uuid(m_uuid);
    restrict.set_reason(m_reason);
    restrict.set_author(authorOf(here));
    if (m_duration) {
        const auto duration = parseDuration(*m_duration);
        if (!duration)
            return fail(here, Error{"'--for': " + duration.error().message}, ExitCode::Usage);
        restrict.set_until_ms(endOf(*duration));
    }
    return sendOperatorCommand(m_master, here, request,
        fmt::format("Restricted {}{}", escaped(m_uuid),
            m_duration ? " for " + *m_duration : " until it is released"));
}

CommandLine ReleaseGpu::line() {
    CommandLine line;
    line.arguments
        = {{"UUID", &m_uuid, "The UUID of the GPU or a unique prefix of it", true, Names::Gpus}};
    m_master.addTo(line);
    line.examples = "  muster gpu release GPU-5a3f";
    return line;
}

ExitCode ReleaseGpu::run(const CliContext& here) {
    Request request;
    request.mutable_release_gpu()->set_uuid(m_uuid);
    request.mutable_release_gpu()->set_author(authorOf(here));
    return sendOperatorCommand(
        m_master, here, request, fmt::format("Released {}", escaped(m_uuid)));
}

} // namespace muster::cli
