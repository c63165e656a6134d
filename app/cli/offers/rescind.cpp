// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/offers/rescind.h"

#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

CommandLine RescindOffer::line() {
    CommandLine line;
    line.flags = {reasonFlag(m_reason)};
    line.arguments = {{"OFFER", &m_offer, "The id of an offer, or the end of it, such as O12", true,
        Names::Offers}};
    m_master.addTo(line);
    line.examples
        = "  muster offers rescind O12 --reason='train waits for it'\n"
          "The framework is not offered the same again for five seconds, so that others come first";
    return line;
}

ExitCode RescindOffer::run(const CliContext& here) {
    if (const auto reason = checkReason(CommandKind::RescindOffer, m_reason, "--reason"); !reason)
        return fail(here, reason.error(), ExitCode::Usage);
    muster::v1::Request request;
    auto& rescind = *request.mutable_rescind_offer();
    rescind.set_offer_id(m_offer);
    rescind.set_reason(m_reason);
    rescind.set_author(authorOf(here));
    return sendOperatorCommand(m_master, here, request,
        fmt::format("Rescinded {}: its resources are free", escaped(m_offer)));
}

} // namespace muster::cli
