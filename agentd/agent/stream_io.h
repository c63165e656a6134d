// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/agent/await.h"
#include "core/kernel/base/result.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

// What the input and output of tasks and of commands beside them have in common on the wire.
namespace muster::agentd {

inline constexpr std::uint64_t kWindow = 128 << 10; // of output on its way to one reader
// To all of them: the agent's connection carries more than this.
inline constexpr std::uint64_t kAllWindows = 4 << 20;
inline constexpr std::size_t kPiece = 16 << 10;
inline constexpr std::string_view kEndOfInput = "\x04"; // what a terminal takes for it
inline constexpr const char* kHasWriter = "Another client is attached to this container's input";

// A call that the master passes on, with ids that are such: it may name a folder in a sandbox.
Status readCall(std::string_view bytes, mesos::v1::agent::Call& call);

// A ProcessIO, as bytes.
std::string outputRecord(mesos::v1::agent::ProcessIO::Data::Type type, std::string_view data);

// `terminal` is a descriptor of either end. A message without a size changes nothing.
void resize(int terminal, const mesos::v1::TTYInfo& info);

// Something that a coroutine waits for until it is told to look again.
class Wake {
    using Timer = boost::asio::steady_timer;

public:
    explicit Wake(boost::asio::io_context& io) : m_timer(io, Timer::time_point::max()) { }
    boost::asio::awaitable<void> wait() { co_await m_timer.async_wait(kAwait); }
    void tell() { m_timer.cancel(); }

private:
    Timer m_timer;
};

} // namespace muster::agentd
