// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The agent is killed again and again while tasks with GPUs come and go (reliability: 0 lost, 0
// GPUs held twice, 0 leaked, 0 wrong causes). MUSTER_STORM_KILLS and MUSTER_STORM_SEED change how
// it blows.
#include <csignal>
#include <filesystem>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>

#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kKills = 200;
constexpr std::size_t kAlive = 6; // jobs that have not ended, on four GPUs

unsigned numberFrom(const char* name, unsigned fallback) {
    const char* text = std::getenv(name);
    return text != nullptr ? static_cast<unsigned>(std::stoul(text)) : fallback;
}

struct Storm : World {
    // Each job takes its GPU for itself while it runs, and says that it began and how it will end.
    void submit(Console& console) {
        const auto length = 50 + m_random() % 1500;
        const auto code = static_cast<int>(m_random() % 3);
        const auto script = fmt::format(
            "echo $MESOS_TASK_ID >> {0}/began; "
            "mkdir {0}/gpu-$NVIDIA_VISIBLE_DEVICES || echo $MESOS_TASK_ID >> {0}/double; "
            "sleep {1}.{2:03}; rmdir {0}/gpu-$NVIDIA_VISIBLE_DEVICES; "
            "echo $MESOS_TASK_ID {3} >> {0}/ended; exit {3}",
            shared(), length / 1000, length % 1000, code);
        const auto id = console.submit("storm", script, "cpus:0.1;mem:32;gpus:1");
        ASSERT_FALSE(id.empty());
        m_expected[id] = code;
    }
    std::string shared() const { return m_base + "/shared"; }
    std::vector<std::string> lines(const std::string& file) const {
        std::vector<std::string> out;
        std::istringstream text(fileText(shared() + '/' + file));
        for (std::string line; std::getline(text, line);) {
            out.push_back(line);
        }
        return out;
    }
    static bool hasEnded(const muster::v1::Job& job) {
        return job.state() == "finished" || job.state() == "failed" || job.state() == "killed";
    }
    std::size_t alive(Console& console) const {
        return static_cast<std::size_t>(std::count_if(m_expected.begin(), m_expected.end(),
            [&](const auto& one) { return !hasEnded(console.job(one.first)); }));
    }

    std::mt19937 m_random;
    std::map<std::string, int> m_expected; // exit code by job
};

TEST_F(Storm, OfKillsLosesNothingAndGivesNoGpuTwice) {
    const auto kills = numberFrom("MUSTER_STORM_KILLS", kKills);
    const auto seed = numberFrom("MUSTER_STORM_SEED", 4);
    std::cout << "seed " << seed << ", " << kills << " kills\n";
    m_random.seed(seed);
    const auto& cluster = master();
    auto& worker = agent(cluster, {"--simulate=m60x4"});
    auto view = console(cluster);
    for (unsigned kill = 0; kill < kills && !HasFatalFailure(); ++kill) {
        while (alive(view) < kAlive && !HasFatalFailure()) {
            submit(view);
        }
        const auto until = Patience(m_random() % 250);
        view.until([] { return false; }, until); // hears what happens
        worker.process->signal(SIGKILL);
        ASSERT_TRUE(worker.process->wait(5s));
        expectNoTaskRoots(fmt::format("without an agent, kill {}", kill));
        restart(worker);
    }
    EXPECT_TRUE(view.until([&] { return alive(view) == 0; }, 60s)) << alive(view) << " are left";

    for (const auto& [id, code] : m_expected) {
        const auto& job = view.job(id);
        EXPECT_EQ(job.message(), fmt::format("Command exited with status {}", code)) << id;
        EXPECT_EQ(job.state(), code == 0 ? "finished" : "failed") << id << ": " << job.message();
    }
    EXPECT_EQ(lines("double"), std::vector<std::string>());
    auto began = lines("began");
    const auto all = began.size();
    std::sort(began.begin(), began.end());
    began.erase(std::unique(began.begin(), began.end()), began.end());
    EXPECT_EQ(began.size(), all) << "a task ran twice";
    EXPECT_EQ(began.size(), m_expected.size()) << "one that had begun was taken for lost";
    EXPECT_EQ(lines("ended").size(), m_expected.size());
    EXPECT_TRUE(view.until(
        [&] {
            return std::all_of(view.gpus.begin(), view.gpus.end(),
                [](const auto& gpu) { return gpu.second.state() == "free"; });
        },
        20s));
    EXPECT_TRUE(fs::is_empty(worker.workDir + "/containers/containers"));
    std::cout << m_expected.size() << " jobs\n";
}

} // namespace
} // namespace muster::e2e
