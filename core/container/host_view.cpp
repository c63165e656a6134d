// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/host_view.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#include "core/container/below.h"
#include "core/container/files.h"

namespace muster::container {
namespace {

// File systems with files of the host. Everything else (proc, cgroup, devtmpfs...) is either made
// anew for the container or none of its business.
bool isReal(const std::string& fsType) {
    const std::array types{"bcachefs", "btrfs", "ceph", "cifs", "erofs", "exfat", "ext2", "ext3",
        "ext4", "f2fs", "fuse.glusterfs", "gpfs", "iso9660", "jfs", "lustre", "nfs", "nfs4",
        "ntfs3", "overlay", "reiserfs", "smb3", "squashfs", "udf", "vfat", "virtiofs", "xfs",
        "zfs"};
    return std::any_of(
        types.begin(), types.end(), [&](const char* type) { return fsType == type; });
}

// Other engines mount the root file systems of their own containers here.
const std::vector<std::string>& foreignContainers() {
    static const std::vector<std::string> directories{
        "/var/lib/docker", "/var/lib/containerd", "/var/lib/containers", "/var/lib/kubelet"};
    return directories;
}

// The runtime mounts the container's own there.
const std::vector<std::string>& ownDirectories() {
    static const std::vector<std::string> directories{"/proc", "/sys", "/dev", "/run"};
    return directories;
}

// A file system mounted over another one hides it: only the last at a place is passed on.
bool isHiddenLater(const std::vector<Mount>& mounts, std::size_t index) {
    return std::any_of(mounts.begin() + static_cast<std::ptrdiff_t>(index) + 1, mounts.end(),
        [&](const Mount& later) { return isBelow(mounts[index].mountPoint, later.mountPoint); });
}

// Below `root` as a process with that root would find it, but over no link at all.
Fd placeIn(const Fd& root, const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS;
    return Fd(
        static_cast<int>(syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof how)));
}

std::string pathOf(const Fd& file) {
    return fmt::format("/proc/self/fd/{}", file.number());
}

// Gone, or changed into a link, since we looked.
bool isGone(int error) {
    return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

Status makeReadOnly(const Fd& root, const std::string& path) {
    const Fd place = placeIn(root, path);
    struct statvfs info { };
    if (!place || statvfs(pathOf(place).c_str(), &info) != 0)
        return systemFailure("look at the mount of " + path);
    constexpr std::array flags{std::pair{ST_NOSUID, MS_NOSUID}, std::pair{ST_NODEV, MS_NODEV},
        std::pair{ST_NOEXEC, MS_NOEXEC}, std::pair{ST_NOATIME, MS_NOATIME},
        std::pair{ST_NODIRATIME, MS_NODIRATIME}, std::pair{ST_RELATIME, MS_RELATIME}};
    unsigned long kept = MS_REMOUNT | MS_BIND | MS_RDONLY;
    for (const auto& [shown, flag] : flags) {
        if ((info.f_flag & static_cast<unsigned long>(shown)) != 0)
            kept |= static_cast<unsigned long>(flag);
    }
    return mount(nullptr, pathOf(place).c_str(), nullptr, kept, nullptr) == 0
        ? Status()
        : systemFailure(fmt::format("show {} read-only", path));
}

// The steps of making a view. What is above comes before what is below.
class Builder {
public:
    Builder(std::string place, Fd root, const HostView& view)
        : m_place(std::move(place)), m_root(std::move(root)),
          m_host(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), m_view(view),
          m_hidden(withoutCovered(view)), m_ours(outermost(view.ours)) { }

    Status build() {
        if (!m_host)
            return systemFailure("open /");
        if (auto made = makeNothing(); !made)
            return made;
        for (const auto& step : steps()) {
            if (auto done = step.second(); !done)
                return done;
        }
        return {};
    }

private:
    using Step = std::pair<std::ptrdiff_t, std::function<Status()>>;

    std::vector<Step> steps() {
        std::vector<Step> all;
        const auto add = [&](const std::string& path, std::function<Status()> work) {
            all.emplace_back(std::count(path.begin(), path.end(), '/'), std::move(work));
        };
        for (const auto& path : m_view.mounts)
            add(path, [this, &path] { return show(path); });
        for (const auto& [folder, names] : m_hidden.names)
            add(folder, [this, &folder, &names] { return hideNames(folder, names); });
        for (const auto& path : m_hidden.places)
            add(path, [this, &path] { return hide(path); });
        for (const auto& path : m_ours)
            add(path, [this, &path] { return cover(path); });
        std::stable_sort(
            all.begin(), all.end(), [](const Step& a, const Step& b) { return a.first < b.first; });
        return all;
    }

    // What hides something: an empty file and an empty folder, which nobody can fill.
    Status makeNothing() const {
        const auto folder = m_place + "/nothing";
        if (mkdir(folder.c_str(), 0700) != 0 || mkdir((folder + "/folder").c_str(), 0) != 0
            || mknod((folder + "/file").c_str(), S_IFREG, 0) != 0
            || mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) != 0
            || mount(nullptr, folder.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr)
                != 0)
            return systemFailure("make " + folder);
        return {};
    }

    // Into `path` of the view. True unless one of both is not there any more.
    static Result<bool> bind(const std::string& from, const Fd& to, const std::string& path) {
        if (mount(from.c_str(), pathOf(to).c_str(), nullptr, MS_BIND, nullptr) == 0)
            return true;
        if (isGone(errno) || errno == EINVAL || errno == ESTALE || errno == EIO)
            return false;
        return systemFailure(fmt::format("show {} in a container", path));
    }

    Status show(const std::string& path) {
        const Fd from = placeIn(m_host, path);
        const Fd to = placeIn(m_root, path);
        if (!from || !to)
            return {};
        const auto bound = bind(pathOf(from), to, path);
        if (!bound || !*bound)
            return bound.map([](bool) {});
        const Fd shown = placeIn(m_root, path);
        if (!shown || mount(nullptr, pathOf(shown).c_str(), nullptr, MS_PRIVATE, nullptr) != 0)
            return systemFailure(fmt::format("make {} private", path));
        return m_view.readOnly ? makeReadOnly(m_root, path) : Status();
    }

    Status hide(const std::string& path) {
        const Fd to = placeIn(m_root, path);
        struct stat info { };
        if (!to || fstat(to.number(), &info) != 0)
            return isGone(errno) ? Status() : systemFailure("look at " + path);
        if (S_ISDIR(info.st_mode) && isAboveOurs(path))
            return hideLoosely(to, path);
        const auto* nothing = S_ISDIR(info.st_mode) ? "/nothing/folder" : "/nothing/file";
        const auto bound = bind(m_place + nothing, to, path);
        if (bound && !*bound && placeIn(m_root, path))
            return failure(fmt::format("Failed to hide {}", path), Error::Kind::Internal);
        return bound.map([](bool) {});
    }

    // What the runtime mounts there gets the mode of the folder that it finds, as runc 1.1.5 does
    // it, and the work directory's is 0700: a user's task could not pass it to its own sandbox. On
    // a file system that is not shown, as a tmpfs, its folders are missing: then the place where
    // that is mounted is covered, for nobody can make them in a view that is read-only. It may be
    // /tmp: whoever may write there on the host may do so here.
    Status cover(const std::string& path) const {
        for (auto place = path; !place.empty(); place.resize(place.rfind('/'))) {
            const Fd to = placeIn(m_root, place);
            if (to)
                return place == path ? hideLoosely(to, place) : coverMount(to, place);
            if (errno != ENOENT)
                return {};
        }
        return {};
    }

    Status coverMount(const Fd& shown, const std::string& path) const {
        const Fd there = placeIn(m_host, path);
        struct stat here {
        }, host{};
        if (!there || fstat(shown.number(), &here) != 0 || fstat(there.number(), &host) != 0
            || here.st_dev == host.st_dev)
            return {};
        return mountEmpty(shown, path,
            fmt::format("mode={:o},uid={},gid={}", host.st_mode & 07777, host.st_uid, host.st_gid));
    }

    bool isAboveOurs(const std::string& path) const {
        return std::any_of(m_view.ours.begin(), m_view.ours.end(),
            [&](const std::string& place) { return isBelow(place, path); });
    }

    static Status hideLoosely(const Fd& to, const std::string& path) {
        return mountEmpty(to, path, "mode=755,size=64k");
    }

    static Status mountEmpty(const Fd& to, const std::string& path, const std::string& options) {
        return mount("tmpfs", pathOf(to).c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str())
                == 0
            ? Status()
            : systemFailure("hide " + path);
    }

    // A read-only view of the folder with whiteouts of the names: unlike a mount over a file, it
    // stays when the host replaces the file.
    Status hideNames(const std::string& folder, const std::vector<std::string>& names) {
        if (isBelowAny(folder, ownDirectories()))
            return {};
        if (m_view.readOnly && mountWithout(folder, names))
            return {};
        for (const std::string& name : names) {
            if (auto hidden = hide(folder + '/' + name); !hidden)
                return hidden;
        }
        return {};
    }

    bool mountWithout(const std::string& folder, const std::vector<std::string>& names) {
        const Fd lower = placeIn(m_host, folder);
        const Fd target = placeIn(m_root, folder);
        struct stat info { };
        const auto without = fmt::format("{}/without-{}", m_place, m_folders++);
        if (!lower || !target || fstat(lower.number(), &info) != 0 || !S_ISDIR(info.st_mode)
            || mkdir(without.c_str(), 0700) != 0)
            return false;
        for (const std::string& name : names)
            mknod((without + '/' + name).c_str(), S_IFCHR, 0);
        const auto options = fmt::format("lowerdir={}:{}", without, pathOf(lower));
        return without.find_first_of(":,\\") == without.npos
            && chown(without.c_str(), info.st_uid, info.st_gid) == 0
            && chmod(without.c_str(), info.st_mode & 07777) == 0
            && mount("overlay", pathOf(target).c_str(), "overlay", MS_RDONLY | MS_NODEV,
                   options.c_str())
            == 0;
    }

    const std::string m_place;
    const Fd m_root;
    const Fd m_host;
    const HostView& m_view;
    const HostSecrets m_hidden;
    const std::vector<std::string> m_ours;
    unsigned m_folders = 0;
};

} // namespace

std::vector<std::string> shownMounts(const HostFacts& facts) {
    std::vector<std::string> out;
    const auto root = std::find_if(facts.mounts.rbegin(), facts.mounts.rend(),
        [](const Mount& mount) { return mount.mountPoint == "/"; });
    const auto showsRoot = [&](const Mount& mount) {
        return root != facts.mounts.rend() && mount.device == root->device
            && mount.root == root->root;
    };
    for (std::size_t i = 0; i < facts.mounts.size(); ++i) {
        const Mount& host = facts.mounts[i];
        const std::string& place = host.mountPoint;
        if (place != "/" && isReal(host.fsType) && !showsRoot(host)
            && !isHiddenLater(facts.mounts, i) && !isBelowAny(place, ownDirectories())
            && !isBelowAny(place, foreignContainers()) && !isBelowAny(place, facts.hidden))
            out.push_back(place);
    }
    return out;
}

HostSecrets withoutCovered(const HostView& view) {
    const auto& places = view.hidden.places;
    HostSecrets out;
    for (const std::string& place : outermost(places)) {
        if (!isBelowAny(place, view.ours))
            out.places.push_back(place);
    }
    for (const auto& [folder, names] : view.hidden.names) {
        if (!isBelowAny(folder, view.ours) && !isBelowAny(folder, places))
            out.names.emplace(folder, names);
    }
    return out;
}

bool isPrivileged(const ContainerSpec& spec) {
    return spec.user.uid == 0 || spec.user.gid == 0
        || (spec.capabilities && !spec.capabilities->empty());
}

Status mountHostView(const std::string& place, const std::string& rootfs, const HostView& view) {
    if (mount("/", rootfs.c_str(), nullptr, MS_BIND, nullptr) != 0)
        return systemFailure("bind / to " + rootfs);
    // Where the host's root is shared, later mounts below it would otherwise appear here, too.
    if (mount(nullptr, rootfs.c_str(), nullptr, MS_PRIVATE, nullptr) != 0)
        return systemFailure("make " + rootfs + " private");
    Fd root(open(rootfs.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!root)
        return systemFailure("open " + rootfs);
    return Builder(place, std::move(root), view).build();
}

} // namespace muster::container
