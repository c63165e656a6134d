// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace muster::test {

// A folder of its own (0700), gone with its owner. Not for what is mounted upon: who mounts has to
// unmount before anything is removed.
class TemporaryFolder {
public:
    TemporaryFolder() : TemporaryFolder(std::filesystem::temp_directory_path()) { }
    // `below`: where. A task has a /tmp of its own: what it is to see stands below /var/tmp.
    explicit TemporaryFolder(const std::filesystem::path& below) {
        auto name = (below / "muster-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::filesystem::filesystem_error(
                "mkdtemp", name, std::error_code(errno, std::generic_category()));
        }
        m_path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::string operator/(const std::string& file) const { return (m_path / file).string(); }

    // With the folders on the way; a new file is 0644. Returns its path.
    std::string write(const std::string& file, const std::string& text) const {
        const auto path = m_path / file;
        const bool isNew = !std::filesystem::exists(path);
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        if (isNew) {
            std::filesystem::permissions(path, std::filesystem::perms(0644));
        }
        return path.string();
    }
    std::string read(const std::string& file) const {
        std::ifstream in(m_path / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::filesystem::path m_path;
};

} // namespace muster::test
