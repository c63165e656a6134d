// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/agent/log_files.h"
#include "agentd/poll_timer.h"
#include "core/container/runtime.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// What operators do with containers of tasks themselves: attach to the terminal of one, which then
// goes on whether they stay or leave, and wait for its end. Nothing is kept between two
// attachments, so that they work for containers of an earlier agent, too: what a terminal shows
// from now on is followed in the sandbox (who is so slow that the files are gone misses it), input
// and sizes go to the terminal of muster-init. Texts and statuses are Mesos'. Calls come and are
// answered as Streams of the wire. Lives on the io_context's thread.
class TaskStreams {
public:
    using Send = std::function<void(muster::v1::Stream)>;
    using Lives = std::function<bool(const ContainerId&)>; // of any kind, terminal or not

    // `workers` open terminals: that of a task which is about to begin is waited for.
    TaskStreams(boost::asio::io_context& io, const container::Runtime& runtime,
        boost::asio::thread_pool& workers, Lives lives, Send send);
    ~TaskStreams();

    // False: it is not about a task's own container, or that has no terminal to attach to.
    bool take(const muster::v1::Stream& part);
    // The streams end with the connection.
    void masterLost();
    // All that it wrote is in its files. Told more than once.
    void ended(const container::Exit& exit);

private:
    using Call = mesos::v1::agent::Call;
    using ProcessIO = mesos::v1::agent::ProcessIO;
    struct Output {
        ContainerId container;
        LogFiles files;
        std::int64_t offset = -1; // nothing: where the file ends just now
        std::uint64_t underWay = 0; // bytes that the master has not taken
        bool over = false; // the container has ended; there may be output left
    };
    struct Input;
    using InputPtr = std::shared_ptr<Input>;

    bool open(std::uint64_t stream, const Call& call);
    void attachOutput(std::uint64_t stream, const ContainerId& id);
    void attachInput(std::uint64_t stream, const ContainerId& id);
    void opened(const InputPtr& input, Result<container::Fd> terminal);
    void addInput(Input& input, const ProcessIO& io, std::uint64_t size);
    void close(std::uint64_t stream);
    void taken(Output& output, std::uint64_t bytes);

    bool pump(std::uint64_t stream, Output& output); // false: all is read
    void pumpAll();
    boost::asio::awaitable<void> write(InputPtr input);
    void tellTaken(std::uint64_t stream, std::uint64_t bytes);
    void end(std::uint64_t stream, unsigned status, std::string body = "");

    boost::asio::io_context& m_io;
    const container::Runtime& m_runtime;
    boost::asio::thread_pool& m_workers;
    Lives m_lives;
    Send m_send;
    PollTimer m_timer;
    std::uint64_t m_underWay = 0; // of all outputs
    std::map<std::uint64_t, Output> m_outputs; // by stream, like the others
    std::map<std::uint64_t, InputPtr> m_inputs;
    std::map<std::uint64_t, ContainerId> m_waiting; // for its end
};

} // namespace muster::agentd
