// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/volume.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "core/container/driver/capability_files.h"
#include "core/container/driver/linker_cache.h"
#include "core/container/driver/placed_folder.h"

namespace muster::container::driver {
namespace {

constexpr std::uint32_t nativeTls = 0x020363; // 2.3.99: thread-local storage by the CPU
const std::array<const char*, 3> subfolders{"bin", "lib", "lib64"};

// The version becomes part of a path.
bool isVersion(const std::string& text) {
    return !text.empty() && text.size() <= 32
        && text.find_first_not_of("0123456789.") == std::string::npos
        && text.find("..") == std::string::npos && text.front() != '.' && text.back() != '.';
}

Result<Fd> openFolder(const std::string& path) {
    Fd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        return systemFailure("open " + path);
    return folder;
}

// As Mesos: programs in the volume must run.
Status allowExecution(const std::string& folder, std::vector<std::string>& warnings) {
    struct statvfs info { };
    if (statvfs(folder.c_str(), &info) != 0)
        return systemFailure("look at the file system of " + folder);
    if ((info.f_flag & ST_NOEXEC) == 0)
        return {};
    if (mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0)
        return systemFailure(
            fmt::format("mount a tmpfs over {}, whose file system is mounted noexec", folder));
    warnings.push_back(fmt::format("The file system of {} is mounted noexec: a tmpfs was mounted "
                                   "over it, and the driver's files are in memory",
        folder));
    return {};
}

// A library of the driver, where it is and under which names the loader looks for it.
struct Library {
    std::string path;
    bool is64 = true;
    std::string name; // of the file itself: "libcuda.so.390.30"
    std::vector<std::string> links;
};

// The driver's libraries of exactly this version; `others`: what the cache has under the same names
// of other versions, to say why there are none.
struct Found {
    std::vector<Library> libraries;
    std::string otherVersion;
};

void remember(Found& found, const CachedLibrary& cached, const std::string& name) {
    auto library = std::find_if(found.libraries.begin(), found.libraries.end(),
        [&](const Library& known) { return known.is64 == cached.is64 && known.name == name; });
    if (library == found.libraries.end())
        library = found.libraries.insert(library, {cached.path, cached.is64, name, {}});
    else if (name.starts_with("libnvidia-tls.so.") && cached.abi == nativeTls)
        library->path = cached.path; // the other one is for kernels before 2.4
    if (cached.soname != name)
        library->links.push_back(cached.soname);
}

Found findLibraries(
    const Fd& root, const std::vector<CachedLibrary>& cache, const std::string& version) {
    Found found;
    for (const CachedLibrary& cached : cache) {
        const auto stem = cached.soname.substr(0, cached.soname.find(".so"));
        // Nothing is opened that cannot be the driver's.
        if (!takesLibrary(stem + ".so." + version, version, allCapabilities()))
            continue;
        const auto name = realName(openBelow(root, cached.path));
        if (takesLibrary(name, version, allCapabilities()))
            remember(found, cached, name);
        else if (cached.soname == "libnvidia-ml.so.1" && name.starts_with("libnvidia-ml.so."))
            found.otherVersion = name.substr(std::string_view("libnvidia-ml.so.").size());
    }
    return found;
}

Status placeLibraries(const Fd& root, const Fd& volume, const std::vector<Library>& libraries) {
    for (const Library& library : libraries) {
        const auto folder = PlacedFolder::in(volume, library.is64 ? "lib64" : "lib");
        if (!folder)
            return tl::unexpected(folder.error());
        const Fd file = openBelow(root, library.path);
        if (!file)
            return systemFailure("open " + library.path);
        if (auto placed = folder->place(file, library.name); !placed)
            return placed;
        auto links = library.links;
        if (library.name.starts_with("libcuda.so."))
            links.emplace_back("libcuda.so"); // programs open it by this name
        for (const std::string& name : links) {
            if (auto linked = folder->link(name, library.name); !linked)
                return linked;
        }
    }
    return {};
}

Status placePrograms(const Fd& root, const Fd& volume, std::vector<std::string>& warnings) {
    const auto folder = PlacedFolder::in(volume, "bin");
    if (!folder)
        return tl::unexpected(folder.error());
    for (const DriverFile& program : driverPrograms()) {
        const std::string name(program.name);
        bool placed = false;
        for (const char* place :
            {"/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/", "/usr/local/bin/"}) {
            const Fd file = openBelow(root, place + name);
            if (!file)
                continue;
            if (auto status = folder->place(file, name); !status)
                return status;
            placed = true;
            break;
        }
        if (!placed && name == "nvidia-smi")
            warnings.emplace_back(
                "The driver's root has no nvidia-smi: containers have none either");
    }
    return {};
}

// Fills a folder of that name: a new one under a temporary name first.
template <typename Fill>
Status build(const std::string& parentPath, const std::string& name, const Fill& fill) {
    const auto parent = openFolder(parentPath);
    if (!parent)
        return tl::unexpected(parent.error());
    if (flock(parent->number(), LOCK_EX) != 0) // another agent of this machine
        return systemFailure("lock " + parentPath);
    struct stat info { };
    const bool there = fstatat(parent->number(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
    const auto under = there ? name : '.' + name + ".new";
    const auto folder = PlacedFolder::in(*parent, under);
    if (!folder)
        return tl::unexpected(folder.error());
    for (const char* subfolder : subfolders) {
        if (const auto made = PlacedFolder::in(folder->fd(), subfolder); !made)
            return tl::unexpected(made.error());
    }
    if (auto filled = fill(folder->fd()); !filled)
        return filled;
    if (!there && renameat(parent->number(), under.c_str(), parent->number(), name.c_str()) != 0)
        return systemFailure("rename " + under + " to " + name);
    return {};
}

std::vector<std::string> namesIn(const Fd& folder) {
    std::vector<std::string> result;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        fdopendir(openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        if (entry->d_name[0] != '.')
            result.emplace_back(entry->d_name);
    }
    std::sort(result.begin(), result.end());
    return result;
}

bool takes(const std::string& subfolder, const std::string& file, const std::string& version,
    const Capabilities& groups) {
    if (subfolder == "lib" && !groups.contains(Capability::Compat32))
        return false;
    if (subfolder != "bin")
        return takesLibrary(file, version, groups);
    const auto& programs = driverPrograms();
    return std::any_of(programs.begin(), programs.end(), [&](const DriverFile& program) {
        return program.name == file && groups.contains(program.group);
    });
}

Status fillView(const Fd& volume, const Fd& view, const std::string& subfolder,
    const std::string& version, const Capabilities& groups) {
    const auto from = PlacedFolder::in(volume, subfolder);
    const auto to = PlacedFolder::in(view, subfolder);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    for (const std::string& name : namesIn(from->fd())) {
        // A link is taken with the file that it leads to, in the same folder.
        std::array<char, 256> target{};
        const auto size
            = readlinkat(from->fd().number(), name.c_str(), target.data(), target.size() - 1);
        if (!takes(subfolder, size > 0 ? target.data() : name, version, groups))
            continue;
        const auto status = size > 0 ? to->link(name, target.data())
                                     : to->place(openBelow(from->fd(), name), name);
        if (!status)
            return status;
    }
    return {};
}

std::string volumeName(const std::string& version) {
    return "nvidia_" + version;
}

std::string viewName(const std::string& version, const Capabilities& capabilities) {
    std::string groups;
    for (const Capability capability : capabilities)
        groups += fmt::format("{}{}", groups.empty() ? '.' : '+', nameOf(capability));
    return volumeName(version) + groups;
}

} // namespace

std::string Volume::path(const Capabilities& capabilities) const {
    return folder + '/'
        + (capabilities == allCapabilities() ? volumeName(version)
                                             : viewName(version, capabilities));
}

Result<Volume> buildVolume(const VolumePlaces& places, const std::string& version) {
    if (geteuid() != 0)
        return failure(
            "NvidiaVolume::create() requires root privileges", Error::Kind::Denied); // Mesos' text
    if (!isVersion(version))
        return failure(fmt::format("'{}' is not a version of the NVIDIA driver", version));
    const auto root = openFolder(places.root);
    if (!root)
        return tl::unexpected(root.error());
    const auto cache = readLinkerCache(*root);
    if (!cache)
        return tl::unexpected(cache.error());
    const auto found = findLibraries(*root, *cache, version);
    if (found.libraries.empty() && !found.otherVersion.empty())
        return failure(fmt::format("Driver/library version mismatch: the driver is {}, its library "
                                   "libnvidia-ml.so.1 is {}; reboot or reload the module nvidia",
                           version, found.otherVersion),
            Error::Kind::Conflict);
    if (found.libraries.empty())
        return failure(fmt::format("{} has no libraries of NVIDIA driver {} in its "
                                   "/etc/ld.so.cache: install them, then run ldconfig",
                           places.root, version),
            Error::Kind::NotFound);

    Volume volume{places.folder, version, {}};
    if (auto made = makeDirectories(places.folder, 0755); !made)
        return tl::unexpected(made.error());
    if (auto allowed = allowExecution(places.folder, volume.warnings); !allowed)
        return tl::unexpected(allowed.error());
    const auto built = build(places.folder, volumeName(version), [&](const Fd& folder) -> Status {
        if (auto placed = placeLibraries(*root, folder, found.libraries); !placed)
            return placed;
        return placePrograms(*root, folder, volume.warnings);
    });
    if (!built)
        return tl::unexpected(built.error());
    return volume;
}

Status makeView(const Volume& volume, const Capabilities& capabilities) {
    if (capabilities == allCapabilities())
        return {};
    const auto whole = openFolder(volume.path(allCapabilities()));
    if (!whole)
        return tl::unexpected(whole.error());
    return build(
        volume.folder, viewName(volume.version, capabilities), [&](const Fd& view) -> Status {
            for (const char* subfolder : subfolders) {
                if (auto filled = fillView(*whole, view, subfolder, volume.version, capabilities);
                    !filled)
                    return filled;
            }
            return {};
        });
}

} // namespace muster::container::driver
