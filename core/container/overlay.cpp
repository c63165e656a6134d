// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/overlay.h"

#include <cerrno>
#include <map>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "core/container/files.h"

namespace muster::container {
namespace {

constexpr std::size_t kMostLayers = 127;

// Folders by short names without a comma or a colon: a mount's options are one page of text.
class Names {
public:
    Result<std::string> of(const std::string& path) {
        const auto slash = path.rfind('/');
        const std::string parent = path.substr(0, slash);
        auto found = m_parents.find(parent);
        if (found == m_parents.end()) {
            Fd folder(open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
            if (!folder)
                return systemFailure("open " + parent);
            found = m_parents.emplace(parent, std::move(folder)).first;
        }
        return fmt::format("/proc/self/fd/{}/{}", found->second.number(), path.substr(slash + 1));
    }

private:
    std::map<std::string, Fd> m_parents;
};

// What a container writes dies with it: nothing of it has to reach the disk.
constexpr const char* kVolatile = ",volatile";

} // namespace

Status mountOverlay(const std::string& lowest, const std::vector<std::string>& layers,
    const std::string& changes, const std::string& target) {
    if (layers.empty() || layers.size() > kMostLayers)
        return failure(fmt::format(
            "The image has {} layers: from 1 to {} can be shown", layers.size(), kMostLayers));
    for (const char* name : {"/upper", "/work"}) {
        // The root folder inside has the mode of "upper", whatever the umask.
        if (mkdir((changes + name).c_str(), 0755) != 0
            || chmod((changes + name).c_str(), 0755) != 0)
            return systemFailure("create " + changes + name);
    }
    Names names;
    std::string lower;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const auto name = names.of(*layer);
        if (!name)
            return tl::unexpected(name.error());
        lower += *name + ':';
    }
    const auto bottom = names.of(lowest);
    const auto upper = names.of(changes + "/upper");
    const auto work = names.of(changes + "/work");
    for (const auto* name : {&bottom, &upper, &work}) {
        if (!*name)
            return tl::unexpected(name->error());
    }
    const std::string options
        = fmt::format("lowerdir={}{},upperdir={},workdir={}", lower, *bottom, *upper, *work);
    const unsigned long flags = MS_NODEV;
    if (mount("overlay", target.c_str(), "overlay", flags, (options + kVolatile).c_str()) != 0
        && (errno != EINVAL // before Linux 5.10
            || mount("overlay", target.c_str(), "overlay", flags, options.c_str()) != 0))
        return systemFailure(fmt::format("mount the image at {}", target));
    return {};
}

Result<std::vector<Fd>> cloneMounts(const std::vector<BindMount>& mounts) {
    std::vector<Fd> clones;
    for (const BindMount& mount : mounts) {
        clones.emplace_back(mount.descriptor < 0
                ? -1
                : open_tree(mount.descriptor, "",
                    OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | static_cast<unsigned>(AT_EMPTY_PATH)));
        if (mount.descriptor >= 0 && !clones.back())
            return systemFailure(fmt::format("mount {}", mount.source));
    }
    return clones;
}

Status stageVolumes(const std::string& folder, const std::vector<BindMount>& mounts,
    const std::vector<Fd>& clones) {
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        if (!clones[i])
            continue;
        struct stat info { };
        const std::string place = fmt::format("{}/{}", folder, i);
        if (const auto made = makeDirectories(folder, 0700); !made)
            return made;
        if (fstat(clones[i].number(), &info) != 0)
            return systemFailure("inspect " + mounts[i].source);
        if (S_ISDIR(info.st_mode) ? mkdir(place.c_str(), 0700) != 0
                                  : mknod(place.c_str(), S_IFREG | 0600, 0) != 0)
            return systemFailure("create " + place);
        if (move_mount(clones[i].number(), "", AT_FDCWD, place.c_str(), MOVE_MOUNT_F_EMPTY_PATH)
                != 0
            || mount(nullptr, place.c_str(), nullptr, MS_PRIVATE, nullptr) != 0)
            return systemFailure(fmt::format("mount {}", mounts[i].source));
    }
    return {};
}

} // namespace muster::container
