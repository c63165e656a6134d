// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/mount_points.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container {
namespace {

// With this mode and publicFolder whatever the umask: containers' users see them.
constexpr mode_t fileMode = 0644;

Status makeFolders(const std::string& folder, const std::string& inner) {
    for (auto end = inner.find('/', 1);; end = inner.find('/', end + 1)) {
        const std::string part = folder + inner.substr(0, end);
        if ((mkdir(part.c_str(), publicFolder) != 0 && errno != EEXIST)
            || chmod(part.c_str(), publicFolder) != 0)
            return systemFailure("create " + part);
        if (end == std::string::npos)
            return {};
    }
}

} // namespace

Status makeMountPoints(const std::string& folder) {
    if (auto made = makeDirectories(folder, publicFolder); !made)
        return made;
    for (const char* inner : {"/dev", "/etc", "/proc", "/sys", kAgentFolder, kImageSandbox}) {
        if (auto made = makeFolders(folder, inner); !made)
            return made;
    }
    for (const char* inner : {"/etc/hostname", "/etc/hosts", "/etc/resolv.conf", kInitInside}) {
        const std::string path = folder + inner;
        const Fd file(open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, fileMode));
        if (!file || fchmod(file.number(), fileMode) != 0)
            return systemFailure("create " + path);
    }
    return {};
}

} // namespace muster::container
