// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Nodes that cannot do what they promised: no job fails for it, and everybody is told.
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "core/proto/states.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct Trouble : World {
    // A runtime that fails while a file is there.
    std::string brittleRunc() const {
        const auto path = m_base + "/runc";
        std::ofstream(path)
            << "#!/bin/sh\n[ ! -e " << broken()
            << " ] || { echo out of order >&2; exit 1; }\nexec /usr/sbin/runc \"$@\"\n";
        ::chmod(path.c_str(), 0755);
        return path;
    }
    std::string broken() const { return m_base + "/broken"; }
    std::string scenario(const std::string& name, const std::string& more) const {
        const auto path = m_base + "/" + name + ".json";
        std::ofstream(path)
            << R"({"driver": "390.30", "nvml": "9.390.30", "cuda": 9010, "seed": 7, )" << more
            << R"("gpus": [{"model": "Tesla M60", "bus": "0000:04:00.0", "memoryMiB": 7613},)"
            << R"({"model": "Tesla M60", "bus": "0000:05:00.0", "memoryMiB": 7613}]})";
        return path;
    }
    static bool alerts(Console& console, const std::string& rule, bool lit = true) {
        return console.until(
            [&] {
                for (const auto& [id, alert] : console.alerts) {
                    if (proto::word(alert.rule()) == rule) {
                        return lit;
                    }
                }
                return !lit;
            },
            30s);
    }
};

TEST_F(Trouble, ABrokenRuntimeOnOneOfTwoNodesFailsNoJob) {
    auto& cluster = master();
    agent(cluster, {"--simulate=m60x4", "--runc=" + brittleRunc()}, "bad");
    agent(cluster, {"--simulate=m60x4"}, "good");
    std::ofstream(broken()) << "";
    auto console = this->console(cluster);
    std::vector<std::string> jobs;
    for (int i = 0; i < 40; ++i) {
        jobs.push_back(console.submit("j", "true", "cpus:0.1;mem:32"));
    }
    for (const auto& job : jobs) {
        ASSERT_TRUE(console.jobIs(job, "finished", 60s)) << console.job(job).ShortDebugString();
    }
    ASSERT_TRUE(alerts(console, "node-cannot-launch"));
    std::filesystem::remove(broken());
    EXPECT_TRUE(alerts(console, "node-cannot-launch", false)) << "it comes back by itself";
}

TEST_F(Trouble, GpusThatComeLateAreUsedWithoutARestart) {
    const auto path = scenario("late", R"("calls": {"nvmlInit_v2": {"error": 999}}, )");
    auto& daemon = standalone({"--simulate=" + path, "--sample_interval=100ms"});
    auto console = this->console(daemon);
    EXPECT_TRUE(alerts(console, "driver-broken"));
    const auto job = console.submit("g", "true", "cpus:0.1;mem:32;gpus:2");
    scenario("late", "");
    EXPECT_TRUE(console.jobIs(job, "finished", 30s)) << console.job(job).ShortDebugString();
    EXPECT_TRUE(alerts(console, "driver-broken", false));
}

TEST_F(Trouble, TwoAgentsWithOneGpuUseItOnce) {
    auto& cluster = master();
    const auto path = m_base + "/one.json";
    std::ofstream(path)
        << R"({"driver": "390.30", "nvml": "9.390.30", "cuda": 9010, "seed": 7, "gpus": [{"model": )"
        << R"("Tesla M60", "bus": "0000:04:00.0", "memoryMiB": 7613, "uuid": "GPU-only"}]})";
    agent(cluster, {"--simulate=" + path}, "first");
    agent(cluster, {"--simulate=" + path}, "second");
    auto console = this->console(cluster);
    ASSERT_TRUE(alerts(console, "gpu-claimed-twice"));
    const auto one = console.submit("one", "sleep 600", "cpus:0.1;mem:32;gpus:1");
    ASSERT_TRUE(console.jobIs(one, "running"));
    const auto two = console.submit("two", "true", "cpus:0.1;mem:32;gpus:1");
    EXPECT_FALSE(
        console.until([&] { return proto::word(console.job(two).state()) == "finished"; }, 2s));
    EXPECT_EQ(proto::word(console.job(two).state()), "queued");
}

TEST_F(Trouble, TwoSimulatedMachinesHaveGpusOfTheirOwn) {
    auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"}, "one");
    agent(cluster, {"--simulate=m60x4"}, "two");
    auto console = this->console(cluster);
    EXPECT_TRUE(console.until([&] { return console.gpus.size() == 8; }));
}

TEST_F(Trouble, AGpuThatOthersUseIsNotGivenAway) {
    auto& daemon = standalone({"--simulate=h100x8", "--no-offer_occupied_gpus"});
    auto console = this->console(daemon);
    ASSERT_TRUE(alerts(console, "gpu-occupied"));
    EXPECT_TRUE(console.until([&] {
        return std::any_of(console.gpus.begin(), console.gpus.end(),
            [](const auto& gpu) { return proto::word(gpu.second.state()) == "occupied"; });
    }));
}

TEST_F(Trouble, DeviceRulesAreRepairedWithinFiveSecondsAndTold) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto job = console.submit("long", "sleep 600." + std::to_string(::getpid()),
        "cpus:0.1;mem:32;gpus:1"); // the only one of its kind on this machine
    ASSERT_TRUE(console.jobIs(job, "running"));
    std::string folder;
    for (const auto& entry : std::filesystem::directory_iterator("/sys/fs/cgroup/devices/muster")) {
        std::ifstream procs(entry.path() / "cgroup.procs");
        for (std::string pid; std::getline(procs, pid);) {
            const auto words = fileText("/proc/" + pid + "/cmdline");
            folder = words.find("600." + std::to_string(::getpid())) == std::string::npos
                ? folder
                : entry.path().string();
        }
    }
    if (folder.empty()) {
        GTEST_SKIP() << "no control groups of version 1 here";
    }
    std::ofstream(folder + "/devices.allow") << "c 195:3 rwm" << std::flush;
    EXPECT_TRUE(console.until(
        [&] {
            std::ifstream in(folder + "/devices.list");
            const std::string rules((std::istreambuf_iterator<char>(in)), {});
            return rules.find("195:3 ") == std::string::npos;
        },
        5s));
    EXPECT_TRUE(alerts(console, "device-rules-changed"));
}

} // namespace
} // namespace muster::e2e
