// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/device_nodes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace muster::container {
namespace {

constexpr mode_t forEverybody = 0666;

std::string nameOf(const DeviceNode& node) {
    return node.path.substr(node.path.rfind('/') + 1);
}

} // namespace

Result<DeviceNodes> DeviceNodes::of(const ProcessRef& init) {
    const auto path = fmt::format("/proc/{}/root", init.pid);
    const Fd root(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    Fd folder(openat(root.number(), "dev", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return systemFailure(fmt::format("open {}/dev", path));
    if (findProcess(init.pid) != init) // the number may be another's by now
        return failure("The container has ended", Error::Kind::NotFound);
    return DeviceNodes(std::move(folder));
}

Fd DeviceNodes::open(const DeviceNode& node) const {
    Fd file(openat(m_folder.number(), nameOf(node).c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat info { };
    const bool same = file && fstat(file.number(), &info) == 0 && S_ISCHR(info.st_mode)
        && info.st_rdev == makedev(node.major, node.minor);
    return same ? std::move(file) : Fd();
}

bool DeviceNodes::has(const DeviceNode& node) const {
    return static_cast<bool>(open(node));
}

Status DeviceNodes::make(const DeviceNode& node) const {
    const auto device = makedev(node.major, node.minor);
    if (mknodat(m_folder.number(), nameOf(node).c_str(), S_IFCHR | forEverybody, device) != 0)
        return systemFailure("make " + node.path + " in the container");
    // Whatever our umask took away. By descriptor: the name may be a link by now.
    const Fd file = open(node);
    const auto path = fmt::format("/proc/self/fd/{}", file.number());
    if (!file || chmod(path.c_str(), forEverybody) != 0)
        return systemFailure("open " + node.path + " in the container to everybody");
    return {};
}

} // namespace muster::container
