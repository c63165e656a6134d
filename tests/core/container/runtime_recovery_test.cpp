// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The agent dies by SIGKILL at any time: here a child process plays it.
#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>

#include "tests/core/container/world.h"

namespace muster::container {
namespace {

class Recovery : public World {
protected:
    // An agent that does `work`, says so, and is then killed.
    template <typename Work>
    void agentThatDiesAfter(Work work) {
        int ends[2] = {-1, -1};
        ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
        const pid_t agent = fork();
        if (agent == 0) {
            auto runtime = Runtime::open(options());
            const char done = runtime && work(**runtime) ? 'y' : 'n';
            [[maybe_unused]] const auto written = write(ends[1], &done, 1);
            for (;;)
                pause();
        }
        close(ends[1]);
        char done = 0;
        EXPECT_EQ(read(ends[0], &done, 1), 1);
        close(ends[0]);
        kill(agent, SIGKILL);
        waitpid(agent, nullptr, 0);
        EXPECT_EQ(done, 'y');
        reopen();
    }

    // An agent that is killed `delay` after it began to launch.
    void agentThatDiesDuringLaunch(const ContainerSpec& spec, std::chrono::microseconds delay) {
        const pid_t agent = fork();
        if (agent == 0) {
            if (auto runtime = Runtime::open(options()))
                (void)(*runtime)->launch(spec);
            for (;;)
                pause();
        }
        std::this_thread::sleep_for(delay);
        kill(agent, SIGKILL);
        waitpid(agent, nullptr, 0);
        reopen();
    }
};

TEST_F(Recovery, FindsARunningTaskAndItsExactExitCode) {
    auto task = shell("survivor",
        fmt::format("echo ready; while [ ! -e {}/go ]; do sleep 0.02; done; exit 42", m_base));
    task.gpuMinors = {1, 2};
    agentThatDiesAfter([&](Runtime& runtime) { return runtime.launch(task).has_value(); });
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    ASSERT_EQ(recovered->size(), 1U);
    EXPECT_EQ(recovered->front().record.id, task.id);
    EXPECT_EQ(recovered->front().record.gpuMinors, task.gpuMinors);
    EXPECT_EQ(recovered->front().record.sandbox, task.sandbox);
    EXPECT_TRUE(openProcess(recovered->front().record.init));
    EXPECT_FALSE(recovered->front().exit);
    ASSERT_TRUE(writeFileAtomically(m_base + "/go", ""));
    EXPECT_EQ(waitFor(task.id), (Exit{task.id, 42, std::nullopt, false}));
}

TEST_F(Recovery, TakesAGpuThatWasJustGivenForNoChangeFromOutside) {
    if (readHostFacts({})->cgroupV2)
        GTEST_SKIP() << "cgroup v2 keeps a program that only the runtime can change";
    auto task = shell("grows", "sleep 1000");
    task.gpuMinors = {0};
    agentThatDiesAfter([&](Runtime& runtime) {
        return runtime.launch(task) && runtime.keepDeviceRules(task.id)
            && runtime.resize(task.id, {Milli::whole(1), {64 << 20}, {0, 2}});
    });
    const auto rules = m_runtime->deviceRules(task.id);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_EQ(rules->wanted.changeTo(rules->now).what, "");
    ASSERT_TRUE(m_runtime->keepDeviceRules(task.id));
    EXPECT_TRUE(m_runtime->deviceRules(task.id)->now == rules->now);
}

TEST_F(Recovery, KnowsHowTasksEndedWhileNoAgentLived) {
    const std::vector<std::pair<std::string, Exit>> ends{
        {"exit 0", {ContainerId{"a"}, 0, {}, false}}, {"exit 7", {ContainerId{"b"}, 7, {}, false}},
        {"exit 137", {ContainerId{"c"}, 137, {}, false}},
        {"kill -SEGV $$", {ContainerId{"d"}, {}, SIGSEGV, false}},
        {"kill -KILL $$", {ContainerId{"e"}, {}, SIGKILL, false}}};
    agentThatDiesAfter([&](Runtime& runtime) {
        return std::all_of(ends.begin(), ends.end(), [&](const auto& end) {
            return runtime.launch(shell(end.second.id.value, "sleep 0.2; " + end.first))
                .has_value();
        });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    ASSERT_EQ(recovered->size(), ends.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
        EXPECT_EQ((*recovered)[i].exit, ends[i].second);
    EXPECT_TRUE(m_runtime->takeExits().empty()) << "each end is told once";
}

TEST_F(Recovery, TellsOfAnExitOnceWhenItHappensDuringRecovery) {
    for (int round = 0; round < 5; ++round) {
        const auto task = shell("racer", fmt::format("sleep 0.0{}; exit 4", round));
        ASSERT_TRUE(m_runtime->launch(task));
        reopen();
        const auto recovered = m_runtime->recover();
        ASSERT_EQ(recovered->size(), 1U);
        const Exit exit = recovered->front().exit ? *recovered->front().exit : waitFor(task.id);
        EXPECT_EQ(exit.exitCode, 4);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_TRUE(m_runtime->takeExits().empty());
        ASSERT_TRUE(m_runtime->destroy(task.id));
        m_exits.clear();
    }
}

// Every moment of a launch, from before its first step to after its last.
TEST_F(Recovery, CleansUpAfterAnAgentThatDiedAtAnyMomentOfALaunch) {
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(m_runtime->launch(spec("whole", {"/bin/true"})));
    const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    ASSERT_TRUE(m_runtime->destroy(ContainerId{"whole"}));
    int recoveredRunning = 0;
    for (int step = 0; step <= 50; ++step) {
        const auto task = spec(fmt::format("half-{}", step), {"/bin/sleep", "1000"});
        agentThatDiesDuringLaunch(task, whole * step / 25);
        const auto recovered = m_runtime->recover();
        ASSERT_TRUE(recovered) << recovered.error().message;
        if (recovered->empty()) {
            EXPECT_TRUE(cgroup(task.id).members().empty()) << "step " << step;
            continue;
        }
        ++recoveredRunning;
        ASSERT_EQ(recovered->size(), 1U);
        EXPECT_FALSE(recovered->front().exit);
        EXPECT_EQ(m_runtime->destroy(task.id)->signal, SIGKILL);
    }
    EXPECT_GT(recoveredRunning, 0) << "the last steps lie after the launch";
    EXPECT_LT(recoveredRunning, 51) << "the first steps lie before it";
}

// Between releasing the init and removing the fifo that it waited at.
TEST_F(Recovery, KeepsATaskWhoseAgentDiedJustWhenItBegan) {
    const auto task = shell("began", "echo up; exec sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    const Bundle bundle(options().stateDirectory, options().mountPlace, task.id);
    ASSERT_EQ(mkfifo(bundle.startFifo().c_str(), 0600), 0);
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    ASSERT_EQ(recovered->size(), 1U);
    EXPECT_FALSE(recovered->front().exit);
    EXPECT_FALSE(bundle.isWaitingForStart());
    EXPECT_EQ(m_runtime->destroy(task.id)->signal, SIGKILL);
}

TEST_F(Recovery, DoesNotTakeAStrangersProcessForItsOwn) {
    const auto task = spec("reused", {"/bin/sleep", "1000"});
    ASSERT_TRUE(m_runtime->launch(task));
    const Bundle bundle(options().stateDirectory, options().mountPlace, task.id);
    auto record = *bundle.record();
    ASSERT_TRUE(cgroup(task.id).killAll(std::chrono::seconds(5)));
    waitForEnd(record.monitor, std::chrono::seconds(5));
    unlink(bundle.exitFile().c_str());
    record.init = {getpid(), 1}; // the number lives on in another process
    record.monitor = {getpid(), 1};
    ASSERT_TRUE(writeFileAtomically(bundle.file("record.json"), recordText(record)));
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_EQ(recovered->size(), 1U);
    ASSERT_TRUE(recovered->front().exit);
    EXPECT_FALSE(m_runtime->signal(task.id, SIGKILL, false));
}

// A process leaves its cgroup, its files closed, a moment before it is a zombie.
bool isGoneSoon(pid_t pid) {
    const auto process = findProcess(pid);
    return !process || waitForEnd(*process, std::chrono::seconds(1));
}

TEST_F(Recovery, FindsAndEndsWhatRunsOnWithoutItsStateDirectory) {
    auto task = spec("stray", {"/bin/sleep", "1000"});
    task.gpuMinors = {1, 2};
    ASSERT_TRUE(m_runtime->launch(task));
    const auto others = [this] {
        auto more = options();
        more.stateDirectory = m_base + "/other";
        return std::move(*Runtime::open(more));
    }();
    EXPECT_TRUE(others->strays().empty()) << "its files are there, whoever's it is";
    EXPECT_TRUE(m_runtime->strays().empty());

    const auto members = cgroup(task.id).members();
    const Bundle bundle(options().stateDirectory, options().mountPlace, task.id);
    const auto monitor = bundle.record()->monitor;
    std::filesystem::remove_all(options().stateDirectory);
    for (const auto* runtime : {others.get(), m_runtime.get()}) {
        const auto strays = runtime->strays();
        ASSERT_EQ(strays.size(), 1U);
        EXPECT_EQ(strays[0].id, task.id);
        EXPECT_EQ(strays[0].stateDirectory, options().stateDirectory);
        // v2 does not tell.
        EXPECT_EQ(strays[0].gpuMinors.value_or(task.gpuMinors), task.gpuMinors);
    }
    reopen(); // at the same place
    const auto strays = m_runtime->strays();
    ASSERT_EQ(strays.size(), 1U);
    const auto ended = m_runtime->endStray(strays[0]);
    EXPECT_TRUE(ended) << ended.error().message;
    for (const pid_t pid : members)
        EXPECT_TRUE(isGoneSoon(pid));
    EXPECT_TRUE(waitForEnd(monitor, std::chrono::seconds(1)));
    EXPECT_TRUE(m_runtime->strays().empty());
    EXPECT_TRUE(m_runtime->endStray(strays[0])) << "it may be repeated";
}

TEST_F(Recovery, DestroysAContainerWhoseFilesSomebodyRemoved) {
    const auto task = spec("bare", {"/bin/sleep", "1000"});
    ASSERT_TRUE(m_runtime->launch(task));
    const auto members = cgroup(task.id).members();
    std::filesystem::remove_all(
        Bundle(options().stateDirectory, options().mountPlace, task.id).directory());
    EXPECT_TRUE(m_runtime->destroy(task.id));
    for (const pid_t pid : members)
        EXPECT_TRUE(isGoneSoon(pid));
    EXPECT_EQ(m_runtime->destroy(task.id).error().kind, Error::Kind::NotFound);
}

TEST_F(Recovery, EndsWhatHasADamagedRecord) {
    for (const char* damage : {"", "{", "[]", R"({"id": "damaged", "init": {"pid": "x"}})"}) {
        const auto task = spec("damaged", {"/bin/sleep", "1000"});
        ASSERT_TRUE(m_runtime->launch(task));
        const auto members = cgroup(task.id).members();
        const Bundle bundle(options().stateDirectory, options().mountPlace, task.id);
        ASSERT_TRUE(writeFileAtomically(bundle.file("record.json"), damage));
        reopen();
        const auto recovered = m_runtime->recover();
        ASSERT_TRUE(recovered) << recovered.error().message;
        EXPECT_TRUE(recovered->empty());
        for (const pid_t pid : members)
            EXPECT_TRUE(isGoneSoon(pid)) << damage;
    }
}

} // namespace
} // namespace muster::container
