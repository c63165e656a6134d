// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "agentd/free_bytes.h"
#include "core/kernel/base/result.h"

namespace muster::agentd {

// Whether the disk of a folder has room for what is to be written there. It has none below kLeast,
// until there is kEnough again; nor from a write that did not fit until that has been written,
// whatever the file system says meanwhile. Changes are logged. Not thread-safe.
class DiskRoom {
public:
    static constexpr std::uintmax_t kLeast = std::uintmax_t{8} << 20;
    static constexpr std::uintmax_t kEnough = std::uintmax_t{16} << 20;
    using Measure = std::function<std::optional<std::uintmax_t>(const std::filesystem::path&)>;

    // `changed` is called when problem() has changed.
    DiskRoom(
        std::filesystem::path folder, std::function<void()> changed, Measure measure = freeBytes);

    void look(); // now and then
    void onWriteFailed(const Error& why); // for want of room; each try of it
    void onWritten(); // what has failed before, if anything has

    // What is free, what is needed and where; null: there is room.
    const Error* problem() const { return m_problem ? &*m_problem : nullptr; }
    bool hasFailedWrite() const { return m_hasFailedWrite; } // that was not written since
    const std::filesystem::path& folder() const { return m_folder; }

private:
    void beginProblem(std::uintmax_t free);

    std::filesystem::path m_folder;
    std::function<void()> m_changed;
    Measure m_measure;
    std::optional<Error> m_problem;
    bool m_hasFailedWrite = false;
};

} // namespace muster::agentd
