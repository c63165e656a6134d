// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/beneath.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace muster::container {

Fd openBeneath(int folder, const std::string& path, int flags) {
    if (path.find('\0') != std::string::npos) {
        errno = EINVAL;
        return Fd();
    }
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return Fd(static_cast<int>(syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
}

Result<Fd> makeFoldersBeneath(const std::string& root, const std::string& path, unsigned mode) {
    Fd folder(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        return systemFailure("open " + root);
    for (std::size_t begin = 0; begin <= path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        const std::string part = path.substr(begin, end - begin);
        begin = end + 1;
        if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos)
            return failure(fmt::format("{} is no folder below {}", path, root));
        if (mkdirat(folder.number(), part.c_str(), mode) != 0 && errno != EEXIST)
            return systemFailure(fmt::format("create {}/{}", root, path));
        Fd inner = openBeneath(folder.number(), part, O_PATH | O_DIRECTORY);
        if (!inner && errno == ENOSYS)
            return failure("This kernel lacks openat2: Linux 5.6 or newer is required",
                Error::Kind::Unavailable);
        if (!inner)
            return systemFailure(fmt::format("open {}/{}", root, path));
        folder = std::move(inner);
    }
    return folder;
}

} // namespace muster::container
