// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/log_reader.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agentd/agent/files.h"

namespace muster::agentd {
namespace {

constexpr Duration kLook = std::chrono::milliseconds(100); // at files that are followed
constexpr std::size_t kChunk = 64 << 10;
constexpr std::size_t kMostQueued = 1 << 20;

} // namespace

LogReader::LogReader(boost::asio::io_context& io, std::string sandboxes, Seams seams)
    : m_sandboxes(std::move(sandboxes)), m_seams(std::move(seams)), m_timer(io) { }

LogReader::~LogReader() {
    cancelAll();
}

Result<LogReader::Stream> LogReader::open(const muster::v1::AgentCommand::ReadLog& request) const {
    const int folder = ::open(m_sandboxes.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int sandbox = openBeneath(folder,
        fmt::format("{}/{}", request.framework_id(),
            request.sandbox().empty() ? request.task_id() : request.sandbox()),
        O_PATH | O_DIRECTORY);
    Stream out{.fd
        = sandbox < 0 ? -1 : openBeneath(sandbox, request.file(), O_RDONLY | O_NONBLOCK | O_NOCTTY),
        .follow = request.follow(),
        .task = {{request.framework_id()}, {request.task_id()}}};
    const int error = errno;
    ::close(sandbox);
    ::close(folder);
    struct stat info { };
    if (out.fd < 0) {
        return failure(
            fmt::format("Cannot read {} of task '{}': {}", request.file(), request.task_id(),
                error == ENOENT ? "the sandbox has no such file" : std::strerror(error)),
            Error::Kind::NotFound);
    }
    if (::fstat(out.fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        ::close(out.fd);
        return failure(
            fmt::format("{} of task '{}' is not a plain file", request.file(), request.task_id()));
    }
    out.offset = request.offset() >= 0 ? request.offset()
                                       : std::max<std::int64_t>(info.st_size + request.offset(), 0);
    return out;
}

void LogReader::start(const muster::v1::AgentCommand::ReadLog& request) {
    auto stream = open(request);
    if (!stream) {
        muster::v1::AgentMessage message;
        message.mutable_log()->set_stream(request.stream());
        message.mutable_log()->set_error(stream.error().message);
        message.mutable_log()->set_end(true);
        m_seams.send(std::move(message));
        return;
    }
    m_streams.emplace(request.stream(), std::move(*stream));
    pumpAll();
}

void LogReader::cancel(std::uint64_t stream) {
    if (auto found = m_streams.extract(stream)) {
        ::close(found.mapped().fd);
    }
}

void LogReader::cancelAll() {
    for (const auto& [id, stream] : m_streams) {
        ::close(stream.fd);
    }
    m_streams.clear();
}

bool LogReader::pump(std::uint64_t id, Stream& stream) {
    // Asked before the file is read: what a task writes last is there when it has ended.
    const bool more = stream.follow && m_seams.lives(stream.task);
    char buffer[kChunk];
    while (m_seams.queued() < kMostQueued) {
        const auto count = ::pread(stream.fd, buffer, sizeof buffer, stream.offset);
        muster::v1::AgentMessage message;
        auto& data = *message.mutable_log();
        data.set_stream(id);
        data.set_offset(stream.offset);
        if (count > 0) {
            data.set_data(buffer, static_cast<std::size_t>(count));
            stream.offset += count;
            m_seams.send(std::move(message));
        } else if (more) {
            return true;
        } else {
            data.set_end(true);
            m_seams.send(std::move(message));
            ::close(stream.fd);
            return false;
        }
    }
    return true;
}

void LogReader::pumpAll() {
    for (auto stream = m_streams.begin(); stream != m_streams.end();) {
        stream = pump(stream->first, stream->second) ? std::next(stream) : m_streams.erase(stream);
    }
    arm();
}

void LogReader::arm() {
    if (m_streams.empty() || m_armed) {
        return;
    }
    m_armed = true;
    m_timer.expires_after(kLook);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            m_armed = false;
            pumpAll();
        }
    });
}

} // namespace muster::agentd
