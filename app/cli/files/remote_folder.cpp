// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/remote_folder.h"

#include <algorithm>
#include <optional>

#include <sys/stat.h>

#include <fmt/ranges.h>

#include <boost/asio/io_context.hpp>

namespace muster::cli {

namespace {

using Call = mesos::v1::agent::Call;

constexpr std::string_view kInContainer = "/mnt/mesos/sandbox";
constexpr std::size_t kLongestName = 255;
constexpr std::size_t kLongestError = 64 << 10;

} // namespace

bool isPlainName(std::string_view name) {
    return !name.empty() && name.size() <= kLongestName && name != "." && name != ".."
        && name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

Result<std::string> sandboxPath(std::string_view typed) {
    std::string_view rest = typed;
    if (rest == kInContainer || rest.starts_with(std::string(kInContainer) + '/'))
        rest.remove_prefix(kInContainer.size());
    else if (rest.starts_with('/'))
        return failure(fmt::format("'{}' is outside the task's sandbox: use a path relative to the "
                                   "sandbox, or read the file with 'muster exec TASK -- cat {}'",
            typed, typed));
    std::vector<std::string_view> parts;
    while (!rest.empty()) {
        const auto part = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (part.empty() || part == ".")
            continue;
        if (!isPlainName(part))
            return failure(fmt::format("'{}' is not a path inside the task's sandbox", typed));
        parts.push_back(part);
    }
    return fmt::format("{}", fmt::join(parts, "/"));
}

Result<RemoteFolder::Listing> RemoteFolder::list(const std::string& path) const {
    Listing out;
    std::string last;
    do {
        auto more = addPage(path, last, out);
        if (!more)
            return tl::unexpected(more.error());
        if (!more->empty() && *more <= last) // for ever, otherwise
            return failure(fmt::format("The agent listed '{}' without an end", path));
        last = std::move(*more);
    } while (!last.empty());
    return out;
}

Result<std::string> RemoteFolder::addPage(
    const std::string& path, const std::string& after, Listing& out) const {
    Call call;
    call.set_type(Call::LIST_FILES);
    call.mutable_list_files()->set_path(at(path));
    if (!after.empty())
        call.mutable_list_files()->set_after(after);
    const auto response = m_agent.ask(call);
    if (!response && response.error().kind == Error::Kind::NotFound)
        return failure(
            fmt::format("The sandbox has no file or directory '{}'", path.empty() ? "/" : path),
            Error::Kind::NotFound);
    if (!response)
        return tl::unexpected(response.error());
    const auto prefix = at(path) + '/';
    for (const auto& info : response->list_files().file_infos()) {
        RemoteEntry entry{.folder = S_ISDIR(info.mode()),
            .link = S_ISLNK(info.mode()),
            .size = info.size(),
            .mode = info.mode() & 0777,
            .modifiedMs = info.mtime().nanoseconds() / 1'000'000};
        out.isFile = info.path() == at(path);
        const auto& whole = info.path();
        if (!out.isFile && !whole.starts_with(prefix))
            return failure(fmt::format("The agent listed '{}', which was not requested", whole));
        entry.name = whole.substr(out.isFile ? whole.rfind('/') + 1 : prefix.size());
        if (!isPlainName(entry.name))
            return failure(
                fmt::format("The agent listed '{}', which is not a valid file name", whole));
        out.entries.push_back(std::move(entry));
    }
    return response->list_files().last();
}

Status RemoteFolder::download(const std::string& path, std::uint64_t size,
    const std::function<Status(std::string_view)>& take) const {
    boost::asio::io_context io{1};
    unsigned status = 0;
    std::uint64_t received = 0;
    std::string refusal;
    std::optional<Status> end;
    net::HttpClientEvents events;
    events.onHead = [&](unsigned head) { status = head; };
    events.onData = [&](std::string_view piece) {
        if (status != 200) {
            refusal += piece.substr(0, kLongestError - refusal.size());
            return;
        }
        if (end)
            return;
        received += piece.size();
        if (auto taken = take(piece); !taken) {
            end = std::move(taken);
            io.stop();
        }
    };
    events.onEnd = [&](const Status& whole) {
        end = end.value_or(whole);
        io.stop();
    };
    const net::HttpClient client(
        io, m_agent.options(), m_agent.download(at(path)), std::move(events));
    io.run();
    if (!end || !*end)
        return end ? *end : Status(failure("Interrupted"));
    if (status != 200)
        return tl::unexpected(AgentApi::errorOf(status, refusal));
    if (received < size) // how the server tells that it cannot go on
        return failure(fmt::format("Received only {} of the {} bytes of '{}': the agent lost its "
                                   "connection, or the file was truncated",
                           received, size, path),
            Error::Kind::Unavailable);
    return {};
}

} // namespace muster::cli
