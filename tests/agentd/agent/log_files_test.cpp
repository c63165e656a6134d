// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "agentd/agent/log_files.h"
#include "core/container/process.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using container::Fd;

struct Sandbox {
    test::TemporaryFolder folder;

    Result<LogFiles> open(const std::string& name = "stdout") const {
        return LogFiles::open(
            Fd(::open(folder.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), name);
    }
    std::uint64_t inode(const std::string& name) const {
        struct stat facts { };
        EXPECT_EQ(::stat((folder / name).c_str(), &facts), 0) << name;
        return facts.st_ino;
    }
    void mark(std::uint64_t inode, std::int64_t start) const {
        folder.write(".stdout.base", fmt::format("{} {}\n", inode, start));
    }
    void rename(const std::string& from, const std::string& to) const {
        std::filesystem::rename(folder / from, folder / to);
    }
    // As init does it; `text` is what the next file holds.
    void rotate(std::int64_t start, const std::string& text, int files) const {
        folder.write("fresh", text);
        mark(inode("fresh"), start);
        for (int number = files; number > 1; --number) {
            const auto from = fmt::format("stdout.{}", number - 1);
            if (std::filesystem::exists(folder / from)) {
                rename(from, fmt::format("stdout.{}", number));
            }
        }
        rename("stdout", "stdout.1");
        rename("fresh", "stdout");
    }
};

// Everything from `offset` on, which moves to the end; "(later)" when the files are being renamed.
std::string readAll(LogFiles& files, std::int64_t& offset) {
    std::string out;
    char buffer[5]; // pieces begin and end anywhere
    for (;;) {
        const auto before = offset;
        const auto count = files.read(offset, buffer, sizeof buffer);
        if (!count) {
            return out + "(later)";
        }
        if (offset != before) {
            out += fmt::format("({} gone)", offset - before);
        }
        if (*count == 0) {
            return out;
        }
        out.append(buffer, *count);
        offset += static_cast<std::int64_t>(*count);
    }
}

std::string readAll(const Sandbox& sandbox, std::int64_t offset) {
    auto files = sandbox.open();
    EXPECT_TRUE(files) << files.error().message;
    return files ? readAll(*files, offset) : "";
}

TEST(LogFiles, AreOneStreamWhoseOldestPartIsGone) {
    const Sandbox sandbox;
    sandbox.folder.write("stdout.2", "abcdef");
    sandbox.folder.write("stdout.1", "ghi");
    sandbox.folder.write("stdout", "jk");
    sandbox.mark(sandbox.inode("stdout"), 109);
    EXPECT_EQ(readAll(sandbox, 0), "(100 gone)abcdefghijk");
    EXPECT_EQ(readAll(sandbox, 100), "abcdefghijk");
    EXPECT_EQ(readAll(sandbox, 105), "fghijk");
    EXPECT_EQ(readAll(sandbox, 109), "jk");
    EXPECT_EQ(readAll(sandbox, 111), "");
    EXPECT_EQ(readAll(sandbox, 1000), "");
    const auto extent = sandbox.open()->extent();
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->begin, 100);
    EXPECT_EQ(extent->end, 111);
}

TEST(LogFiles, AreFollowedWhileTheyAreRenamed) {
    const Sandbox sandbox;
    sandbox.folder.write("stdout", "one ");
    auto files = sandbox.open();
    std::int64_t offset = 0;
    EXPECT_EQ(readAll(*files, offset), "one ");
    sandbox.folder.write("stdout", "one two ");
    sandbox.rotate(8, "three ", 3);
    EXPECT_EQ(readAll(*files, offset), "two three ") << "what was added before it was renamed, too";
    sandbox.rotate(14, "four ", 3);
    sandbox.rotate(19, "five ", 3);
    EXPECT_EQ(readAll(*files, offset), "four five ");
    for (int i = 0; i < 5; ++i) {
        sandbox.rotate(24 + i, std::to_string(i), 3);
    }
    EXPECT_EQ(readAll(*files, offset), "(1 gone)1234");
    EXPECT_EQ(readAll(*files, offset), "");
}

TEST(LogFiles, AreLeftAloneForAWhileAmidARotation) {
    const Sandbox sandbox;
    sandbox.folder.write("stdout.1", "older ");
    sandbox.folder.write("stdout", "newer ");
    sandbox.mark(1, 112); // its file has not the name yet
    auto files = sandbox.open();
    std::int64_t offset = 0;
    EXPECT_EQ(readAll(*files, offset), "(later)");
    EXPECT_EQ(offset, 0);
    EXPECT_FALSE(files->extent());
    for (int look = 0; look < 2; ++look) {
        EXPECT_EQ(readAll(*files, offset), "(later)");
    }
    EXPECT_EQ(readAll(*files, offset), "(100 gone)older newer ")
        << "init was killed there: the newest file ends where the mark says";
}

TEST(LogFiles, SurviveAKillAtAnyStepOfARotation) {
    for (int step = 0; step < 4; ++step) {
        const Sandbox sandbox;
        sandbox.folder.write("stdout.2", "ab");
        sandbox.folder.write("stdout.1", "cd");
        sandbox.folder.write("stdout", "ef");
        sandbox.mark(sandbox.inode("stdout"), 14);
        sandbox.folder.write(".stdout.new", "");
        sandbox.mark(sandbox.inode(".stdout.new"), 16);
        const std::pair<const char*, const char*> renames[]
            = {{"stdout.2", "stdout.3"}, {"stdout.1", "stdout.2"}, {"stdout", "stdout.1"}};
        for (int done = 0; done < step; ++done) {
            sandbox.rename(renames[done].first, renames[done].second);
        }
        auto files = sandbox.open();
        ASSERT_TRUE(files) << step;
        std::int64_t offset = 0;
        std::string text;
        for (int look = 0; look < 5; ++look) {
            text = readAll(*files, offset);
        }
        EXPECT_EQ(text, "(10 gone)abcdef") << step;
    }
}

TEST(LogFiles, WithoutAMarkThereIsOneFile) {
    const Sandbox sandbox;
    sandbox.folder.write("stdout", "abc");
    sandbox.folder.write("stdout.1", "the task's own");
    EXPECT_EQ(readAll(sandbox, 0), "abc");
    sandbox.folder.write(".stdout.base", "garbage");
    EXPECT_EQ(readAll(sandbox, 0), "abc");
}

TEST(LogFiles, ThatAreForgedLeadNowhere) {
    const Sandbox sandbox;
    sandbox.folder.write("stdout", "abc");
    sandbox.folder.write("secret", "s3cret");
    std::filesystem::create_symlink(sandbox.folder / "secret", sandbox.folder / "stdout.1");
    ASSERT_EQ(::mkfifo((sandbox.folder / "stdout.2").c_str(), 0600), 0);
    std::filesystem::create_directory(sandbox.folder / "stdout.3");
    const auto inode = sandbox.inode("stdout");
    sandbox.mark(inode, 2);
    EXPECT_EQ(readAll(sandbox, 0), "(2 gone)abc");
    sandbox.folder.write("stdout.1.real", std::string(100, 'x'));
    std::filesystem::remove(sandbox.folder / "stdout.1");
    sandbox.rename("stdout.1.real", "stdout.1");
    EXPECT_EQ(readAll(sandbox, 0), "(2 gone)abc") << "more than there can have been";
    sandbox.mark(inode, (std::int64_t{1} << 62) - 1);
    EXPECT_TRUE(readAll(sandbox, 0).ends_with("gone)" + std::string(100, 'x') + "abc"));
    ASSERT_EQ(::truncate((sandbox.folder / "stdout.1").c_str(), (off_t{1} << 42)), 0);
    std::int64_t offset = 0;
    auto files = sandbox.open();
    char byte = 'x';
    EXPECT_EQ(files->read(offset, &byte, 1), 1U) << "a sparse file is read as any other";
    EXPECT_EQ(offset, (std::int64_t{1} << 62) - 1 - (std::int64_t{1} << 42));
}

TEST(LogFiles, NameWhatIsNoFile) {
    const Sandbox sandbox;
    EXPECT_EQ(sandbox.open().error().message, "no such file in the sandbox");
    EXPECT_EQ(sandbox.open().error().kind, Error::Kind::NotFound);
    ASSERT_EQ(::mkfifo((sandbox.folder / "stdout").c_str(), 0600), 0);
    EXPECT_EQ(sandbox.open().error().message, "is not a regular file");
}

// What init writes is read at once, and again after init was killed: each line tells its offset.
class LogFilesOfInit : public testing::Test {
protected:
    void flood() {
        const auto pid
            = container::spawn({MUSTER_BIN_DIR "/muster-init", m_sandbox.folder.path().string(),
                                   "4096", "3", "/usr/bin/seq", "-f", "%07.0f", "1", "99999999"},
                {}, "/", {});
        ASSERT_TRUE(pid) << pid.error().message;
        m_init = *pid;
    }
    void endFlood() const {
        ::kill(m_init, SIGKILL);
        container::waitForChild(m_init);
    }
    // How many bytes were right; -1: some were not.
    static std::int64_t readRightly(LogFiles& files, std::int64_t& offset) {
        char buffer[3000];
        std::int64_t total = 0;
        for (;;) {
            const auto count = files.read(offset, buffer, sizeof buffer);
            if (count.value_or(0) == 0) {
                return count ? total : 0;
            }
            for (std::size_t i = 0; i < *count; ++i) {
                const auto at = offset + static_cast<std::int64_t>(i);
                if (buffer[i]
                    != fmt::format("{:07}\n", at / 8 + 1)[static_cast<std::size_t>(at % 8)]) {
                    return -1;
                }
            }
            offset += static_cast<std::int64_t>(*count);
            total += static_cast<std::int64_t>(*count);
        }
    }
    Sandbox m_sandbox;
    pid_t m_init = -1;
};

TEST_F(LogFilesOfInit, AreReadRightlyWhileTheyGrowAndAfterAKillAtAnyMoment) {
    constexpr int kRounds = 12;
    std::int64_t most = 0;
    for (int round = 0; round < kRounds; ++round) {
        for (const auto& entry : std::filesystem::directory_iterator(m_sandbox.folder.path())) {
            std::filesystem::remove(entry.path());
        }
        m_sandbox.folder.write("stdout", "");
        ASSERT_NO_FATAL_FAILURE(flood());
        auto following = m_sandbox.open();
        ASSERT_TRUE(following) << following.error().message;
        std::int64_t offset = 0;
        const auto begin = std::chrono::steady_clock::now();
        const auto goesOn = [&] { // the last one until it was rotated, however slow the machine
            const auto time = std::chrono::steady_clock::now() - begin;
            return time < std::chrono::milliseconds(10 + 7 * round)
                || (round + 1 == kRounds && offset <= 8 * 4096 && time < std::chrono::seconds(20));
        };
        while (goesOn()) {
            EXPECT_GE(readRightly(*following, offset), 0) << "round " << round << " at " << offset;
        }
        endFlood();
        auto files = m_sandbox.open();
        ASSERT_TRUE(files) << files.error().message;
        std::int64_t left = 0;
        std::int64_t count = 0;
        for (int look = 0; look < 5 && count == 0; ++look) {
            left = 0;
            count = readRightly(*files, left);
        }
        EXPECT_GE(count, 0) << "round " << round << " at " << left;
        EXPECT_LE(count, 4 * 4096) << "the limit";
        most = std::max(most, left);
    }
    EXPECT_GT(most, 4 * 4096) << "it was rotated";
}

} // namespace
} // namespace muster::agentd
