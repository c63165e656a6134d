// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/overlay.h"

#include <cerrno>
#include <map>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "core/container/files.h"

namespace muster::container {
namespace {

constexpr std::size_t mostLayers = 127;

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
    if (layers.empty() || layers.size() > mostLayers)
        return failure(fmt::format(
            "The image has {} layers: from 1 to {} can be shown", layers.size(), mostLayers));
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

Status stageVolumes(const std::string& folder, const std::vector<BindMount>& mounts) {
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        const int descriptor = mounts[i].descriptor;
        if (descriptor < 0)
            continue;
        struct stat info { };
        const std::string place = fmt::format("{}/{}", folder, i);
        if (const auto made = makeDirectories(folder, 0700); !made)
            return made;
        if (fstat(descriptor, &info) != 0)
            return systemFailure("inspect " + mounts[i].source);
        const Fd file(S_ISDIR(info.st_mode)
                ? -1
                : open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (S_ISDIR(info.st_mode) ? mkdir(place.c_str(), 0700) != 0 : !file)
            return systemFailure("create " + place);
        const std::string shown = fmt::format("/proc/self/fd/{}", descriptor);
        if (mount(shown.c_str(), place.c_str(), nullptr, MS_BIND, nullptr) != 0)
            return systemFailure(fmt::format("mount {}", mounts[i].source));
    }
    return {};
}

Status removeVolumes(const std::string& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    if (!listing)
        return errno == ENOENT ? Status() : systemFailure("open " + folder);
    while (const dirent* entry = readdir(listing.get())) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..")
            continue;
        const std::string place = folder + '/' + name;
        while (umount2(place.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) == 0) { }
        if (unlink(place.c_str()) != 0 && rmdir(place.c_str()) != 0)
            return systemFailure("remove " + place);
    }
    return rmdir(folder.c_str()) == 0 ? Status() : systemFailure("remove " + folder);
}

} // namespace muster::container
