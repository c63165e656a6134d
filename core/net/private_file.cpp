// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/private_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/net/descriptor.h"
#include "core/net/service_account.h"

namespace muster::net {

namespace {

constexpr std::size_t kMaximumSize = 1 << 20;

tl::unexpected<Error> systemFailure(std::string_view action, const std::filesystem::path& path) {
    const int code = errno;
    const auto kind = code == ENOENT      ? Error::Kind::NotFound
        : code == EACCES || code == EPERM ? Error::Kind::Denied
                                          : Error::Kind::Internal;
    return failure(
        fmt::format("Failed to {} {}: {}", action, path.string(), std::strerror(code)), kind);
}

Status makeFolders(const std::filesystem::path& folder) {
    if (folder.empty() || ::access(folder.c_str(), F_OK) == 0)
        return {};
    if (auto made = makeFolders(folder.parent_path()); !made)
        return made;
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return systemFailure("create the folder", folder);
    return {};
}

bool writeAll(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = ::write(fd, content.data(), content.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

Status syncFolder(const std::filesystem::path& folder) {
    const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.valid() || ::fsync(fd.get()) != 0)
        return systemFailure("sync the folder", folder);
    return {};
}

std::vector<std::string> warningsOf(const struct stat& info, const std::filesystem::path& path) {
    std::vector<std::string> warnings;
    if ((info.st_mode & 077) != 0)
        warnings.push_back(
            fmt::format("{} has mode {:04o} and others can use it: run chmod 0600 {}",
                path.string(), info.st_mode & 07777, path.string()));
    // Root reads what the service keeps; to own it would stop the service.
    const bool isServices = ::geteuid() == 0 && info.st_uid == serviceAccount();
    if (info.st_uid != ::geteuid() && info.st_uid != 0 && !isServices)
        warnings.push_back(
            fmt::format("{} belongs to user {}, not to user {} who reads it: run chown {} {}",
                path.string(), info.st_uid, ::geteuid(), ::geteuid(), path.string()));
    return warnings;
}

} // namespace

Status writePrivateFile(const std::filesystem::path& path, std::string_view content) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    if (auto made = makeFolders(folder); !made)
        return made;
    std::string temporary = path.string() + ".XXXXXX";
    const Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC)); // mode 0600
    if (!fd.valid())
        return systemFailure("create a file beside", path);
    if (!writeAll(fd.get(), content) || ::fsync(fd.get()) != 0
        || ::rename(temporary.c_str(), path.c_str()) != 0) {
        auto error = systemFailure("write", path);
        ::unlink(temporary.c_str());
        return error;
    }
    return syncFolder(folder);
}

Result<PrivateFile> readPrivateFile(const std::filesystem::path& path) {
    // Without O_NONBLOCK a FIFO would hang the reader.
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info { };
    if (!fd.valid() || ::fstat(fd.get(), &info) != 0)
        return systemFailure("open", path);
    if (!S_ISREG(info.st_mode))
        return failure(fmt::format("{} is not a regular file", path.string()));
    PrivateFile file{{}, warningsOf(info, path)};
    char buffer[4096];
    ssize_t count = 0;
    while ((count = ::read(fd.get(), buffer, sizeof buffer)) > 0) {
        file.content.append(buffer, static_cast<std::size_t>(count));
        if (file.content.size() > kMaximumSize)
            return failure(fmt::format("{} is larger than 1 MiB", path.string()));
    }
    if (count < 0)
        return systemFailure("read", path);
    return file;
}

} // namespace muster::net
