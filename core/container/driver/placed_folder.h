// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/files.h"

namespace muster::container::driver {

// A folder that a process of ours fills and containers read: the files in it are whole or not
// there, and none is ever replaced.
class PlacedFolder {
public:
    // Makes `name` in `parent` if it is not there. Follows no symbolic link.
    static Result<PlacedFolder> in(const Fd& parent, const std::string& name);

    // A plain file under that name: linked where the file system allows, else copied. `source` is
    // open for reading. Nothing when the name is taken.
    Status place(const Fd& source, const std::string& name) const;
    // A symbolic link; nothing when the name is taken.
    Status link(const std::string& name, const std::string& target) const;
    const Fd& fd() const { return m_folder; }

private:
    explicit PlacedFolder(Fd folder) : m_folder(std::move(folder)) { }
    Status copy(const Fd& source, const std::string& name, unsigned mode) const;

    Fd m_folder;
};

// Opens a plain file for reading as a process whose root is `root` would; links lead nowhere else.
Fd openBelow(const Fd& root, const std::string& path);
// Where an open file really is: its last name. Empty if that cannot be told.
std::string realName(const Fd& file);

} // namespace muster::container::driver
