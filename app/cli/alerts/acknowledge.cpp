// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/alerts/acknowledge.h"

#include <chrono>

#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/time.h"
#include "core/proto/time.h"

namespace muster::cli {

using muster::v1::Request;

CommandLine Acknowledge::line() {
    CommandLine line;
    line.flags = {
        {"--note", &m_note, "A note for others, for example what is being done", "TEXT"},
        {"--mute-for", &m_muteFor,
            "Do not report it as new if it returns within this time, for example 2h30m",
            "DURATION"},
    };
    line.arguments = {
        {"ID", &m_id, "The id of the alert or a unique prefix of it, see 'muster alerts -o wide'",
            true, Names::Alerts}};
    m_master.addTo(line);
    line.examples = "  muster alerts ack gpu-hot/GPU-5a3f --note='fan is ordered'\n"
                    "  muster alerts ack agent-unreachable --mute-for=2h";
    return line;
}

ExitCode Acknowledge::run(const CliContext& here) {
    Request request;
    auto& seen = *request.mutable_acknowledge_alert();
    seen.set_alert_id(m_id);
    seen.set_note(m_note);
    seen.set_author(authorOf(here));
    if (m_muteFor) {
        const auto duration = parseDuration(*m_muteFor);
        if (!duration)
            return fail(here, Error{"'--mute-for': " + duration.error().message}, ExitCode::Usage);
        seen.set_muted_until_ms(proto::milliseconds(
            std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()) + *duration));
    }
    return sendOperatorCommand(m_master, here, request,
        fmt::format("Acknowledged {}{}", escaped(m_id),
            m_muteFor ? ", muted for " + escaped(*m_muteFor) : ""));
}

} // namespace muster::cli
