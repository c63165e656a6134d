// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/nested.h"

#include <csignal>

#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "agentd/agent/nested_command.h"
#include "agentd/agent/task_spec.h"

namespace muster::agentd {
namespace {

namespace asio = boost::asio;
using container::Fd;
using mesos::v1::ContainerID;

constexpr std::size_t kMostKnown = 1000; // beyond that those that have ended are forgotten
constexpr int kSignalTries = 500; // to send a signal to a command that is about to start
constexpr Duration kBetweenSignalTries = std::chrono::milliseconds(10);

std::string textOf(const ContainerID& id) {
    return id.has_parent() ? textOf(id.parent()) + "." + id.value() : id.value();
}

} // namespace

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

} // namespace muster::agentd
