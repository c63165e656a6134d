// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A work directory that deletes the host: "rm -rf" of one must never meet the host's files, whoever
// was killed when.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include "core/container/own_mounts.h"
#include "tests/core/container/world.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

TEST(TaskRoots, AreFurtherViewsOfTheRootAndImages) {
    const auto mounts = parseMountinfo("1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                       "2 1 8:1 / /w/mounts/a rw - ext4 /dev/sda1 rw\n"
                                       "3 1 0:50 / /w/mounts/b rw - overlay overlay rw\n"
                                       "4 1 8:1 /srv /w/sandboxes rw - ext4 /dev/sda1 rw\n"
                                       "5 1 8:2 / /w/images rw - ext4 /dev/sdb1 rw\n"
                                       "6 1 8:1 / /workshop rw - ext4 /dev/sda1 rw\n");
    EXPECT_EQ(
        taskRootsBelow(mounts, "/w"), (std::vector<std::string>{"/w/mounts/a", "/w/mounts/b"}))
        << "an operator's own mounts are not ours";
    EXPECT_TRUE(taskRootsBelow({}, "/w").empty());
}

class OwnMounts : public World {
protected:
    std::vector<std::string> below() const {
        std::vector<std::string> found;
        for (const auto& mount : mounts()) {
            if (mount.mountPoint.starts_with(m_base))
                found.push_back(mount.mountPoint);
        }
        return found;
    }
    void expectNone(const std::string& when) const {
        EXPECT_EQ(below(), std::vector<std::string>()) << when;
        const auto root = options().mountPlace + "/root";
        EXPECT_TRUE(!fs::exists(root) || fs::is_empty(root)) << when;
    }
};

TEST_F(OwnMounts, OfARunningContainerAreNotOnTheHost) {
    const auto task = shell("running", "echo up; exec sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    expectNone("while it runs");
    reopen();
    ASSERT_TRUE(m_runtime->recover());
    expectNone("after a restart of the agent");
    ASSERT_TRUE(m_runtime->destroy(task.id));
    expectNone("after its end");
}

TEST_F(OwnMounts, OfAnImageAreNotOnTheHost) {
    fs::create_directories(m_base + "/layer/bin");
    fs::create_directories(m_base + "/set");
    fs::copy_file("/bin/busybox", m_base + "/layer/bin/sh");
    const Fd set(open((m_base + "/set").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    auto task = shell("image", "echo up > /shown/file; echo up; exec sh -c 'while :; do :; done'");
    task.image = ImageRoot{.layers = {m_base + "/layer"},
        .mounts = {{m_base + "/set", "/shown", false, set.number()}}};
    const auto launched = m_runtime->launch(task);
    ASSERT_TRUE(launched) << launched.error().message;
    ASSERT_TRUE(waitForOutput(task, "up"));
    expectNone("while it runs");
    EXPECT_EQ(readFile(m_base + "/set/file").value_or(""), "up\n") << "the volume that was opened";
    ASSERT_TRUE(m_runtime->destroy(task.id));
}

TEST_F(OwnMounts, AreNoneAtAnyMomentOfALaunchThatIsKilled) {
    for (int step = 0; step <= 20; ++step) {
        const auto task = spec(fmt::format("step-{}", step), {"/bin/sleep", "1000"});
        const pid_t agent = fork();
        if (agent == 0) {
            if (auto runtime = Runtime::open(options()))
                (void)(*runtime)->launch(task);
            for (;;)
                pause();
        }
        std::this_thread::sleep_for(std::chrono::microseconds(2000 * step));
        kill(agent, SIGKILL);
        expectNone("just after the kill");
        waitpid(agent, nullptr, 0);
        expectNone("without an agent");
        reopen();
        for (const auto& one : m_runtime->recover().value_or(std::vector<Recovered>()))
            EXPECT_TRUE(m_runtime->destroy(one.record.id));
    }
}

// What the issue found: the agent is down, its tasks have ended, an operator removes its folder.
TEST_F(OwnMounts, LetTheWorkDirectoryBeRemovedWhileTasksRun) {
    const auto canary = m_base + "/canary";
    ASSERT_TRUE(writeFileAtomically(canary, "alive"));
    const auto task = shell("survivor", "echo up; exec sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    ASSERT_TRUE(below().empty()) << "nothing is removed below a mount";
    fs::remove_all(options().mountPlace);
    EXPECT_EQ(readFile(canary).value_or(""), "alive");
    EXPECT_TRUE(fs::exists("/bin/sh"));
    reopen();
    EXPECT_EQ(m_runtime->recover()->size(), 1U);
    EXPECT_EQ(outputOf(shell("another", "echo hello")), "hello\n");
    ASSERT_TRUE(m_runtime->destroy(task.id));
}

TEST_F(OwnMounts, OfAnEarlierAgentAreDroppedAtTheStart) {
    const auto place = options().mountPlace;
    const auto root = place + "/muster-1";
    const auto strange = m_work + "/sandboxes/view";
    fs::create_directory(root);
    fs::create_directory(strange);
    ASSERT_EQ(mount(place.c_str(), place.c_str(), nullptr, MS_BIND, nullptr), 0);
    ASSERT_TRUE(fs::exists(root));
    for (int i = 0; i < 2; ++i)
        ASSERT_EQ(mount("/", root.c_str(), nullptr, MS_BIND, nullptr), 0);
    ASSERT_EQ(mount("/", strange.c_str(), nullptr, MS_BIND, nullptr), 0);
    ASSERT_TRUE(fs::exists(root + "/bin/sh"));
    reopen();
    EXPECT_EQ(below(), std::vector<std::string>());
    EXPECT_FALSE(fs::exists(root + "/bin/sh"));
    fs::remove(root); // rmdir
}

TEST_F(OwnMounts, SayWhatFailedInThem) {
    auto task = shell("broken", "true");
    task.image = ImageRoot{.layers = {m_base + "/no-such-layer"}};
    const auto launched = m_runtime->launch(task);
    ASSERT_FALSE(launched);
    EXPECT_NE(launched.error().message.find("Failed to mount the image"), std::string::npos)
        << launched.error().message;
    expectNone("after a failed launch");
}

// Another process' mount that goes away between two steps of a launch.
TEST_F(OwnMounts, OfOthersMayVanishDuringALaunch) {
    const auto other = m_base + "/other";
    fs::create_directory(other);
    fs::create_directory(m_base + "/disk");
    std::atomic<bool> stop = false;
    std::thread flicker([&] {
        while (!stop) {
            mount((m_base + "/disk").c_str(), other.c_str(), nullptr, MS_BIND, nullptr);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            umount2(other.c_str(), MNT_DETACH);
        }
    });
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(outputOf(shell(fmt::format("flicker-{}", i), "echo hello")), "hello\n");
    stop = true;
    flicker.join();
}

} // namespace
} // namespace muster::container
