// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/nested.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>

#include <deque>
#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/write.hpp>

#include "agentd/agent/stream_io.h"
#include "agentd/agent/task_spec.h"
#include "core/container/bundle.h"

namespace muster::agentd {
namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using container::Fd;
using mesos::v1::ContainerID;

constexpr std::size_t kMostKnown = 1000; // beyond that those that have ended are forgotten
constexpr int kSignalTries = 500; // to send a signal to a command that is about to start
constexpr Duration kBetweenSignalTries = std::chrono::milliseconds(10);

std::string textOf(const ContainerID& id) {
    return id.has_parent() ? textOf(id.parent()) + "." + id.value() : id.value();
}

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

NestedContainers::~NestedContainers() {
    for (const auto& [id, nested] : m_nested) {
        nested->execution.reset();
    }
}

void NestedContainers::take(const muster::v1::Stream& part) {
    const auto id = part.id();
    switch (part.event_case()) {
    case muster::v1::Stream::kOpen: {
        Call call;
        const auto read = readCall(part.open(), call);
        return read ? open(id, call) : end(id, 400, read.error().message);
    }
    case muster::v1::Stream::kIo: {
        ProcessIO io;
        io.ParseFromString(part.io());
        return addInput(id, io, part.io().size());
    }
    case muster::v1::Stream::kTaken:
        return taken(id, part.taken());
    case muster::v1::Stream::kClose:
        return close(id);
    case muster::v1::Stream::kEnd:
    case muster::v1::Stream::EVENT_NOT_SET:
        return;
    }
}

void NestedContainers::open(std::uint64_t stream, const Call& call) {
    const auto launched = [&](const auto& wanted, bool session) {
        launch(stream, {wanted.container_id(), wanted.command(), wanted.container(), session});
    };
    const auto killed = [&](const auto& wanted) {
        kill(stream, wanted.container_id(), wanted.has_signal() ? wanted.signal() : SIGKILL);
    };
    switch (call.type()) {
    case Call::LAUNCH_NESTED_CONTAINER:
        return launched(call.launch_nested_container(), false);
    case Call::LAUNCH_CONTAINER:
        return launched(call.launch_container(), false);
    case Call::LAUNCH_NESTED_CONTAINER_SESSION:
        return launched(call.launch_nested_container_session(), true);
    case Call::WAIT_NESTED_CONTAINER:
        return wait(stream, call.wait_nested_container().container_id(), true);
    case Call::WAIT_CONTAINER:
        return wait(stream, call.wait_container().container_id(), false);
    case Call::KILL_NESTED_CONTAINER:
        return killed(call.kill_nested_container());
    case Call::KILL_CONTAINER:
        return killed(call.kill_container());
    case Call::REMOVE_NESTED_CONTAINER:
        return remove(stream, call.remove_nested_container().container_id());
    case Call::REMOVE_CONTAINER:
        return remove(stream, call.remove_container().container_id());
    case Call::ATTACH_CONTAINER_OUTPUT:
        return attachOutput(stream, call.attach_container_output().container_id());
    case Call::ATTACH_CONTAINER_INPUT:
        return attachInput(stream, call.attach_container_input().container_id());
    default:
        return end(stream, 501, Call::Type_Name(call.type()) + " opens no stream");
    }
}

NestedContainers::NestedPtr NestedContainers::find(const ContainerID& id) const {
    const auto found = m_nested.find(textOf(id));
    return found == m_nested.end() ? nullptr : found->second;
}

void NestedContainers::end(std::uint64_t stream, unsigned status, std::string body) {
    forget(stream);
    muster::v1::Stream out;
    out.set_id(stream);
    out.mutable_end()->set_status(status);
    out.mutable_end()->set_body(std::move(body));
    m_send(std::move(out));
}

void NestedContainers::forget(std::uint64_t stream) {
    if (const auto found = m_streams.find(stream); found != m_streams.end()) {
        taken(stream, found->second.underWay);
        m_streams.erase(stream);
    }
}

void NestedContainers::launch(std::uint64_t stream, const Launch& launch) {
    if (find(launch.id)) {
        return end(stream, 202); // Mesos: launched before
    }
    const auto nested = start(launch);
    if (!nested) {
        return end(stream, 400, nested.error().message);
    }
    m_nested.emplace(textOf(launch.id), *nested);
    asio::co_spawn(m_io, run(*nested), asio::detached);
    if ((*nested)->in) {
        asio::co_spawn(m_io, writeInput(*nested), asio::detached);
    }
    if (!launch.session) {
        return end(stream, 200);
    }
    addOutput(stream, *nested);
    m_streams.at(stream).owner = true;
}

Result<NestedContainers::NestedPtr> NestedContainers::start(const Launch& launch) {
    const auto& parent = launch.id.parent();
    if (parent.has_parent()) {
        return failure(
            fmt::format("Nested containers cannot contain other containers: launch this one in {}",
                textOf(parent.parent())));
    }
    const auto sandbox = m_commands.sandboxOf({parent.value()});
    if (!sandbox) {
        return failure(fmt::format("Parent container {} does not exist", textOf(parent)));
    }
    if (launch.container.has_docker() || launch.container.mesos().has_image()
        || launch.container.volumes_size() > 0) {
        return failure("The provided ContainerInfo is not supported");
    }
    auto argv = argvOf(launch.command);
    if (!argv) {
        return tl::unexpected(argv.error());
    }
    struct stat facts { };
    if (launch.command.has_user()) {
        const auto user = container::resolveUser(launch.command.user());
        if (!user || ::stat(sandbox->c_str(), &facts) != 0 || facts.st_uid != user->uid) {
            return failure(fmt::format("A nested container runs as its parent's user: remove '{}'",
                launch.command.user()));
        }
    }

    auto out = std::make_shared<Nested>(m_io);
    out->id = launch.id;
    std::vector<Fd> theirs;
    const auto io = openEnds(*out, launch, *sandbox, theirs);
    if (!io) {
        return tl::unexpected(io.error());
    }
    auto execution = m_commands.start({parent.value()},
        {std::move(*argv), environmentOf(launch.command), "nested-" + launch.id.value(), *io});
    if (!execution) {
        return tl::unexpected(execution.error());
    }
    out->execution = std::move(*execution);
    return out;
}

void NestedContainers::wait(std::uint64_t stream, const ContainerID& id, bool nested) {
    const auto found = find(id);
    if (!found) {
        return end(stream, 404, "Container " + textOf(id) + " cannot be found");
    }
    m_streams.emplace(
        stream, Stream{found, nested ? Stream::Kind::WaitNested : Stream::Kind::Wait});
    if (found->status) {
        ended(found, *found->status);
    }
}

void NestedContainers::kill(std::uint64_t stream, const ContainerID& id, int signal) {
    const auto nested = find(id);
    if (!nested || !nested->execution) {
        return end(
            stream, 404, "Container '" + textOf(id) + "' cannot be found (or is already killed)");
    }
    asio::co_spawn(m_io, deliver(nested, signal), asio::detached);
    end(stream, 200);
}

// The runtime says which process the command is just after that has started.
asio::awaitable<void> NestedContainers::deliver(NestedPtr nested, int signal) {
    asio::steady_timer pause(m_io);
    for (int tries = 0; nested->execution && tries < kSignalTries; ++tries) {
        if (nested->execution->signal(signal)) {
            nested->signal = signal;
            co_return;
        }
        pause.expires_after(kBetweenSignalTries);
        co_await pause.async_wait(kAwait);
    }
}

void NestedContainers::remove(std::uint64_t stream, const ContainerID& id) {
    const auto nested = find(id);
    if (nested && !nested->status) {
        return end(stream, 500, "Nested container has not terminated yet");
    }
    m_nested.erase(textOf(id));
    end(stream, 200);
}

NestedContainers::NestedPtr NestedContainers::findAttachable(
    std::uint64_t stream, const ContainerID& id) {
    const auto nested = find(id);
    if (nested && nested->out && !nested->status) {
        return nested;
    }
    // What a task without a terminal writes is in its sandbox.
    if (nested || (!id.has_parent() && m_commands.sandboxOf({id.value()}))) {
        end(stream, 500, "I/O switchboard server was disabled for this container");
    } else {
        end(stream, 404, "Container " + textOf(id) + " cannot be found");
    }
    return nullptr;
}

void NestedContainers::attachOutput(std::uint64_t stream, const ContainerID& id) {
    if (const auto nested = findAttachable(stream, id)) {
        addOutput(stream, nested);
    }
}

void NestedContainers::attachInput(std::uint64_t stream, const ContainerID& id) {
    const auto nested = findAttachable(stream, id);
    if (nested && nested->writer) {
        end(stream, 409, kHasWriter);
    } else if (nested) {
        m_streams.emplace(stream, Stream{nested, Stream::Kind::Input});
        nested->writer = stream;
    }
}

void NestedContainers::close(std::uint64_t stream) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) {
        return;
    }
    const auto nested = found->second.nested;
    if (found->second.kind == Stream::Kind::Input) { // ends behind what is queued
        nested->input.push_back({stream, "", 0, true});
        nested->mayWrite.tell();
        return;
    }
    const bool owner = found->second.owner;
    forget(stream);
    nested->readers.erase(stream);
    nested->mayRead.tell();
    if (owner && nested->execution) {
        asio::co_spawn(m_io, deliver(nested, SIGKILL), asio::detached);
    }
}

void NestedContainers::masterLost() {
    while (!m_streams.empty()) {
        const auto& [id, stream] = *m_streams.begin();
        if (stream.kind == Stream::Kind::Input) {
            stream.nested->writer.reset();
            stream.nested->input.clear();
            m_streams.erase(m_streams.begin());
        } else {
            close(id);
        }
    }
}

void NestedContainers::parentDestroyed(const ContainerId& parent) {
    std::erase_if(m_nested, [&](const auto& entry) {
        auto& nested = *entry.second;
        nested.orphaned |= nested.id.parent().value() == parent.value;
        return nested.orphaned && nested.status;
    });
}

std::vector<ContainerID> NestedContainers::running() const {
    std::vector<ContainerID> out;
    for (const auto& [text, nested] : m_nested) {
        if (nested->execution) {
            out.push_back(nested->id);
        }
    }
    return out;
}

// Everybody hears how it ended who asked, or was attached.
void NestedContainers::ended(const NestedPtr& nested, int status) {
    std::vector<std::pair<std::uint64_t, Stream::Kind>> told;
    for (const auto& [id, stream] : m_streams) {
        if (stream.nested == nested) {
            told.emplace_back(id, stream.kind);
        }
    }
    for (const auto& [stream, kind] : told) {
        mesos::v1::agent::Response response;
        if (kind == Stream::Kind::WaitNested) {
            response.set_type(mesos::v1::agent::Response::WAIT_NESTED_CONTAINER);
            response.mutable_wait_nested_container()->set_exit_status(status);
        } else if (kind == Stream::Kind::Wait) {
            response.set_type(mesos::v1::agent::Response::WAIT_CONTAINER);
            response.mutable_wait_container()->set_exit_status(status);
        }
        end(stream, 200, response.SerializeAsString());
    }
    nested->readers.clear();
    nested->writer.reset();
    const bool full = m_nested.size() > kMostKnown;
    std::erase_if(m_nested, [&](const auto& entry) {
        const auto& other = *entry.second;
        return other.status && (other.orphaned || (full && entry.second != nested));
    });
}

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
