// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include <boost/asio/io_context.hpp>

#include "agentd/agent/log_files.h"
#include "agentd/poll_timer.h"
#include "core/kernel/cluster/messages.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Streams files of sandboxes to whoever reads a task's log. Of a stream whose oldest part is gone
// the first piece has a larger offset than was asked for. Of one that is followed an empty piece
// stands between what was in the file when it was asked for and what was written since. The output
// of a task that is still being launched is awaited by who follows it. A stream with a window waits
// while so much of it is not taken by its reader. One thread.
class LogReader {
public:
    struct Callbacks {
        std::function<void(muster::v1::AgentMessage)> send;
        std::function<std::size_t()> queued; // bytes under way: reading pauses while they are many
        std::function<bool(const cluster::TaskKey&)> lives; // more may come
    };

    LogReader(boost::asio::io_context& io, std::string sandboxes, Callbacks callbacks);

    void start(const muster::v1::AgentCommand::ReadLog& request);
    void taken(std::uint64_t stream, std::uint64_t bytes);
    void cancel(std::uint64_t stream);
    void cancelAll();

private:
    struct Stream {
        LogFiles files;
        std::int64_t offset = 0; // negative: from the end, which is not known yet
        std::optional<std::int64_t> stood = {}; // the end when it was asked for
        bool caughtUp = false; // the empty piece was sent
        bool follow = false;
        std::uint64_t window = 0; // 0: none
        std::uint64_t underWay = 0; // bytes that were sent and not taken
        cluster::TaskKey task;
    };
    using Streams = std::map<std::uint64_t, Stream>;

    // Unavailable: it is not there yet.
    Result<Stream> open(const muster::v1::AgentCommand::ReadLog& request) const;
    void lookForAwaited();
    bool pump(std::uint64_t id, Stream& stream); // false: it has ended
    void send(std::uint64_t id, std::int64_t offset, std::string_view bytes);
    void end(std::uint64_t id, std::int64_t offset, const std::string& error = {});
    Streams::iterator pumpOrErase(Streams::iterator stream); // the next one
    void pumpAll();

    std::string m_sandboxes;
    Callbacks m_callbacks;
    PollTimer m_timer;
    Streams m_streams;
    std::map<std::uint64_t, muster::v1::AgentCommand::ReadLog> m_awaited;
};

} // namespace muster::agentd
