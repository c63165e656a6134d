// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agentd/file_info.h"

namespace muster::agentd::api {

// The virtual paths that operators may read: "/master/log", and what else is mounted. An answer may
// come later. Not found: Error::Kind::NotFound. Lives on the io_context's thread.
class FileTree {
public:
    using Listing = std::vector<mesos::v1::FileInfo>;

    // What answers for a path and everything below it. `path` is the whole virtual one.
    struct Source {
        std::function<void(const std::string& path, std::function<void(Result<Listing>)>)> list;
        // From `offset`, at most `length` bytes; at or behind the end: no data.
        std::function<void(const std::string& path, std::uint64_t offset, std::size_t length,
            std::function<void(Result<FilePiece>)>)>
            read;
        std::string place{}; // where it is, for people
    };
    void mount(const std::string& path, Source source);

    std::map<std::string, std::string> mounted() const; // path -> place
    void list(const std::string& path, std::function<void(Result<Listing>)> done) const;
    // No length: as much as one read gives.
    void read(const std::string& path, std::uint64_t offset, std::optional<std::uint64_t> length,
        std::function<void(Result<FilePiece>)> done) const;

private:
    const Source* sourceOf(const std::string& path) const;

    std::map<std::string, Source> m_sources;
};

// One file of this machine.
FileTree::Source localFile(std::string file);

} // namespace muster::agentd::api
