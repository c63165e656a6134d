// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/folder_layer.h"

#include <cerrno>
#include <functional>
#include <memory>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "core/container/image/digest.h"
#include "core/container/image/tree.h"

namespace muster::container::image {
namespace {

constexpr std::size_t mostNames = 64U << 20; // bytes of paths

bool isMarked(const Fd& folder, const char* mark) {
    char value = 0;
    return fgetxattr(folder.number(), mark, &value, 1) == 1 && value == 'y';
}

// What one layer says of a path.
struct Look {
    std::optional<FolderFacts> folder;
    bool isImplied = false; // that folder
    bool hidesFolder = false; // of the layers below
    bool hidesBelow = false; // that, or what is in it
};

Fd enter(const Fd& parent, const std::string& name) {
    return Fd(openat(parent.number(), name.c_str(),
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

Result<Look> lookAt(const std::string& layer, const std::string& path) {
    auto at = openDirectory(layer);
    if (!at)
        return tl::unexpected(at.error());
    Look look;
    look.hidesBelow = isMarked(*at, "trusted.overlay.opaque");
    for (std::size_t start = 0; start < path.size();) {
        const auto end = std::min(path.find('/', start), path.size());
        Fd next = enter(*at, path.substr(start, end - start));
        start = end + 1;
        look.hidesFolder = look.hidesBelow;
        if (!next && (errno == ENOTDIR || errno == ELOOP))
            look.hidesFolder = look.hidesBelow = true;
        if (!next && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
            return systemFailure("look into the layer " + layer);
        if (!next)
            return look;
        *at = std::move(next);
        look.hidesBelow = look.hidesBelow || isMarked(*at, "trusted.overlay.opaque");
    }
    struct stat status { };
    if (fstat(at->number(), &status) != 0)
        return systemFailure("look into the layer " + layer);
    look.folder = {status.st_mode & 07777U, status.st_uid, status.st_gid, status.st_mtim};
    look.isImplied = isMarked(*at, "trusted.muster.implied");
    return look;
}

// As the topmost layer says that has an entry for it, else as it is there.
struct Shown {
    std::optional<FolderFacts> is; // nothing: what is on top is no folder, or nothing is
    std::optional<FolderFacts> shouldBe;
};

Result<Shown> shownOf(const std::vector<std::string>& layers, const std::string& path) {
    Shown shown;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const auto look = lookAt(*layer, path);
        if (!look)
            return tl::unexpected(look.error());
        if (look->folder && !shown.is)
            shown.is = look->folder;
        if (look->folder && !look->isImplied) {
            shown.shouldBe = look->folder;
            return shown;
        }
        if (look->hidesFolder)
            break;
    }
    shown.shouldBe = shown.is;
    return shown;
}

bool isAlike(const FolderFacts& one, const FolderFacts& other) {
    return one.mode == other.mode && one.user == other.user && one.group == other.group;
}

// Calls `take` with the path of each marked folder of a layer.
Status eachImplied(
    const std::string& layer, const std::function<Status(const std::string&)>& take) {
    const auto root = openDirectory(layer);
    if (!root)
        return tl::unexpected(root.error());
    if (!isMarked(*root, "trusted.muster.implied"))
        return {};
    std::vector<std::string> waiting{""};
    while (!waiting.empty()) {
        const auto path = std::move(waiting.back());
        waiting.pop_back();
        Fd folder = enter(*root, path.empty() ? "." : path);
        if (!folder)
            return systemFailure("look into the layer " + layer);
        if (!path.empty() && isMarked(folder, "trusted.muster.implied"))
            if (const auto taken = take(path); !taken)
                return taken;
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(folder.number()), closedir);
        if (!listing)
            return systemFailure("list a folder of the layer " + layer);
        folder.release();
        while (const dirent* entry = readdir(listing.get())) {
            const std::string name = entry->d_name;
            if (entry->d_type == DT_DIR && name != "." && name != "..")
                waiting.push_back(path.empty() ? name : path + '/' + name);
        }
    }
    return {};
}

} // namespace

Result<FolderMap> findHiddenFolders(const std::vector<std::string>& layers) {
    FolderMap folders;
    std::size_t size = 0;
    const auto add = [&](const std::string& path, const FolderFacts& facts) -> Status {
        size += folders.emplace(path, facts).second ? path.size() : 0;
        return size <= mostNames ? Status()
                                 : failure("The image's layers use too many folders that they do "
                                           "not contain; build it with entries for folders");
    };
    const auto take = [&](const std::string& path) -> Status {
        if (folders.contains(path))
            return {};
        const auto shown = shownOf(layers, path);
        if (!shown)
            return tl::unexpected(shown.error());
        if (!shown->is || isAlike(*shown->is, *shown->shouldBe))
            return {};
        auto added = add(path, *shown->shouldBe);
        for (auto end = path.rfind('/'); added && end != path.npos;
             end = path.rfind('/', end - 1)) {
            const auto above = shownOf(layers, path.substr(0, end));
            added = above ? add(path.substr(0, end), above->shouldBe.value_or(FolderFacts{0755}))
                          : tl::unexpected(above.error());
        }
        return added;
    };
    // Below the lowest there is nothing to hide.
    for (std::size_t i = 1; i < layers.size(); ++i) {
        if (const auto done = eachImplied(layers[i], take); !done)
            return tl::unexpected(done.error());
    }
    return folders;
}

std::string digestOf(const FolderMap& folders) {
    std::string text = "muster folders\n";
    for (const auto& [path, facts] : folders)
        text += fmt::format("{:o} {} {} {}.{} {} {}\n", facts.mode, facts.user, facts.group,
            facts.modified.tv_sec, facts.modified.tv_nsec, path.size(), path);
    return sha256Of(text);
}

Status makeFolders(const Fd& root, const FolderMap& folders) {
    for (const auto& [path, facts] : folders) {
        if (mkdirat(root.number(), path.c_str(), 0700) != 0
            || fchownat(root.number(), path.c_str(), facts.user, facts.group, AT_SYMLINK_NOFOLLOW)
                != 0
            || fchmodat(root.number(), path.c_str(), facts.mode, 0) != 0)
            return systemFailure("create a folder of the image");
    }
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
        const timespec times[2] = {folder->second.modified, folder->second.modified};
        if (utimensat(root.number(), folder->first.c_str(), times, AT_SYMLINK_NOFOLLOW) != 0)
            return systemFailure("date a folder of the image");
    }
    return {};
}

Result<bool> hidesBelow(const std::string& layer, const std::string& path) {
    const auto look = lookAt(layer, path);
    if (!look)
        return tl::unexpected(look.error());
    return look->hidesBelow;
}

} // namespace muster::container::image
