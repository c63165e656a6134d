// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/types.h>

#include "core/container/files.h"
#include "core/container/unpack/options.h"
#include "tests/support/temporary_folder.h"

namespace muster::unpack {

// What the program said. Its status is as a shell counts: 128 + number after a signal.
struct Outcome {
    int status = 0;
    std::string output; // both without the newline
    std::string error;

    bool refused(std::string_view reason) const {
        const bool tooLarge = reason.starts_with("unpacked size exceeds");
        return status == (tooLarge ? kTooLargeStatus : 1) && output.empty() && error == reason;
    }
};

inline void PrintTo(const Outcome& outcome, std::ostream* out) {
    *out << "status " << outcome.status << ", '" << outcome.output << "', '" << outcome.error
         << '\'';
}

// A row of a table: an archive and what is to come of it.
struct Case {
    std::string name;
    std::string archive;
    std::string expected; // the reason of its refusal, or the tree
};

inline void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}
inline std::string nameOf(const testing::TestParamInfo<Case>& info) {
    return info.param.name;
}

inline std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

// A folder to fill, between files that are none of an archive's business: at the end of each test
// they are what they were, to the last bit. Skips without root.
class UnpackWorld : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static std::vector<std::string> layerFlags(); // with roomy limits
    static std::vector<std::string> archiveFlags();
    // Runs muster-unpack on these bytes, into m_target.
    Outcome run(const std::string& bytes, const std::vector<std::string>& flags = layerFlags());
    // The same from a descriptor, read as far as the program wants.
    Outcome run(int input, const std::vector<std::string>& flags);
    // Empties the target.
    void clear();
    // What is in the target, a line for each file in the order of names; without the root's.
    std::string tree() const { return treeOf(m_target); }
    static std::string treeOf(const std::string& folder);
    std::uint64_t diskUse() const; // of the files in the target, as the file system counts it

    const test::TemporaryFolder m_own;
    const std::string m_base = m_own.path();
    std::string m_target = m_base + "/target";
    const std::string m_secret = m_base + "/canary/secret";

private:
    std::string m_before;
};

// "user.a=x" and the like of one file, those that overlayfs or the kernel act on included; without
// our mark on folders that no entry names.
std::vector<std::string> attributesOf(const std::string& path);
bool isImplied(const std::string& folder); // has that mark
// Whether the file system of that folder keeps user.* attributes; tmpfs did not for long.
bool keepsUserAttributes(const std::string& folder);

// A file in memory with this in it, to be read from its start.
container::Fd memoryFile(const std::string& bytes);
std::string contentOf(int memoryFile);

} // namespace muster::unpack
