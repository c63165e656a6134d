// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/source_file.h"

#include <optional>

#include <sys/stat.h>

#include "core/container/fetch/sandbox_file.h"
#include "core/container/file_rights.h"

namespace muster::container::fetch {
namespace {

// What follows `root` in `path`; nothing if it is not below it.
std::optional<std::string> below(std::string root, const std::string& path) {
    while (root.ends_with('/'))
        root.pop_back();
    if (!path.starts_with(root + "/"))
        return std::nullopt;
    const auto begin = path.find_first_not_of('/', root.size());
    return begin == std::string::npos ? std::nullopt : std::optional(path.substr(begin));
}

} // namespace

Result<Fd> openSourceFile(
    const std::vector<std::string>& roots, const std::string& path, const UserIds& user) {
    for (const std::string& root : roots) {
        const auto rest = below(root, path);
        if (!rest)
            continue;
        const auto found = openAllowed(root, *rest, user);
        if (!found)
            return tl::unexpected(found.error());
        struct stat status { };
        if (fstat(found->number(), &status) != 0 || !S_ISREG(status.st_mode))
            return failure("it is no regular file");
        const FileRights rights(user);
        if (!rights)
            return failure("Failed to take the task user's rights", Error::Kind::Internal);
        return reopened(found->number());
    }
    return failure(roots.empty()
            ? "local files are not allowed on this agent: operators can allow directories with "
              "--fetch_files"
            : fmt::format("it is not below {}, the directories allowed with --fetch_files",
                fmt::join(roots, " or ")),
        Error::Kind::Denied);
}

} // namespace muster::container::fetch
