// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/agent_api.h"

namespace muster::cli {

// What a sandbox has under one name.
struct RemoteEntry {
    std::string name; // checked: one plain component, fit to be made here
    bool folder = false;
    bool link = false; // a symbolic one: nobody follows it
    std::uint64_t size = 0;
    unsigned mode = 0; // permissions
    std::int64_t modifiedMs = 0;
};

// "results/a.txt" of what somebody typed; an error for what leaves the sandbox.
Result<std::string> sandboxPath(std::string_view typed);

// Whether a name from a machine that others may own can be a file's in our folder.
bool isPlainName(std::string_view name);

// The files of one task. Blocks.
class RemoteFolder {
public:
    RemoteFolder(const AgentApi& agent, const Target& target)
        : m_agent(agent), m_root("/framework/" + target.framework + "/task/" + target.task) { }

    // A file is one entry, not a folder, with its own name; `path` is of sandboxPath().
    struct Listing {
        bool isFile = false;
        std::vector<RemoteEntry> entries;
    };
    Result<Listing> list(const std::string& path) const; // all of it, however many pages

    // Hands over the bytes; an error of `take` ends it.
    Status download(const std::string& path, std::uint64_t size,
        const std::function<Status(std::string_view)>& take) const;

private:
    // The last name of the page if there are more.
    Result<std::string> addPage(
        const std::string& path, const std::string& after, Listing& out) const;
    std::string at(const std::string& path) const {
        return path.empty() ? m_root : m_root + '/' + path;
    }

    const AgentApi& m_agent;
    std::string m_root;
};

} // namespace muster::cli
