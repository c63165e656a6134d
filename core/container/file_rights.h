// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container {

// This thread opens files with another user's rights while the object lives; other threads keep
// theirs. False: it could not take them. Nothing changes in an agent that is not root.
class FileRights {
public:
    explicit FileRights(const UserIds& user);
    FileRights(const FileRights&) = delete;
    FileRights& operator=(const FileRights&) = delete;
    ~FileRights();
    explicit operator bool() const { return m_isOurs; }

private:
    std::vector<gid_t> m_groups;
    bool m_isChanged = false;
    bool m_isOurs = true;
};

// Opens `path`, relative, below a folder that the operator allowed, for a task of that user: with
// the user's rights alone, and beneath the folder whatever links say. O_PATH: waits for no fifo and
// wakes no device. Denied: it leads out of the folder, or the user may not come to it.
Result<Fd> openAllowed(const std::string& folder, const std::string& path, const UserIds& user);

} // namespace muster::container
