// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "agentd/agent/trash.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using container::Fd;
namespace fs = std::filesystem;

struct FolderWithTrash {
    test::TemporaryFolder folder;
    Fd root{::open(folder.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    Trash trash = Trash::open(folder / "trash").value();

    FolderWithTrash() {
        folder.write("canary/file", "intact");
        fs::create_directory(folder / "box");
    }
    // Until nothing more goes; how many steps that took.
    int removeAll(std::size_t entries = 100) {
        int steps = 0;
        while (trash.step(entries)) {
            ++steps;
        }
        return steps;
    }
    bool isEmpty() const { return fs::is_empty(folder / "trash"); }
    // Names, contents, modes and times of what must not be touched.
    std::string canary() const {
        std::string out = folder.read("canary/file");
        for (const char* name : {"canary", "canary/file"}) {
            struct stat facts { };
            EXPECT_EQ(::stat((folder / name).c_str(), &facts), 0) << name;
            out += fmt::format(" {} {} {} {}.{}", facts.st_ino, facts.st_mode, facts.st_nlink,
                facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec);
        }
        return out;
    }
};

TEST(Trash, RemovesWhateverIsThere) {
    FolderWithTrash world;
    world.folder.write("box/a/b/c/file", "x");
    world.folder.write("box/.hidden", "x");
    fs::create_symlink(world.folder / "canary", world.folder / "box/link");
    fs::create_symlink(world.folder / "canary/file", world.folder / "box/a/link");
    ASSERT_EQ(::mkfifo((world.folder / "box/fifo").c_str(), 0600), 0);
    fs::create_directory(world.folder / "box/closed");
    fs::permissions(world.folder / "box/closed", fs::perms::none);
    const auto before = world.canary();
    ASSERT_TRUE(world.trash.take(world.root.number(), "box"));
    EXPECT_FALSE(fs::exists(world.folder / "box")) << "its name is free at once";
    world.removeAll();
    EXPECT_TRUE(world.isEmpty());
    EXPECT_EQ(world.canary(), before);
}

TEST(Trash, TakesALinkForWhatItIs) {
    FolderWithTrash world;
    const auto before = world.canary();
    fs::create_directory_symlink(world.folder / "canary", world.folder / "link");
    ASSERT_TRUE(world.trash.take(world.root.number(), "link"));
    world.removeAll();
    EXPECT_TRUE(world.isEmpty());
    EXPECT_EQ(world.canary(), before);
    EXPECT_FALSE(world.trash.take(world.root.number(), "missing"));
}

TEST(Trash, NoDepthIsTooMuch) {
    FolderWithTrash world;
    Fd inner(::open((world.folder / "box").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    for (int depth = 0; depth < 1200; ++depth) { // more than a path's length and a process' files
        ASSERT_EQ(::mkdirat(inner.number(), "folder", 0700), 0);
        inner = Fd(::openat(inner.number(), "folder", O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    ASSERT_TRUE(world.trash.take(world.root.number(), "box"));
    world.removeAll();
    EXPECT_TRUE(world.isEmpty());
}

TEST(Trash, AStepRemovesNoMoreThanItMay) {
    FolderWithTrash world;
    for (int i = 0; i < 300; ++i) {
        world.folder.write(fmt::format("box/{}", i), "");
    }
    ASSERT_TRUE(world.trash.take(world.root.number(), "box"));
    EXPECT_TRUE(world.trash.step(100));
    const fs::directory_iterator left(world.folder / "trash/1");
    EXPECT_EQ(std::distance(left, fs::directory_iterator()), 200);
    EXPECT_EQ(world.removeAll(100), 3) << "two full ones and the folder itself";
    EXPECT_TRUE(world.isEmpty());
}

TEST(Trash, GoesOnWithWhatAnEarlierAgentLeft) {
    FolderWithTrash world;
    world.folder.write("box/a/file", "x");
    ASSERT_TRUE(world.trash.take(world.root.number(), "box"));
    world.folder.write("again/file", "x");
    auto later = Trash::open(world.folder / "trash").value();
    ASSERT_TRUE(later.take(world.root.number(), "again")) << "the first name is taken";
    while (later.step(1)) { }
    EXPECT_TRUE(world.isEmpty());
}

TEST(Trash, LeavesWhatIsMountedThere) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "needs root";
    }
    FolderWithTrash world;
    world.folder.write("box/file", "x");
    world.folder.write("box/a/b/mounted/below", "x");
    const auto before = world.canary();
    const auto place = world.folder / "box/a/b/mounted";
    bool mounted = false;
    std::size_t stuck = 0;
    // A mount namespace is one thread's.
    std::thread([&] {
        mounted = test::enterMountNamespace()
            && ::mount((world.folder / "canary").c_str(), place.c_str(), nullptr, MS_BIND, nullptr)
                == 0;
        if (mounted) {
            // This thread's own view: descriptors of the other one lead to the other one's mounts.
            const Fd root(::open(world.folder.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
            auto trash = Trash::open(world.folder / "trash").value();
            EXPECT_TRUE(trash.take(root.number(), "box"));
            while (trash.step(100)) { }
            stuck = trash.stuck();
        }
    }).join();
    if (!mounted) {
        GTEST_SKIP() << "cannot mount";
    }
    EXPECT_EQ(stuck, 1U);
    EXPECT_EQ(world.canary(), before);
    world.removeAll();
    EXPECT_TRUE(world.isEmpty()) << "the mount is gone with its thread";
}

// A process of the task that kept a descriptor inside swaps names as fast as it can.
TEST(Trash, AStormOfLinksAndRenamesLeadsNowhere) {
    FolderWithTrash world;
    const auto before = world.canary();
    for (int round = 0; round < 5; ++round) {
        const auto box = fmt::format("storm{}", round);
        for (int i = 0; i < 30; ++i) {
            world.folder.write(fmt::format("{}/inner/folder{}/file", box, i), "x");
        }
        const Fd inner(
            ::open((world.folder / (box + "/inner")).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(inner);
        std::atomic<bool> over = false;
        std::thread storm([&] {
            const auto canary = world.folder / "canary";
            for (int i = 0; !over; i = (i + 1) % 30) {
                const auto name = fmt::format("folder{}", i);
                ::symlinkat(canary.c_str(), inner.number(), "link");
                ::renameat2(inner.number(), "link", inner.number(), name.c_str(), RENAME_EXCHANGE);
                ::renameat(inner.number(), "link", inner.number(), name.c_str());
                ::mkdirat(inner.number(), name.c_str(), 0700);
            }
        });
        EXPECT_TRUE(world.trash.take(world.root.number(), box));
        for (int i = 0; i < 300; ++i) {
            world.trash.step(20);
        }
        over = true;
        storm.join();
        world.trash.retry();
        world.removeAll();
        EXPECT_TRUE(world.isEmpty());
    }
    EXPECT_EQ(world.canary(), before);
}

} // namespace
} // namespace muster::agentd
