// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/sealed_copy.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "core/container/process.h"
#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

class SealedCopies : public testing::Test {
protected:
    void SetUp() override { replaceBy("/bin/true"); }
    // As a package's update does it.
    void replaceBy(const std::string& program) const {
        fs::copy_file(program, m_program + ".new");
        fs::rename(m_program + ".new", m_program);
    }
    static int statusOf(const std::string& path) {
        const auto run = runProgram({path}, std::chrono::seconds(20));
        return run ? run->exitCode : -1;
    }

    const test::TemporaryFolder m_folder;
    const std::string m_program = m_folder / "program";
};

TEST_F(SealedCopies, RunAndCannotBeChanged) {
    const SealedCopy copy(m_program);
    const auto path = copy.path();
    EXPECT_NE(path, m_program);
    EXPECT_EQ(statusOf(path), 0);
    const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(fcntl(file.number(), F_GET_SEALS),
        F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    const Fd writer(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    EXPECT_TRUE(!writer || write(writer.number(), "x", 1) < 0);
}

TEST_F(SealedCopies, AreMadeOnceAndAgainAfterAnUpdate) {
    const SealedCopy copy(m_program);
    const auto path = copy.path();
    const auto inode = [&] {
        struct stat facts { };
        return stat(path.c_str(), &facts) == 0 ? facts.st_ino : 0;
    };
    const auto first = inode();
    EXPECT_EQ(copy.path(), path);
    EXPECT_EQ(inode(), first);
    replaceBy("/bin/false");
    EXPECT_EQ(copy.path(), path) << "who was told of the first copy finds the second one there";
    EXPECT_EQ(statusOf(path), 1);
}

TEST_F(SealedCopies, LeaveWhatIsNotThereToWhoStartsIt) {
    EXPECT_EQ(SealedCopy(m_folder / "nothing").path(), m_folder / "nothing");
}

} // namespace
} // namespace muster::container
