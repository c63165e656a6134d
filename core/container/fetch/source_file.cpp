// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/source_file.h"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "core/container/fetch/sandbox_file.h"

namespace muster::container::fetch {
namespace {

// This thread opens files with another user's rights while the object lives. By the system calls
// themselves: the C library would change the groups of all threads.
class FileRights {
public:
    explicit FileRights(const UserIds& user) {
        if (geteuid() != 0)
            return; // who is not root has no more rights to give up
        const int count = static_cast<int>(syscall(SYS_getgroups, 0, nullptr));
        m_groups.resize(static_cast<std::size_t>(std::max(count, 0)));
        if (count < 0 || syscall(SYS_getgroups, m_groups.size(), m_groups.data()) < 0
            || syscall(SYS_setgroups, user.groups.size(), user.groups.data()) != 0) {
            m_isOurs = false;
            return;
        }
        m_isChanged = true;
        setfsgid(user.gid);
        setfsuid(user.uid);
        // They tell of no error: asking for an impossible id gives the one that holds.
        m_isOurs = setfsgid(static_cast<gid_t>(-1)) == static_cast<int>(user.gid)
            && setfsuid(static_cast<uid_t>(-1)) == static_cast<int>(user.uid);
    }
    FileRights(const FileRights&) = delete;
    FileRights& operator=(const FileRights&) = delete;
    ~FileRights() {
        if (!m_isChanged)
            return;
        setfsuid(geteuid());
        setfsgid(getegid());
        // With the wrong groups this thread could not go on safely.
        if (syscall(SYS_setgroups, m_groups.size(), m_groups.data()) != 0)
            std::abort();
    }
    explicit operator bool() const { return m_isOurs; }

private:
    std::vector<gid_t> m_groups;
    bool m_isChanged = false;
    bool m_isOurs = true;
};

// What follows `root` in `path`; nothing if it is not below it.
std::optional<std::string> below(std::string root, const std::string& path) {
    while (root.ends_with('/'))
        root.pop_back();
    if (!path.starts_with(root + "/"))
        return std::nullopt;
    const auto begin = path.find_first_not_of('/', root.size());
    return begin == std::string::npos ? std::nullopt : std::optional(path.substr(begin));
}

Fd openBeneath(int root, const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC; // of a fifo or a device nothing notices this
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    for (int tries = 0;; ++tries) {
        const int number
            = static_cast<int>(syscall(SYS_openat2, root, path.c_str(), &how, sizeof how));
        // A rename somewhere on the way: the kernel could not be sure.
        if (number >= 0 || errno != EAGAIN || tries == 32)
            return Fd(number);
    }
}

} // namespace

Result<Fd> openSourceFile(
    const std::vector<std::string>& roots, const std::string& path, const UserIds& user) {
    for (const std::string& root : roots) {
        const auto rest = below(root, path);
        if (!rest)
            continue;
        const Fd folder(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!folder)
            return systemFailure("open the allowed folder " + root);
        const FileRights rights(user);
        if (!rights)
            return failure("Failed to take the task user's rights", Error::Kind::Internal);
        const Fd found = openBeneath(folder.number(), *rest);
        if (!found && errno == EXDEV)
            return failure(fmt::format("it leads out of {}, the directory that is allowed", root),
                Error::Kind::Denied);
        if (!found)
            return systemFailure(fmt::format("open it as user {}", user.uid));
        struct stat status { };
        if (fstat(found.number(), &status) != 0 || !S_ISREG(status.st_mode))
            return failure("it is no regular file");
        return reopened(found.number());
    }
    return failure(roots.empty()
            ? "local files are not allowed on this agent: operators can allow directories with "
              "--fetch_files"
            : fmt::format("it is not below {}, the directories allowed with --fetch_files",
                fmt::join(roots, " or ")),
        Error::Kind::Denied);
}

} // namespace muster::container::fetch
