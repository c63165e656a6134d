// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace muster::container {
namespace {

constexpr std::size_t largestFile = 4U << 20;

bool writeAll(int fd, std::string_view text) {
    while (!text.empty()) {
        const auto count = write(fd, text.data(), text.size());
        if (count < 0 && errno != EINTR)
            return false;
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

} // namespace

tl::unexpected<Error> systemFailure(std::string_view what) {
    const int error = errno;
    const auto kind = error == ENOENT       ? Error::Kind::NotFound
        : error == EACCES || error == EPERM ? Error::Kind::Denied
                                            : Error::Kind::Internal;
    return failure(fmt::format("Failed to {}: {}", what, std::strerror(error)), kind);
}

Result<std::string> readFile(const std::string& path) {
    const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file)
        return systemFailure("open " + path);
    std::string text;
    std::array<char, 16384> buffer{};
    for (;;) {
        const auto count = read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemFailure("read " + path);
        if (count == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > largestFile)
            return failure(fmt::format("{} is larger than {} bytes", path, largestFile));
    }
}

Status writeFileAtomically(const std::string& path, std::string_view text) {
    const std::string temporary = path + ".new";
    {
        const Fd file(
            open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!file || !writeAll(file.number(), text))
            return systemFailure("write " + temporary);
    }
    if (rename(temporary.c_str(), path.c_str()) != 0)
        return systemFailure("rename " + temporary);
    return {};
}

Status makeDirectories(const std::string& path, unsigned mode) {
    for (auto end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (mkdir(part.c_str(), mode) != 0 && errno != EEXIST)
            return systemFailure("create " + part);
        if (end == std::string::npos)
            return {};
    }
}

std::vector<std::string> namesIn(const std::string& folder) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..")
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

Status removeFlatDirectory(const std::string& path) {
    const int number = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (number < 0)
        return errno == ENOENT ? Status() : systemFailure("open " + path);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(number), closedir);
    while (const dirent* entry = readdir(listing.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != ".." && unlinkat(number, entry->d_name, 0) != 0
            && errno != ENOENT)
            return systemFailure(fmt::format("remove {}/{}", path, name));
    }
    if (rmdir(path.c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove " + path);
    return {};
}

std::optional<std::uint64_t> fileSize(int file) {
    struct stat status { };
    if (fstat(file, &status) != 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
}

} // namespace muster::container
