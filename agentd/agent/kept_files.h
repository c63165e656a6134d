// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/container/files.h"

namespace muster::agentd {

// Small files that the next process needs, in folders below one. Replaced as one step and read with
// a checksum; each has a copy that is read when it is damaged. When the disk is full, what is
// written goes into a reserve whose blocks were allocated before: nobody who fills the disk can
// take them. Without `flushed` a file survives this process, not the machine. One thread.
class KeptFiles {
public:
    // Makes the reserve, if there is room for it. The folder is there.
    static Result<KeptFiles> open(std::filesystem::path folder);
    // There is no room for the reserve itself: what is written next may be lost.
    bool hasReserve() const { return static_cast<bool>(m_reserve); }

    Result<std::vector<std::filesystem::path>> list(const std::filesystem::path& folder) const;
    // A warning names a damaged file whose copy was good. REQUIRES: listed, or it exists.
    Result<std::string> read(
        const std::filesystem::path& path, std::vector<std::string>& warnings) const;
    Result<bool> exists(const std::filesystem::path& path) const;
    Status write(const std::filesystem::path& path, const std::string& bytes, bool flushed = false);
    Status remove(const std::filesystem::path& path);

    // Something is in the reserve because the disk is full.
    bool isFull() const { return !m_kept.empty(); }
    // Brings it to where it belongs. False: there is still no room.
    bool settle();

private:
    explicit KeptFiles(std::filesystem::path folder) : m_folder(std::move(folder)) { }
    Status openReserve();
    void readReserve();
    Status writeReserve(bool flushed);
    int replace(const std::filesystem::path& path, const std::string& bytes, bool flushed);
    Status dropFromReserve(const std::string& name);
    std::string nameOf(const std::filesystem::path& path) const;
    std::filesystem::path copyOf(const std::filesystem::path& path) const;

    std::filesystem::path m_folder;
    container::Fd m_reserve;
    std::uint64_t m_generation = 0;
    struct Kept {
        std::string bytes;
        bool flushed = false;
    };
    std::map<std::string, Kept> m_kept; // in the reserve, by name below the folder
};

} // namespace muster::agentd
