// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

#include "core/container/files.h"
#include "core/container/unpack/entry_name.h"
#include "core/container/unpack/options.h"
#include "core/kernel/base/result.h"

namespace muster::unpack {

struct Attributes {
    Owner owner;
    mode_t mode = 0;
    timespec modified{0, UTIME_OMIT};
    struct Extended {
        std::string name;
        std::string value;
    };
    std::vector<Extended> extended; // of files and folders
};

// Makes files below one folder and nowhere else. What is there already gives way to what comes
// later, but a folder that is not empty only to a folder, which it then is. Missing folders above
// an entry are made: `owner`'s, 0755. In a layer "trusted.muster.implied" is "y" of each that no
// entry makes or removes, and of the root if there is any: a lower layer may know better. Not for folders that somebody else changes
// meanwhile. Every error names the entry.
class Tree {
public:
    // May an entry lie below a link? In a layer it may, with `root` as the root of all links.
    enum class LinkedFolders { Followed, Refused };

    Tree(int root, LinkedFolders linked, Owner owner)
        : m_root(root), m_linked(linked), m_owner(owner) { }

    // A folder's time is set in finish(): what comes into it later would change it.
    Status makeFolder(const Place& place, const Attributes& attributes);
    // Open for writing, empty, mode 0600; setAttributes() is to follow.
    Result<container::Fd> createFile(const Place& place);
    Status setAttributes(int file, const Place& place, const Attributes& attributes);
    // Whatever the target is; nobody follows it here.
    Status makeLink(const Place& place, const std::string& target, const Attributes& attributes);
    // To a file, link or fifo that this tree holds.
    Status makeHardLink(const Place& place, const Place& target);
    Status makeFifo(const Place& place, const Attributes& attributes);

    // Overlayfs' marks, for what a layer takes away of those below; never of the tree itself.
    Status whiteOut(const Place& place);
    Status makeOpaque(const Place& mark); // the folder that this is in

    Status finish();

private:
    Result<int> folderOf(const Place& place); // valid until the next call
    Result<int> clearedFolderOf(const Place& place); // nothing of its name is in it
    Result<int> makeFolders(const Place& place);
    void noteImplied(int folder);
    container::Fd openFolder(const std::string& path) const;
    Status makeRoom(int folder, const Place& place);
    Status setNameAttributes(int folder, const Place& place, const Attributes& attributes);

    struct FolderTime {
        std::string path;
        timespec modified;
    };

    const int m_root;
    const LinkedFolders m_linked;
    const Owner m_owner;
    container::Fd m_folder; // the last one: neighbours come one after the other
    std::optional<std::string> m_folderPath; // nothing if it may be another by now
    std::deque<FolderTime> m_times;
    std::size_t m_timesSize = 0;
    bool m_implied = false;
};

} // namespace muster::unpack
