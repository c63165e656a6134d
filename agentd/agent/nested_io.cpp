// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What goes in and out of nested containers, between their descriptors and the streams of the wire.
#include <algorithm>
#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <termios.h>

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/write.hpp>

#include "agentd/agent/nested_command.h"
#include "core/container/bundle.h"

namespace muster::agentd {
namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using container::Fd;

struct Ends {
    Fd ours;
    Fd theirs;
};

Result<Ends> openPipe(bool weRead) {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return container::systemFailure("create a pipe");
    }
    return Ends{Fd(ends[weRead ? 0 : 1]), Fd(ends[weRead ? 1 : 0])};
}

// Raw from the first byte on: the container's own terminal echoes and edits, this one passes on and
// ends the lines, as the runtime leaves it to the outer one.
Result<Fd> openTerminal(std::string& path, const mesos::v1::TTYInfo& info) {
    Fd terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    char name[64] = {};
    termios modes{};
    if (!terminal || ::grantpt(terminal.number()) != 0 || ::unlockpt(terminal.number()) != 0
        || ::ptsname_r(terminal.number(), name, sizeof name) != 0
        || ::tcgetattr(terminal.number(), &modes) != 0) {
        return container::systemFailure("open a terminal");
    }
    ::cfmakeraw(&modes);
    modes.c_oflag |= OPOST | ONLCR;
    ::tcsetattr(terminal.number(), TCSANOW, &modes);
    resize(terminal.number(), info);
    path = name;
    return terminal;
}

} // namespace

// A terminal, pipes or files: ours go to `nested`, theirs are open until the command has them.
Result<container::Descriptors> NestedContainers::openEnds(Nested& nested, const Launch& launch,
    const std::string& sandbox, std::vector<container::Fd>& theirs) {
    if (launch.container.has_tty_info()) {
        container::Descriptors io;
        auto terminal = openTerminal(io.terminal, launch.container.tty_info());
        if (!terminal) {
            return tl::unexpected(terminal.error());
        }
        nested.terminal = true;
        nested.in.emplace(m_io, ::fcntl(terminal->number(), F_DUPFD_CLOEXEC, 0));
        nested.out.emplace(m_io, terminal->release());
        return io;
    }
    if (launch.session) {
        for (auto* place : {&nested.in, &nested.out, &nested.error}) {
            auto ends = openPipe(place != &nested.in);
            if (!ends) {
                return tl::unexpected(ends.error());
            }
            place->emplace(m_io, ends->ours.release());
            theirs.push_back(std::move(ends->theirs));
        }
        return container::Descriptors{
            .in = theirs[0].number(), .out = theirs[1].number(), .error = theirs[2].number()};
    }
    auto files = container::openNestedSandbox(sandbox, launch.id.value());
    if (!files) {
        return tl::unexpected(files.error());
    }
    theirs.push_back(std::move(files->out));
    theirs.push_back(std::move(files->error));
    return container::Descriptors{.out = theirs[0].number(), .error = theirs[1].number()};
}

void NestedContainers::addOutput(std::uint64_t stream, const NestedPtr& nested) {
    m_streams.emplace(stream, Stream{nested, Stream::Kind::Output});
    muster::v1::Stream opened;
    opened.set_id(stream);
    opened.set_io("");
    m_send(std::move(opened));
    nested->readers.insert(stream);
    nested->wasRead = true;
    nested->mayRead.tell();
}

void NestedContainers::addInput(std::uint64_t stream, const ProcessIO& io, std::uint64_t size) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end() || found->second.kind != Stream::Kind::Input) {
        return;
    }
    auto& nested = *found->second.nested;
    const bool isData = io.type() == ProcessIO::DATA && io.data().type() == ProcessIO::Data::STDIN;
    if (isData) {
        nested.input.push_back({stream, io.data().data(), size});
        nested.mayWrite.tell();
        return;
    }
    if (io.control().type() == ProcessIO::Control::TTY_INFO && nested.terminal && nested.in) {
        resize(nested.in->native_handle(), io.control().tty_info());
        if (nested.execution) {
            nested.execution->resized();
        }
    }
    tellTaken(stream, size);
}

void NestedContainers::taken(std::uint64_t stream, std::uint64_t bytes) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) {
        return;
    }
    const auto freed = std::min(bytes, found->second.underWay);
    found->second.underWay -= freed;
    found->second.nested->mayRead.tell();
    if (std::exchange(m_underWay, m_underWay - freed) >= kAllWindows) {
        for (const auto& [id, nested] : m_nested) {
            nested->mayRead.tell();
        }
    }
}

void NestedContainers::tellTaken(std::uint64_t stream, std::uint64_t bytes) {
    if (m_streams.contains(stream)) { // nobody else waits for it
        muster::v1::Stream out;
        out.set_id(stream);
        out.set_taken(bytes);
        m_send(std::move(out));
    }
}

asio::awaitable<void> NestedContainers::run(NestedPtr nested) {
    const auto untilEnd = [](NestedPtr self, asio::io_context& io) -> asio::awaitable<void> {
        Descriptor ended(io, ::fcntl(self->execution->endFd(), F_DUPFD_CLOEXEC, 0));
        co_await ended.async_wait(asio::posix::descriptor_base::wait_read, kAwait);
        self->over = true;
        self->mayRead.tell();
        self->mayWrite.tell();
        if (self->in) {
            self->in->cancel();
        }
    };
    if (nested->error) {
        co_await (readOutput(nested, *nested->out, ProcessIO::Data::STDOUT)
            && readOutput(nested, *nested->error, ProcessIO::Data::STDERR)
            && untilEnd(nested, m_io));
    } else if (nested->out) {
        co_await (
            readOutput(nested, *nested->out, ProcessIO::Data::STDOUT) && untilEnd(nested, m_io));
    } else {
        co_await untilEnd(nested, m_io);
    }
    const int code = nested->execution->finish();
    nested->execution.reset();
    // The runtime tells of a signal like a shell.
    const bool killed = nested->signal && code == 128 + *nested->signal;
    nested->status = killed ? *nested->signal : code << 8;
    ended(nested, *nested->status);
}

asio::awaitable<void> NestedContainers::readOutput(
    NestedPtr nested, Descriptor& from, ProcessIO::Data::Type type) {
    std::array<char, kPiece> buffer{};
    const auto mayRead = [&] {
        const auto hasRoom
            = [&](std::uint64_t reader) { return m_streams.at(reader).underWay < kWindow; };
        return nested->readers.empty()
            ? nested->wasRead || nested->over
            : m_underWay < kAllWindows && std::ranges::all_of(nested->readers, hasRoom);
    };
    for (;;) {
        while (!mayRead()) {
            co_await nested->mayRead.wait();
        }
        const auto [error, count] = co_await from.async_read_some(asio::buffer(buffer), kAwait);
        if (error) { // the end, too
            co_return;
        }
        const auto bytes = outputRecord(type, {buffer.data(), count});
        for (const auto reader : nested->readers) {
            m_streams.at(reader).underWay += bytes.size();
            m_underWay += bytes.size();
            muster::v1::Stream out;
            out.set_id(reader);
            out.set_io(bytes);
            m_send(std::move(out));
        }
    }
}

asio::awaitable<void> NestedContainers::writeInput(NestedPtr nested) {
    while (!nested->over) {
        if (nested->input.empty()) {
            co_await nested->mayWrite.wait();
            continue;
        }
        const auto piece = std::move(nested->input.front());
        nested->input.pop_front();
        if (piece.last) {
            nested->writer.reset();
            end(piece.stream, 200);
            continue;
        }
        if (nested->in) {
            const std::string_view data
                = piece.data.empty() && nested->terminal ? kEndOfInput : piece.data;
            const auto [error, count]
                = co_await asio::async_write(*nested->in, asio::buffer(data), kAwait);
            if (error || data.empty()) {
                nested->in.reset();
            }
        }
        tellTaken(piece.stream, piece.size);
    }
}

} // namespace muster::agentd
