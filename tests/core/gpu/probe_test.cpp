// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The real muster-nvml on the simulator.
#include "core/gpu/probe.h"

#include <csignal>

#include <sys/wait.h>

#include "tests/core/gpu/machine.h"

namespace muster::gpu {
namespace {

TEST(Probe, DiscoversAndSamplesThroughTheChild) {
    Probe probe(optionsFor("h100x8"));
    EXPECT_EQ(probe.fd(), -1);
    const auto found = discoveryOf(ask(probe, Request::Discover));
    ASSERT_EQ(found.gpus.size(), 8U);
    EXPECT_EQ(found.cudaVersion, "12.4");
    const auto sample = sampleOf(ask(probe, Request::SampleSlow));
    EXPECT_TRUE(sample.slow);
    ASSERT_EQ(sample.gpus.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(sample.gpus[i].uuid, found.gpus[i].uuid);
    }
    EXPECT_EQ(sample.gpus[0].processes.at(0).name, "python3");
}

TEST(Probe, SamplesMoveAndStayInRange) {
    Probe probe(optionsFor("m60x4"));
    const auto found = discoveryOf(ask(probe, Request::Discover));
    std::set<MetricValue> powers;
    for (int i = 0; i < 20; ++i) {
        for (const auto& gpu : sampleOf(ask(probe, Request::SampleFast)).gpus) {
            EXPECT_GE(valueOf(gpu, Metric::GpuUtilization), 0);
            EXPECT_LE(valueOf(gpu, Metric::GpuUtilization), 100);
            EXPECT_LE(valueOf(gpu, Metric::MemoryUsed), 7613);
            EXPECT_LE(valueOf(gpu, Metric::Power), 150000);
            EXPECT_GE(valueOf(gpu, Metric::Temperature), 20);
            EXPECT_LE(valueOf(gpu, Metric::Temperature), 90);
            powers.insert(valueOf(gpu, Metric::Power));
        }
        usleep(20000);
    }
    EXPECT_GT(powers.size(), 20U);
}

TEST(Probe, TakesOneRequestAtATime) {
    Probe probe(optionsFor("m60x4"));
    ASSERT_TRUE(probe.request(Request::Discover, uptime() + 5s));
    EXPECT_EQ(
        probe.request(Request::SampleFast, uptime() + 5s).error().kind, Error::Kind::Conflict);
}

TEST(Probe, StartsAnewAfterItsChildWasKilled) {
    Probe probe(optionsFor("m60x4"));
    sampleOf(ask(probe, Request::SampleFast));
    const pid_t first = probe.pid();
    ASSERT_EQ(kill(first, SIGKILL), 0);
    const auto reply = ask(probe, Request::SampleFast);
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(probe.fd(), -1);

    const auto restart = probe.deadline();
    ASSERT_TRUE(restart);
    EXPECT_EQ(
        probe.request(Request::SampleFast, uptime() + 5s).error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(probe.onDeadline(*restart), std::nullopt);
    EXPECT_EQ(probe.generation(), 2U);
    EXPECT_NE(probe.pid(), first);
    EXPECT_EQ(sampleOf(ask(probe, Request::SampleFast)).gpus.size(), 4U);
    // Its socket closes a little before the kernel lets its parent reap it.
    const auto reaped = [&] {
        siginfo_t ended{};
        return waitid(P_PID, static_cast<id_t>(first), &ended, WEXITED | WNOHANG | WNOWAIT) == -1;
    };
    for (const auto until = uptime() + 10s; !reaped() && uptime() < until;) {
        sampleOf(ask(probe, Request::SampleFast));
    }
    EXPECT_TRUE(reaped()) << "the dead child was not reaped";
}

TEST(Probe, BacksOffTwiceAsLongEachTimeUpToAMinute) {
    const Machine machine(boards(1, R"("calls": {"nvmlDeviceGetCount_v2": {"hang": true}}, )"));
    Probe probe(machine.options());
    Uptime now{};
    for (const auto wait : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s}) {
        ASSERT_TRUE(probe.request(Request::Discover, now + 1s));
        const auto reply = probe.onDeadline(now + 1s);
        ASSERT_TRUE(reply);
        EXPECT_EQ(reply->error().kind, Error::Kind::Timeout);
        EXPECT_EQ(probe.deadline(), now + 1s + wait);
        now = *probe.deadline();
        EXPECT_EQ(probe.onDeadline(now - 1us), std::nullopt);
        EXPECT_EQ(probe.pid(), -1);
        EXPECT_EQ(probe.onDeadline(now), std::nullopt);
        EXPECT_GT(probe.pid(), 0);
    }
}

TEST(Probe, AProvenChildStartsTheBackOffAnew) {
    const Machine machine(
        boards(1, R"("calls": {"nvmlDeviceGetTemperature": {"latencyUs": 100000}}, )"));
    Probe probe(machine.options());
    Uptime now{};
    const auto answered = [&] {
        EXPECT_TRUE(probe.request(Request::SampleFast, now + 1s));
        pollfd event{probe.fd(), POLLIN, 0};
        poll(&event, 1, 5000);
        return probe.onReadable(now).has_value();
    };
    const auto late = [&] {
        EXPECT_TRUE(probe.request(Request::SampleFast, now));
        EXPECT_TRUE(probe.onDeadline(now));
        const auto wait = *probe.deadline() - now;
        now = *probe.deadline();
        probe.onDeadline(now);
        return wait;
    };
    EXPECT_EQ(late(), 1s);
    EXPECT_EQ(late(), 2s);
    ASSERT_TRUE(answered());
    now += 59s;
    EXPECT_EQ(late(), 4s);
    ASSERT_TRUE(answered());
    now += 60s;
    EXPECT_EQ(late(), 1s);
}

TEST(Probe, AProgramThatIsNotThereIsAnError) {
    Probe probe({"/nowhere/muster-nvml", kSimulator, {}});
    EXPECT_FALSE(probe.request(Request::Discover, uptime() + 1s));
}

TEST(Probe, AProgramThatTalksNonsenseIsKilled) {
    Probe probe({"/bin/echo", "this is no frame", {}});
    const auto reply = ask(probe, Request::Discover);
    ASSERT_FALSE(reply);
    EXPECT_EQ(probe.pid(), -1);
}

TEST(Probe, ItsEndIsTheEndOfTheChild) {
    pid_t pid = -1;
    {
        Probe probe(optionsFor("m60x4"));
        ask(probe, Request::Discover);
        pid = probe.pid();
    }
    EXPECT_EQ(kill(pid, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST(Probe, AReplyThatWasThereInTimeIsNotLate) {
    Probe probe(optionsFor("m60x4"));
    ASSERT_TRUE(probe.request(Request::Discover, Uptime(1s)));
    pollfd event{probe.fd(), POLLIN, 0};
    ASSERT_EQ(poll(&event, 1, 5000), 1);
    const auto reply = probe.onDeadline(Uptime(10s));
    ASSERT_TRUE(reply);
    EXPECT_EQ(discoveryOf(*reply).gpus.size(), 4U);
    EXPECT_GT(probe.pid(), 0);
}

bool isGone(pid_t pid) {
    std::string word;
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    stat >> word >> word >> word;
    return word.empty() || word == "Z";
}

TEST(Probe, ItsChildDiesWithUsEvenWhileItHangs) {
    const Machine machine(boards(1, R"("calls": {"nvmlDeviceGetCount_v2": {"hang": true}}, )"));
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t agent = fork();
    if (agent == 0) {
        Probe probe(machine.options());
        static_cast<void>(probe.request(Request::Discover, uptime() + 60s));
        usleep(100000); // it has come to its first line by now, and to the hang
        const pid_t pid = probe.pid();
        static_cast<void>(::write(pipe[1], &pid, sizeof(pid)));
        pause();
    }
    pid_t pid = -1;
    ASSERT_EQ(read(pipe[0], &pid, sizeof(pid)), static_cast<ssize_t>(sizeof(pid)));
    EXPECT_FALSE(isGone(pid));
    kill(agent, SIGKILL);
    waitpid(agent, nullptr, 0);
    for (int i = 0; i < 200 && !isGone(pid); ++i) {
        usleep(10000);
    }
    EXPECT_TRUE(isGone(pid));
    close(pipe[0]);
    close(pipe[1]);
}

TEST(Discover, BlocksUntilTheAnswerAndNoLonger) {
    EXPECT_EQ(discover(optionsFor("m60x4"), 5s)->gpus.size(), 4U);

    const Machine machine(boards(1, R"("calls": {"nvmlInit_v2": {"hang": true}}, )"));
    const auto before = std::chrono::steady_clock::now();
    const auto late = discover(machine.options(), 200ms);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, Error::Kind::Timeout);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 2s);
}

TEST(Discover, GivesTheReasonOfTheChild) {
    const auto none = discover({kProgram, "/nowhere/libnvidia-ml.so.1", {}}, 5s);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, Error::Kind::NotFound);
}

} // namespace
} // namespace muster::gpu
