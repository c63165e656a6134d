// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_streams.h"

#include <algorithm>
#include <deque>

#include <fcntl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include "agentd/agent/stream_io.h"

namespace muster::agentd {
namespace {

namespace asio = boost::asio;

constexpr Duration kShownLook = std::chrono::milliseconds(20); // at what is shown: somebody types

int waitStatusOf(const container::Exit& exit) {
    return exit.signal ? *exit.signal : *exit.exitCode << 8;
}

} // namespace

// Who writes to a terminal, until it has left and what it typed is written.
struct TaskStreams::Input {
    struct Piece {
        std::string data;
        std::uint64_t size; // of the message
    };

    Input(asio::io_context& io, std::uint64_t of, ContainerId id)
        : stream(of), container(std::move(id)), terminal(io), mayWrite(io) { }

    void giveUp() {
        over = true;
        terminal.close();
        mayWrite.tell();
    }

    std::uint64_t stream;
    ContainerId container;
    asio::posix::stream_descriptor terminal;
    std::deque<mesos::v1::TTYInfo> sizes; // that were told before the terminal was open
    std::deque<Piece> pieces;
    Wake mayWrite;
    bool isLeaving = false;
    bool over = false;
};

TaskStreams::TaskStreams(asio::io_context& io, const container::Runtime& runtime,
    asio::thread_pool& workers, Lives lives, Send send)
    : m_io(io), m_runtime(runtime), m_workers(workers), m_lives(std::move(lives)),
      m_send(std::move(send)), m_timer(io, kShownLook, [this] { pumpAll(); }) { }

TaskStreams::~TaskStreams() {
    masterLost();
}

bool TaskStreams::take(const muster::v1::Stream& part) {
    const auto id = part.id();
    if (part.has_open()) {
        Call call;
        return readCall(part.open(), call) && open(id, call);
    }
    const auto output = m_outputs.find(id);
    const auto input = m_inputs.find(id);
    if (output == m_outputs.end() && input == m_inputs.end() && !m_waiting.contains(id)) {
        return false;
    }
    if (part.event_case() == muster::v1::Stream::kClose) {
        close(id);
    } else if (part.event_case() == muster::v1::Stream::kTaken && output != m_outputs.end()) {
        taken(output->second, part.taken());
    } else if (part.event_case() == muster::v1::Stream::kIo && input != m_inputs.end()) {
        ProcessIO io;
        io.ParseFromString(part.io());
        addInput(*input->second, io, part.io().size());
    }
    return true;
}

bool TaskStreams::open(std::uint64_t stream, const Call& call) {
    const auto attaches = [&](const mesos::v1::ContainerID& id) {
        return !id.has_parent() && m_runtime.hasTerminal({id.value()});
    };
    if (call.type() == Call::WAIT_CONTAINER) {
        const auto& id = call.wait_container().container_id();
        const bool isKnown = !id.has_parent() && m_lives({id.value()});
        if (isKnown) {
            m_waiting.emplace(stream, ContainerId{id.value()});
        }
        return isKnown;
    }
    if (call.type() == Call::ATTACH_CONTAINER_OUTPUT
        && attaches(call.attach_container_output().container_id())) {
        attachOutput(stream, {call.attach_container_output().container_id().value()});
        return true;
    }
    if (call.type() == Call::ATTACH_CONTAINER_INPUT
        && attaches(call.attach_container_input().container_id())) {
        attachInput(stream, {call.attach_container_input().container_id().value()});
        return true;
    }
    return false;
}

void TaskStreams::attachOutput(std::uint64_t stream, const ContainerId& id) {
    const auto path = m_runtime.sandboxOf(id).value_or("");
    container::Fd sandbox(::open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    auto files = LogFiles::open(std::move(sandbox), "stdout");
    if (!files) {
        return end(stream, 500, "Cannot read its output: " + files.error().message);
    }
    m_outputs.emplace(stream, Output{.container = id, .files = std::move(*files)});
    muster::v1::Stream opened;
    opened.set_id(stream);
    opened.set_io("");
    m_send(std::move(opened));
    pumpAll();
}

void TaskStreams::attachInput(std::uint64_t stream, const ContainerId& id) {
    const auto other = std::find_if(m_inputs.begin(), m_inputs.end(),
        [&](const auto& entry) { return entry.second->container == id; });
    if (other != m_inputs.end() && !other->second->isLeaving) {
        return end(stream, 409, kHasWriter);
    }
    if (other != m_inputs.end()) { // the task does not read what is left
        other->second->giveUp();
        end(other->first, 200);
    }
    auto input = std::make_shared<Input>(m_io, stream, id);
    m_inputs.emplace(stream, input);
    // The worker may outlive these streams: it touches none of their members.
    asio::post(m_workers,
        [this, &io = m_io, &runtime = m_runtime, id, input = std::move(input)]() mutable {
            auto terminal = runtime.openTerminal(id);
            asio::post(
                io, [this, input = std::move(input), terminal = std::move(terminal)]() mutable {
                    if (!input->over) {
                        opened(input, std::move(terminal));
                    }
                });
        });
}

void TaskStreams::opened(const InputPtr& input, Result<container::Fd> terminal) {
    if (!terminal) {
        return end(input->stream, terminal.error().kind == Error::Kind::NotFound ? 404 : 500,
            terminal.error().message);
    }
    input->terminal.assign(terminal->release());
    for (const auto& size : input->sizes) {
        resize(input->terminal.native_handle(), size);
    }
    input->sizes.clear();
    asio::co_spawn(m_io, write(input), asio::detached);
}

void TaskStreams::addInput(Input& input, const ProcessIO& io, std::uint64_t size) {
    if (io.type() == ProcessIO::DATA && io.data().type() == ProcessIO::Data::STDIN) {
        const auto& data = io.data().data();
        input.pieces.push_back({data.empty() ? std::string(kEndOfInput) : data, size});
        return input.mayWrite.tell();
    }
    if (io.control().type() == ProcessIO::Control::TTY_INFO) {
        if (input.terminal.is_open()) {
            resize(input.terminal.native_handle(), io.control().tty_info());
        } else {
            // Two differ where the caller wants the task to draw anew; more would be a flood.
            input.sizes.push_back(io.control().tty_info());
            if (input.sizes.size() > 2) {
                input.sizes.pop_front();
            }
        }
    }
    tellTaken(input.stream, size);
}

asio::awaitable<void> TaskStreams::write(InputPtr input) {
    while (!input->over) {
        if (input->pieces.empty() && input->isLeaving) {
            co_return end(input->stream, 200);
        }
        if (input->pieces.empty()) {
            co_await input->mayWrite.wait();
            continue;
        }
        const auto piece = std::move(input->pieces.front());
        input->pieces.pop_front();
        co_await asio::async_write(input->terminal, asio::buffer(piece.data), kAwait);
        if (!input->over) {
            tellTaken(input->stream, piece.size);
        }
    }
}

void TaskStreams::close(std::uint64_t stream) {
    if (const auto input = m_inputs.find(stream); input != m_inputs.end()) {
        input->second->isLeaving = true; // ends behind what is queued
        return input->second->mayWrite.tell();
    }
    if (const auto output = m_outputs.extract(stream)) {
        m_underWay -= output.mapped().underWay;
    }
    m_waiting.erase(stream);
}

void TaskStreams::taken(Output& output, std::uint64_t bytes) {
    const auto freed = std::min(bytes, output.underWay);
    output.underWay -= freed;
    m_underWay -= freed;
    pumpAll();
}

void TaskStreams::tellTaken(std::uint64_t stream, std::uint64_t bytes) {
    muster::v1::Stream out;
    out.set_id(stream);
    out.set_taken(bytes);
    m_send(std::move(out));
}

void TaskStreams::masterLost() {
    for (const auto& [stream, input] : m_inputs) {
        input->giveUp();
    }
    m_inputs.clear();
    m_outputs.clear();
    m_waiting.clear();
    m_underWay = 0;
}

void TaskStreams::ended(const container::Exit& exit) {
    for (auto& [stream, output] : m_outputs) {
        output.over |= output.container == exit.id;
    }
    pumpAll();
    mesos::v1::agent::Response response;
    response.set_type(mesos::v1::agent::Response::WAIT_CONTAINER);
    if (exit.signal || exit.exitCode) {
        response.mutable_wait_container()->set_exit_status(waitStatusOf(exit));
    }
    std::vector<std::pair<std::uint64_t, std::string>> told;
    for (const auto& [stream, input] : m_inputs) {
        if (input->container == exit.id) {
            input->giveUp();
            told.emplace_back(stream, "");
        }
    }
    for (const auto& [stream, id] : m_waiting) {
        if (id == exit.id) {
            told.emplace_back(stream, response.SerializeAsString());
        }
    }
    for (auto& [stream, body] : told) {
        end(stream, 200, std::move(body));
    }
}

void TaskStreams::end(std::uint64_t stream, unsigned status, std::string body) {
    close(stream);
    m_inputs.erase(stream);
    muster::v1::Stream out;
    out.set_id(stream);
    out.mutable_end()->set_status(status);
    out.mutable_end()->set_body(std::move(body));
    m_send(std::move(out));
}

bool TaskStreams::pump(std::uint64_t stream, Output& output) {
    if (output.offset < 0) {
        const auto extent = output.files.extent();
        if (!extent) {
            return true;
        }
        output.offset = extent->end;
    }
    char buffer[kPiece];
    while (output.underWay < kWindow && m_underWay < kAllWindows) {
        const auto count = output.files.read(output.offset, buffer, sizeof buffer);
        if (!count || *count == 0) {
            return !count || !output.over;
        }
        output.offset += static_cast<std::int64_t>(*count);
        muster::v1::Stream out;
        out.set_id(stream);
        out.set_io(outputRecord(ProcessIO::Data::STDOUT, {buffer, *count}));
        output.underWay += out.io().size();
        m_underWay += out.io().size();
        m_send(std::move(out));
    }
    return true;
}

void TaskStreams::pumpAll() {
    std::vector<std::uint64_t> done;
    for (auto& [stream, output] : m_outputs) {
        if (!pump(stream, output)) {
            done.push_back(stream);
        }
    }
    for (const auto stream : done) {
        end(stream, 200);
    }
    if (!m_outputs.empty()) {
        m_timer.arm();
    }
}

} // namespace muster::agentd
