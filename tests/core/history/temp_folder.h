// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace muster::history {

// A folder of its own, gone with the test.
class TempFolder {
public:
    TempFolder() {
        auto name = (std::filesystem::temp_directory_path() / "muster-history-XXXXXX").string();
        m_path = ::mkdtemp(name.data());
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const char* file) const { return m_path / file; }

private:
    std::filesystem::path m_path;
};

} // namespace muster::history
