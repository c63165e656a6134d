// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "agentd/agent/kept_files.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

// A small disk of its own, where a tmpfs can be mounted.
class SmallDisk : public testing::Test {
protected:
    void SetUp() override {
        m_mounted = ::mount("tmpfs", m_folder.path().c_str(), "tmpfs", 0, "size=8m") == 0;
        if (!m_mounted) {
            GTEST_SKIP() << "a tmpfs cannot be mounted here: " << std::strerror(errno);
        }
        fs::create_directories(m_folder.path() / "tasks");
    }
    void TearDown() override {
        if (m_mounted) {
            ::umount2(m_folder.path().c_str(), MNT_DETACH);
        }
    }
    // As a task does that writes on and on.
    void fill() {
        const int fd = ::open((m_folder / "ballast").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        const std::string much(4096, 'b');
        while (::write(fd, much.data(), much.size()) > 0) { }
        ::close(fd);
    }
    KeptFiles open() { return *KeptFiles::open(m_folder.path()); }
    fs::path task(const std::string& name) const { return m_folder.path() / "tasks" / name; }
    std::string read(const KeptFiles& files, const std::string& name) {
        return files.read(task(name), m_warnings).value_or("unreadable");
    }

    test::TemporaryFolder m_folder;
    std::vector<std::string> m_warnings;
    bool m_mounted = false;
};

TEST_F(SmallDisk, ThatIsFullKeepsWhatIsWrittenForTheNextProcess) {
    {
        auto files = open();
        ASSERT_TRUE(files.write(task("a"), "one"));
        fill();
        ASSERT_TRUE(files.write(task("a"), std::string(9000, '2')));
        fill();
        ASSERT_TRUE(files.write(task("b"), "new"));
        EXPECT_TRUE(files.isFull());
        EXPECT_FALSE(files.settle());
    }
    auto files = open();
    EXPECT_TRUE(files.isFull());
    EXPECT_EQ(*files.list(m_folder.path() / "tasks"), (std::vector{task("a"), task("b")}));
    EXPECT_EQ(read(files, "a"), std::string(9000, '2'));
    EXPECT_EQ(read(files, "b"), "new");
    ASSERT_TRUE(files.remove(task("b")));
    EXPECT_EQ(*open().list(m_folder.path() / "tasks"), std::vector{task("a")});
}

TEST_F(SmallDisk, ThatHasRoomAgainGetsItAsFiles) {
    auto files = open();
    fill();
    ASSERT_TRUE(files.write(task("a"), "kept", true));
    EXPECT_FALSE(fs::exists(task("a")));
    fs::remove(m_folder / "ballast");
    EXPECT_TRUE(files.settle());
    EXPECT_FALSE(files.isFull());
    EXPECT_TRUE(fs::exists(task("a")));
    const auto again = open();
    EXPECT_FALSE(again.isFull());
    EXPECT_EQ(read(again, "a"), "kept");
}

// Every second half of the reserve lies beyond the limit: writing to it fails, to small files not.
class WriteLimit {
public:
    WriteLimit() {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit low{.rlim_cur = 1u << 20, .rlim_max = m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &low);
        m_handler = ::signal(SIGXFSZ, SIG_IGN);
    }
    ~WriteLimit() {
        ::signal(SIGXFSZ, m_handler);
        ::setrlimit(RLIMIT_FSIZE, &m_before);
    }

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

TEST_F(SmallDisk, GivesWhatWasWrittenLastEvenIfTheReserveCouldNotBeCleared) {
    for (const int half : {0, 1}) {
        const auto name = std::to_string(half);
        auto files = open();
        fill();
        for (int i = 0; i <= half; ++i) {
            ASSERT_TRUE(files.write(task(name), "in the reserve"));
        }
        fs::remove(m_folder / "ballast");
        std::string last = "in the reserve";
        {
            const WriteLimit limit;
            for (const char* text : {"second", "third"}) {
                last = files.write(task(name), text) ? text : last;
            }
        }
        EXPECT_EQ(read(files, name), last);
        EXPECT_EQ(read(open(), name), last) << "as after kill -9";
        ASSERT_TRUE(files.write(task(name), "the end"));
        EXPECT_EQ(read(open(), name), "the end");
    }
}

TEST_F(SmallDisk, ThatIsFullAtTheStartIsNoReasonNotToStart) {
    fs::create_directories(m_folder.path() / "tasks");
    fill();
    auto files = open();
    EXPECT_FALSE(files.hasReserve());
    EXPECT_FALSE(files.write(task("a"), "lost"));
    fs::remove(m_folder / "ballast");
    EXPECT_TRUE(files.settle());
    EXPECT_TRUE(files.hasReserve());
}

TEST_F(SmallDisk, KeepsNoMoreThanItsReserve) {
    auto files = open();
    fill();
    const auto refused = files.write(task("a"), std::string(3u << 20, 'x'));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("so is the reserve of 2048 KiB: free some space"),
        std::string::npos)
        << refused.error().message;
}

// As after kill -9 between the file and its copy, or within the copy.
TEST(KeptFiles, WhoseCopyWasNotWrittenAreWhole) {
    test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "tasks");
    for (const bool begun : {false, true}) {
        auto files = *KeptFiles::open(folder.path());
        ASSERT_TRUE(files.write(folder / "tasks/a", "one"));
        fs::remove(folder / "copies/tasks/a");
        if (begun) {
            folder.write("copies/tasks/a.new", "on");
        }
        std::vector<std::string> warnings;
        auto next = *KeptFiles::open(folder.path());
        EXPECT_EQ(next.list(folder.path() / "tasks")->size(), 1u);
        EXPECT_EQ(next.read(folder / "tasks/a", warnings).value_or("unreadable"), "one");
        EXPECT_TRUE(warnings.empty());
        ASSERT_TRUE(next.write(folder / "tasks/a", "two"));
        folder.write("tasks/a", "damaged");
        EXPECT_EQ(next.read(folder / "tasks/a", warnings).value_or("unreadable"), "two");
        EXPECT_EQ(warnings.size(), 1u);
    }
}

TEST(KeptFiles, WhoseDirectoryCannotBeReadAreAnErrorAndNotNone) {
    test::TemporaryFolder folder;
    const auto files = *KeptFiles::open(folder.path());
    fs::create_symlink("loop", folder / "loop");
    const auto path = folder.path() / "loop" / "a";
    const auto there = files.exists(path);
    ASSERT_FALSE(there);
    EXPECT_EQ(there.error().message,
        "Cannot read " + path.string() + ": Too many levels of symbolic links");
    EXPECT_FALSE(files.list(folder.path() / "loop"));
    EXPECT_FALSE(files.list(folder.path() / "nothing"));
    EXPECT_FALSE(*files.exists(folder.path() / "nothing"));
}

TEST(KeptFiles, ThatAreDamagedTwiceAreNamed) {
    test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "tasks");
    auto files = *KeptFiles::open(folder.path());
    ASSERT_TRUE(files.write(folder / "tasks/a", "one"));
    folder.write("tasks/a", "damaged");
    folder.write("copies/tasks/a", "damaged");
    std::vector<std::string> warnings;
    EXPECT_EQ(files.read(folder / "tasks/a", warnings).error().message,
        (folder / "tasks/a") + " is damaged, and so is its copy");
}

} // namespace
} // namespace muster::agentd
