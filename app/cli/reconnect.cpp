// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/reconnect.h"

#include <ostream>
#include <thread>

#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::minutes kReconnecting{10};

} // namespace

ExitCode keepTalking(const MasterFlags& flags, const CliContext& here, const LastingTalk& lasting,
    std::optional<Error> lost) {
    bool isNews = true; // the loss
    for (Clock::time_point until;;) {
        if (lost && isNews) {
            until = Clock::now() + kReconnecting;
            lasting.onLost();
            here.err << fmt::format(
                "muster: Connection lost, reconnecting... ({})", escaped(lost->message))
                     << std::endl;
        }
        if (lost)
            std::this_thread::sleep_for(kBeforeAgain);
        auto master = findMaster(flags, here, "/ws/console"); // the token may be a new one
        if (!master)
            return fail(here, master.error(), ExitCode::Usage);
        Conversation conversation(std::move(*master), here);
        lost ? conversation.keepLosses() : conversation.keepCuts();
        bool answered = false;
        const auto code = lasting.talk(conversation, answered);
        if (!conversation.wasCut())
            return code;
        isNews = answered || !lost;
        lost = conversation.wasCut();
        if (code == ExitCode::Unreachable && (isNews || Clock::now() < until))
            continue;
        here.err << fmt::format("muster: {}\n{}", escaped(lost->message), lasting.afterwards)
                 << std::flush;
        return code;
    }
}

AskAgain::AskAgain(Conversation& conversation)
    : m_conversation(conversation), m_until(Clock::now() + kReconnecting) { }

bool AskAgain::later(const muster::v1::Reply& reply, std::function<void()> ask) {
    if (reply.error().kind() != muster::v1::Error::UNAVAILABLE || Clock::now() >= m_until)
        return false;
    auto& timer = m_timers.try_emplace(reply.id(), m_conversation.io()).first->second;
    timer.expires_after(kBeforeAgain);
    timer.async_wait([ask = std::move(ask)](const auto& error) {
        if (!error)
            ask();
    });
    return true;
}

} // namespace muster::cli
