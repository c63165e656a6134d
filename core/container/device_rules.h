// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/container/files.h"

namespace muster::container {

// What the kernel lets the processes of one control group open: under v1 the lines of devices.list,
// under v2 the programs that the runtime attached. A program lives for as long as somebody has it,
// so that one that was detached can be attached again.
class DeviceRules {
public:
    // Of the first of these directories that has any. NotFound: the group is gone.
    static Result<DeviceRules> of(const std::vector<std::string>& directories);
    // As text() gave it. Under v2 it can only be compared: the programs are those of an earlier
    // life.
    static DeviceRules parse(const std::string& text);
    std::string text() const;

    bool operator==(const DeviceRules& other) const;

    // That may be opened; nothing: perhaps all, as a program does not tell.
    std::optional<std::vector<unsigned>> gpuMinors() const;

    struct Change {
        std::string what; // "/dev/nvidia3 was allowed (c 195:3 rwm)"; empty: nothing changed
        std::vector<unsigned> gpuMinors; // that are concerned
    };
    // What somebody made of these rules.
    Change changeTo(const DeviceRules& now) const;
    // Makes them what they were; `now`: as they are. An error says what could not be undone.
    Status restore(const DeviceRules& now) const;

private:
    struct Program {
        unsigned id = 0;
        std::shared_ptr<const Fd> program; // none: it is only known by its number
    };

    std::string m_directory;
    std::vector<std::string> m_lines; // v1, sorted
    std::vector<Program> m_programs; // v2, in the order of attachment
    unsigned m_flags = 0; // that they were attached with
};

} // namespace muster::container
