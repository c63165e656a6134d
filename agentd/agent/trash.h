// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <set>
#include <string>

#include "core/container/files.h"

namespace muster::agentd {

// Removes folders of tasks bit by bit. What is taken is renamed into a folder of the agent's own at
// once, and emptied there: each inner folder is renamed to its top, so that no depth of a tree
// costs a descriptor or a long path, and a removal that is cut short goes on with what is there.
// Follows no link and crosses no mount, whatever a process that still holds a descriptor inside
// does meanwhile. take() and step() may run on two threads, each on one.
class Trash {
public:
    static Result<Trash> open(const std::string& path); // 0700, on the file system of what is taken
    Trash(Trash&&) noexcept;
    Trash& operator=(Trash&&) = delete;

    // One step: afterwards the name is free.
    Status take(int folder, const std::string& name);
    // Removes up to `entries`. False: nothing more can be removed now; see stuck().
    bool step(std::size_t entries);
    // What is mounted, or filled again and again, stays until the next retry().
    std::size_t stuck() const { return m_stuck.size(); }
    void retry() { m_stuck.clear(); } // on step()'s thread

private:
    explicit Trash(container::Fd folder) : m_folder(std::move(folder)) { }
    bool moveHere(int folder, const char* name);
    void empty(const std::string& name, std::size_t& budget);

    container::Fd m_folder;
    std::atomic<std::uint64_t> m_last = 0; // name given to what was taken
    std::set<std::string> m_stuck;
};

} // namespace muster::agentd
