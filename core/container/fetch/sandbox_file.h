// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <stop_token>
#include <string>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container::fetch {

// A file that appears in a sandbox when it is complete, and never when it is not.
class SandboxFile {
public:
    SandboxFile(Fd directory, Fd file, std::string temporary, std::string name, UserIds owner)
        : m_directory(std::move(directory)), m_file(std::move(file)),
          m_temporary(std::move(temporary)), m_name(std::move(name)), m_owner(std::move(owner)) { }
    SandboxFile(SandboxFile&& other) noexcept;
    SandboxFile& operator=(SandboxFile&&) = delete;
    ~SandboxFile(); // takes it away unless committed

    int number() const { return m_file.number(); } // open for reading and writing
    // Gives it to the task's user, 0755 or 0644, and its name, in place of a file that had it.
    Status commit(bool isExecutable);

private:
    Fd m_directory;
    Fd m_file;
    std::string m_temporary;
    std::string m_name;
    UserIds m_owner;
};

// A task's sandbox by descriptor. Its user may change what is in it at any time, so each step goes
// from one descriptor to the next, and no link is followed.
class Sandbox {
public:
    static Result<Sandbox> open(const std::string& path, const UserIds& owner);

    int number() const { return m_directory.number(); }
    std::set<std::string> names() const; // directly in it
    // With all that is in them.
    Status removeAllBut(const std::set<std::string>& kept) const;
    // `name` as checkFileName() has it; folders in it are made, mode 0755, for the task's user.
    Result<SandboxFile> create(const std::string& name) const;

private:
    Sandbox(Fd directory, UserIds owner)
        : m_directory(std::move(directory)), m_owner(std::move(owner)) { }

    Fd m_directory;
    UserIds m_owner;
};

// All of a regular file into an empty one, sharing its blocks where the file system can. Neither
// file's position is used, that of `to` does not move. Gives the bytes.
Result<std::uint64_t> copyFile(
    int from, int to, std::uint64_t maxBytes, const std::stop_token& stop);

// Lower case hex of all of a file.
Result<std::string> sha256Of(int file, const std::stop_token& stop);

// The same file through a descriptor with a position of its own, for reading.
Result<Fd> reopened(int file);

} // namespace muster::container::fetch
