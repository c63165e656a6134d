// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "agentd/agent/nested.h"
#include "agentd/agent/stream_io.h"

namespace muster::agentd {

// One command in a container, with what it reads and writes.
struct NestedContainers::Nested {
    struct Input {
        std::uint64_t stream;
        std::string data; // empty: the end of the command's input
        std::uint64_t size; // of the message
        bool last = false; // the end of the stream, which may leave the command's input open
    };

    explicit Nested(boost::asio::io_context& io) : mayRead(io), mayWrite(io) { }

    mesos::v1::ContainerID id; // with its parent
    std::unique_ptr<container::Execution> execution; // null: it has ended
    std::optional<Descriptor> in, out, error; // `error` is missing with a terminal
    bool terminal = false;
    bool orphaned = false; // its parent is gone

    std::deque<Input> input;
    std::set<std::uint64_t> readers;
    std::optional<std::uint64_t> writer;
    bool wasRead = false; // output waits for its first reader, not for further ones
    bool over = false; // the command has ended; there may be output left
    Wake mayRead;
    Wake mayWrite;

    std::optional<int> signal; // the last that was sent to it
    std::optional<int> status; // as of wait(2)
};

} // namespace muster::agentd
