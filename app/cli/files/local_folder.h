// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/kernel/base/result.h"

namespace muster::cli {

// One of our own folders, by its descriptor: whatever is renamed meanwhile, nothing is made outside
// of it, and no link in it is followed. Names are single components (isPlainName).
class LocalFolder {
public:
    // As the user named it: links on the way to it are the user's own.
    static Result<LocalFolder> open(const std::string& path);
    LocalFolder(LocalFolder&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1)), m_path(std::move(other.m_path)) { }
    LocalFolder& operator=(LocalFolder&&) = delete;
    ~LocalFolder();

    // Made if it is not there.
    Result<LocalFolder> folder(const std::string& name) const;

    // A file that has its name when it is whole; it replaces one that is there, and a link, too.
    class File {
    public:
        File(File&& other) noexcept
            : m_folder(other.m_folder), m_descriptor(std::exchange(other.m_descriptor, -1)),
              m_name(std::move(other.m_name)), m_path(std::move(other.m_path)) { }
        File& operator=(File&&) = delete;
        ~File(); // what was not finished goes

        Status write(std::string_view bytes);
        Status finish(); // once: whole under its name, or gone

    private:
        friend class LocalFolder;
        File(int folder, int descriptor, std::string name, std::string path)
            : m_folder(folder), m_descriptor(descriptor), m_name(std::move(name)),
              m_path(std::move(path)) { }
        std::string unfinished() const;

        int m_folder;
        int m_descriptor;
        std::string m_name;
        std::string m_path; // for messages
    };
    // `mode`: permissions, less the caller's umask. The folder outlives the file.
    Result<File> create(const std::string& name, unsigned mode) const;

private:
    LocalFolder(int descriptor, std::string path)
        : m_descriptor(descriptor), m_path(std::move(path)) { }

    int m_descriptor;
    std::string m_path; // for messages
};

} // namespace muster::cli
