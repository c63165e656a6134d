// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <boost/asio/steady_timer.hpp>

#include "app/cli/conversation.h"

namespace muster::cli {

inline constexpr std::chrono::seconds kBeforeAgain{1};

// What a command does that goes on when its master was lost.
struct LastingTalk {
    // One conversation, from its first request on. It sets `answered` once the master tells what
    // it was asked for: a loss after that is a new one.
    std::function<ExitCode(Conversation& conversation, bool& answered)> talk;
    std::function<void()> onLost = [] {}; // before it is said
    std::string afterwards = {}; // said where the master is not found again; a whole line
};

// Has the talk. When its connection is lost, that is said once on stderr, and it is had again with
// a new connection, which is tried each second for 10 minutes; a master that cannot be reached at
// the first attempt is an error at once. `lost`: why the command has lost its connection already.
// Blocks.
ExitCode keepTalking(const MasterFlags& flags, const CliContext& here, const LastingTalk& lasting,
    std::optional<Error> lost = std::nullopt);

// Agents may be back later than the master: a request that one of them could not be passed on to
// is sent again each second, for as long as one waits for a master.
class AskAgain {
public:
    explicit AskAgain(Conversation& conversation); // which outlives it
    // Of a reply with an error: calls `ask` later. False: it is an error like others.
    bool later(const muster::v1::Reply& reply, std::function<void()> ask);

private:
    Conversation& m_conversation;
    std::chrono::steady_clock::time_point m_until;
    std::map<std::uint64_t, boost::asio::steady_timer> m_timers; // by the id of the request
};

} // namespace muster::cli
