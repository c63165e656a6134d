// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "agentd/agent/commands.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Mesos' nested containers: commands that operators start inside running containers, with a session
// (LAUNCH_NESTED_CONTAINER_SESSION), a terminal, or output files in ".containers/<id>" of the
// parent's sandbox. They have the parent's user, files, GPUs and limits and end with it. How one
// ended is known until it is removed or its parent is gone; all are forgotten when the agent ends.
// Texts and statuses are Mesos' (its slave/http.cpp). Calls come and are answered as Streams of the
// wire. Lives on the io_context's thread.
class NestedContainers {
public:
    using Send = std::function<void(muster::v1::Stream)>;

    NestedContainers(boost::asio::io_context& io, const Commands& commands, Send send)
        : m_io(io), m_commands(commands), m_send(std::move(send)) { }
    ~NestedContainers(); // ends them

    void take(const muster::v1::Stream& part);
    // The streams end with the connection, and sessions with their streams.
    void masterLost();
    // What was nested in it is gone.
    void parentDestroyed(const ContainerId& parent);

    std::vector<mesos::v1::ContainerID> running() const; // with their parents

private:
    using Call = mesos::v1::agent::Call;
    using ProcessIO = mesos::v1::agent::ProcessIO;
    using Descriptor = boost::asio::posix::stream_descriptor;
    struct Nested;
    using NestedPtr = std::shared_ptr<Nested>;
    struct Stream {
        enum class Kind { Output, Input, Wait, WaitNested };
        NestedPtr nested;
        Kind kind;
        bool owner = false; // the container ends with it
        std::uint64_t underWay = 0; // bytes of output that the master has not taken
    };

    struct Launch {
        mesos::v1::ContainerID id;
        mesos::v1::CommandInfo command;
        mesos::v1::ContainerInfo container;
        bool session;
    };

    void open(std::uint64_t stream, const Call& call);
    void launch(std::uint64_t stream, const Launch& launch);
    Result<NestedPtr> start(const Launch& launch);
    Result<container::Descriptors> openEnds(Nested& nested, const Launch& launch,
        const std::string& sandbox, std::vector<container::Fd>& theirs);
    void wait(std::uint64_t stream, const mesos::v1::ContainerID& id, bool nested);
    void kill(std::uint64_t stream, const mesos::v1::ContainerID& id, int signal);
    void remove(std::uint64_t stream, const mesos::v1::ContainerID& id);
    void attachInput(std::uint64_t stream, const mesos::v1::ContainerID& id);
    void attachOutput(std::uint64_t stream, const mesos::v1::ContainerID& id);
    // Nothing: the stream has ended with the reason.
    NestedPtr findAttachable(std::uint64_t stream, const mesos::v1::ContainerID& id);

    void addOutput(std::uint64_t stream, const NestedPtr& nested);
    void addInput(std::uint64_t stream, const ProcessIO& io, std::uint64_t size);
    void close(std::uint64_t stream);
    void taken(std::uint64_t stream, std::uint64_t bytes);

    boost::asio::awaitable<void> run(NestedPtr nested);
    boost::asio::awaitable<void> deliver(NestedPtr nested, int signal);
    boost::asio::awaitable<void> readOutput(
        NestedPtr nested, Descriptor& from, ProcessIO::Data::Type type);
    boost::asio::awaitable<void> writeInput(NestedPtr nested);
    void ended(const NestedPtr& nested, int status); // as of wait(2)

    NestedPtr find(const mesos::v1::ContainerID& id) const;
    void tellTaken(std::uint64_t stream, std::uint64_t bytes);
    void forget(std::uint64_t stream);
    void end(std::uint64_t stream, unsigned status, std::string body = "");

    boost::asio::io_context& m_io;
    const Commands& m_commands;
    Send m_send;
    std::map<std::string, NestedPtr> m_nested; // by "parent.child"
    std::map<std::uint64_t, Stream> m_streams; // of sessions, attachments and those who wait
    std::uint64_t m_underWay = 0; // of all of them
};

} // namespace muster::agentd
