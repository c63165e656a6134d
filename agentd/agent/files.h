// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agentd/file_info.h"
#include "core/container/files.h"

namespace muster::agentd {

// What operators may read of the sandboxes, under two names: the sandbox's own folder on this
// machine (Mesos' virtual path) and "/framework/<id>/task/<id>". A sandbox belongs to its task,
// which may be hostile: only plain files and folders are read. A list names links, too; they are
// never followed. Any thread.
class SandboxFiles {
public:
    explicit SandboxFiles(std::string sandboxes) : m_sandboxes(std::move(sandboxes)) { }

    // The framework, and the folder of its task or executor, that the path lies in. No link is ever
    // followed, so that it is the same before and after the file is opened.
    std::optional<std::pair<std::string, std::string>> sandboxOf(const std::string& path) const;

    // A task can fill its sandbox with names; an answer has to stay a message.
    static constexpr std::size_t kMostEntries = 10'000;
    // By name, from the first one behind `after` on, which need not be there.
    struct Listing {
        std::vector<mesos::v1::FileInfo> files;
        std::string last; // not empty: there are more, behind this name
    };
    // NotFound without a text, as Mesos answers; Invalid: "Cannot read a directory.\n".
    Result<Listing> list(const std::string& path, const std::string& after = {}) const;
    Result<FilePiece> read(
        const std::string& path, std::uint64_t offset, std::optional<std::uint64_t> length) const;

private:
    Result<container::Fd> open(const std::string& path) const; // a plain file or a folder

    std::string m_sandboxes;
};

} // namespace muster::agentd
