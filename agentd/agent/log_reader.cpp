// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/log_reader.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "agentd/agent/files.h"
#include "core/container/beneath.h"

namespace muster::agentd {
namespace {

constexpr Duration kFollowedLook = std::chrono::milliseconds(100); // at files that are followed
constexpr std::size_t kChunk = 64 << 10;
constexpr std::size_t kMostQueued = 1 << 20;

} // namespace

LogReader::LogReader(boost::asio::io_context& io, std::string sandboxes, Callbacks callbacks)
    : m_sandboxes(std::move(sandboxes)), m_callbacks(std::move(callbacks)),
      m_timer(io, kFollowedLook, [this] { pumpAll(); }) { }

Result<LogReader::Stream> LogReader::open(const muster::v1::AgentCommand::ReadLog& request) const {
    const container::Fd folder(::open(m_sandboxes.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    container::Fd sandbox(container::openBeneath(folder.number(),
        fmt::format("{}/{}", request.framework_id(),
            request.sandbox().empty() ? request.task_id() : request.sandbox()),
        O_PATH | O_DIRECTORY));
    const cluster::TaskKey task{{request.framework_id()}, {request.task_id()}};
    bool isAwaited = false;
    const auto noSandbox = [&](int error) {
        isAwaited = error == ENOENT && m_callbacks.lives(task);
        return failure(error != ENOENT ? std::strerror(error)
                : isAwaited            ? "its sandbox does not exist yet"
                            : "its sandbox does not exist (any more): sandboxes of ended "
                              "tasks are removed to free space (--gc_delay)",
            Error::Kind::NotFound);
    };
    auto files = sandbox ? LogFiles::open(std::move(sandbox), request.file())
                         : Result<LogFiles>(noSandbox(errno));
    if (!files && files.error().kind == Error::Kind::NotFound) {
        const bool isOutput = request.file() == "stdout" || request.file() == "stderr";
        isAwaited = isAwaited || (isOutput && m_callbacks.lives(task));
        return failure(fmt::format("Cannot read {} of task '{}': {}", request.file(),
                           request.task_id(), files.error().message),
            isAwaited ? Error::Kind::Unavailable : Error::Kind::NotFound);
    }
    if (!files) {
        return failure(fmt::format(
            "{} of task '{}' {}", request.file(), request.task_id(), files.error().message));
    }
    return Stream{.files = std::move(*files),
        .offset = request.offset(),
        .follow = request.follow(),
        .window = request.window(),
        .task = task};
}

void LogReader::start(const muster::v1::AgentCommand::ReadLog& request) {
    auto stream = open(request);
    if (stream) {
        pumpOrErase(m_streams.emplace(request.stream(), std::move(*stream)).first);
    } else if (request.follow() && stream.error().kind == Error::Kind::Unavailable) {
        m_awaited.emplace(request.stream(), request);
        send(request.stream(), 0, {}); // nothing stood there
    } else {
        return end(request.stream(), 0, stream.error().message);
    }
    if (!m_streams.empty() || !m_awaited.empty()) {
        m_timer.arm();
    }
}

void LogReader::lookForAwaited() {
    for (auto awaited = m_awaited.begin(); awaited != m_awaited.end();) {
        auto stream = open(awaited->second);
        if (!stream && stream.error().kind == Error::Kind::Unavailable) {
            ++awaited;
            continue;
        }
        if (stream) {
            stream->offset = 0;
            stream->caughtUp = true;
            m_streams.emplace(awaited->first, std::move(*stream));
        } else {
            end(awaited->first, 0, stream.error().message);
        }
        awaited = m_awaited.erase(awaited);
    }
}

void LogReader::end(std::uint64_t id, std::int64_t offset, const std::string& error) {
    muster::v1::AgentMessage message;
    auto& data = *message.mutable_log();
    data.set_stream(id);
    data.set_offset(offset);
    data.set_error(error);
    data.set_end(true);
    m_callbacks.send(std::move(message));
}

void LogReader::taken(std::uint64_t stream, std::uint64_t bytes) {
    if (const auto found = m_streams.find(stream); found != m_streams.end() && bytes > 0) {
        auto& underWay = found->second.underWay;
        underWay -= std::min(bytes, underWay);
        pumpOrErase(found);
    }
}

void LogReader::cancel(std::uint64_t stream) {
    m_streams.erase(stream);
    m_awaited.erase(stream);
}

void LogReader::cancelAll() {
    m_streams.clear();
    m_awaited.clear();
}

bool LogReader::pump(std::uint64_t id, Stream& stream) {
    // Asked before the file is read: what a task writes last is there when it has ended.
    const bool more = stream.follow && m_callbacks.lives(stream.task);
    if (!stream.stood) {
        const auto extent = stream.files.extent();
        if (!extent) {
            return true;
        }
        stream.stood = extent->end;
        if (stream.offset < 0) {
            stream.offset = std::max(extent->begin, extent->end + stream.offset);
        }
    }
    char buffer[kChunk];
    const auto hasRoom = [&] { return stream.window == 0 || stream.underWay < stream.window; };
    while (m_callbacks.queued() < kMostQueued && hasRoom()) {
        auto size = sizeof buffer;
        if (stream.offset < *stream.stood) {
            size = std::min(size, static_cast<std::size_t>(*stream.stood - stream.offset));
        } else if (stream.follow && !stream.caughtUp) {
            stream.caughtUp = true;
            send(id, stream.offset, {});
        }
        const auto count = stream.files.read(stream.offset, buffer, size);
        if (!count || (*count == 0 && more)) {
            return true;
        }
        if (*count == 0) {
            end(id, stream.offset);
            return false;
        }
        send(id, stream.offset, {buffer, *count});
        stream.offset += static_cast<std::int64_t>(*count);
        stream.underWay += *count;
    }
    return true;
}

void LogReader::send(std::uint64_t id, std::int64_t offset, std::string_view bytes) {
    muster::v1::AgentMessage message;
    auto& data = *message.mutable_log();
    data.set_stream(id);
    data.set_offset(offset);
    data.set_data(bytes.data(), bytes.size());
    m_callbacks.send(std::move(message));
}

LogReader::Streams::iterator LogReader::pumpOrErase(Streams::iterator stream) {
    return pump(stream->first, stream->second) ? std::next(stream) : m_streams.erase(stream);
}

void LogReader::pumpAll() {
    lookForAwaited();
    for (auto stream = m_streams.begin(); stream != m_streams.end();) {
        stream = pumpOrErase(stream);
    }
    if (!m_streams.empty() || !m_awaited.empty()) {
        m_timer.arm();
    }
}

} // namespace muster::agentd
