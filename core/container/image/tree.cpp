// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/tree.h"

#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>

namespace muster::container::image {
Result<Fd> openDirectory(const std::string& path) {
    Fd directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!directory)
        return systemFailure("open " + path);
    return directory;
}

Result<std::vector<std::string>> namesIn(const Fd& directory) {
    const int number = openat(directory.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        number < 0 ? nullptr : fdopendir(number), closedir);
    if (!listing)
        return systemFailure("list a directory");
    std::vector<std::string> names;
    while (const dirent* entry = readdir(listing.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            names.emplace_back(name);
    }
    return names;
}

Status syncDirectory(const std::string& path) {
    const auto directory = openDirectory(path);
    if (!directory)
        return tl::unexpected(directory.error());
    return fsync(directory->number()) == 0 ? Status() : systemFailure("sync " + path);
}

Status writeDurably(const std::string& directory, const std::string& name, std::string_view text) {
    const auto path = directory + "/" + name;
    const auto temporary = directory + "/.new-" + name;
    {
        const Fd file(
            open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!file)
            return systemFailure("create " + temporary);
        while (!text.empty()) {
            const auto count = write(file.number(), text.data(), text.size());
            if (count < 0 && errno != EINTR)
                return systemFailure("write " + temporary);
            text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        if (fsync(file.number()) != 0)
            return systemFailure("sync " + temporary);
    }
    if (rename(temporary.c_str(), path.c_str()) != 0)
        return systemFailure("rename " + temporary);
    return syncDirectory(directory);
}

} // namespace muster::container::image
