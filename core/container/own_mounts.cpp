// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/own_mounts.h"

#include <algorithm>
#include <system_error>
#include <thread>

#include <sched.h>
#include <sys/mount.h>

#include "core/container/below.h"
#include "core/container/files.h"

namespace muster::container {
namespace {

Status enterAndDo(const std::function<Status()>& work) {
    // Of this thread only: the agent's other threads stay where they are.
    if (unshare(CLONE_NEWNS) != 0)
        return systemFailure("make a mount namespace");
    if (mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0)
        return systemFailure("keep the mounts of a container from the host");
    return work();
}

// In mount order.
Result<std::vector<std::string>> oldMounts(
    const std::string& place, const std::vector<std::string>& folders) {
    const auto text = readFile("/proc/thread-self/mountinfo");
    if (!text)
        return tl::unexpected(text.error());
    const auto mounts = parseMountinfo(*text);
    std::vector<std::string> found;
    for (const auto& folder : folders) {
        for (auto& root : taskRootsBelow(mounts, folder))
            found.push_back(std::move(root));
    }
    for (const Mount& mount : mounts) {
        if (isBelow(mount.mountPoint, place))
            found.push_back(mount.mountPoint);
    }
    return found;
}

} // namespace

Status inOwnMountNamespace(const std::function<Status()>& work) {
    Status done;
    try {
        std::thread([&] { done = enterAndDo(work); }).join();
    } catch (const std::system_error& error) {
        return failure(
            fmt::format("Failed to start a thread: {}", error.what()), Error::Kind::Unavailable);
    }
    return done;
}

std::vector<std::string> taskRootsBelow(
    const std::vector<Mount>& mounts, const std::string& folder) {
    std::vector<std::string> found;
    const auto root = std::find_if(
        mounts.rbegin(), mounts.rend(), [](const Mount& mount) { return mount.mountPoint == "/"; });
    for (const Mount& mount : mounts) {
        const bool showsRoot
            = root != mounts.rend() && mount.device == root->device && mount.root == root->root;
        if (mount.mountPoint.starts_with(folder + '/') && (showsRoot || mount.fsType == "overlay"))
            found.push_back(mount.mountPoint);
    }
    return found;
}

Status dropOldMounts(const std::string& place, const std::vector<std::string>& folders) {
    constexpr int rounds = 100; // several may be on top of each other
    for (int round = 0; round < rounds; ++round) {
        const auto left = oldMounts(place, folders);
        if (!left)
            return tl::unexpected(left.error());
        if (left->empty())
            return {};
        for (auto mount = left->rbegin(); mount != left->rend(); ++mount)
            umount2(mount->c_str(), MNT_DETACH | UMOUNT_NOFOLLOW);
    }
    return failure(fmt::format("A mount of an earlier agent below {} cannot be removed. Unmount it "
                               "(umount -l) before you start this one, and never remove the folder "
                               "before that: the mount shows this machine's own files",
                       place),
        Error::Kind::Conflict);
}

} // namespace muster::container
