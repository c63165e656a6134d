// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "core/proto/states.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

namespace fs = std::filesystem;

std::int64_t nowMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch())
        .count();
}

struct Durability : World {
    void crash(Daemon& daemon) {
        daemon.process->signal(SIGKILL);
        ASSERT_EQ(daemon.process->wait(5s), 128 + SIGKILL);
    }

    // Process id and start time of the one container's first process, by runc's own record.
    static std::string runningContainer(const Daemon& daemon) {
        std::error_code error;
        std::string out;
        for (const auto& entry :
            fs::directory_iterator(daemon.workDir + "/containers/runc", error)) {
            const auto state = nlohmann::json::parse(
                fileText(entry.path().string() + "/state.json"), nullptr, false);
            if (state.is_object()) {
                out += state["init_process_pid"].dump() + " since "
                    + state["init_process_start"].dump() + "\n";
            }
        }
        return out;
    }

    static std::string integrity(const Daemon& daemon) {
        sqlite3* database = nullptr;
        std::string out;
        sqlite3_open_v2(
            (daemon.workDir + "/control.db").c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
        sqlite3_exec(
            database, "PRAGMA integrity_check",
            [](void* text, int, char** columns, char**) {
                *static_cast<std::string*>(text) += columns[0];
                return 0;
            },
            &out, nullptr);
        sqlite3_close(database);
        return out;
    }

    static const muster::v1::Job* find(const muster::v1::Rows& rows, const std::string& id) {
        for (const auto& job : rows.jobs()) {
            if (job.id() == id) {
                return &job;
            }
        }
        return nullptr;
    }
};

TEST_F(Durability, RunsEveryAcknowledgedJobAfterACrash) {
    auto& daemon = standalone();
    std::vector<std::string> jobs;
    {
        auto console = this->console(daemon);
        for (int i = 0; i < 5; ++i) {
            jobs.push_back(console.submit("job-" + std::to_string(i),
                "touch " + m_base + "/shared/done-" + std::to_string(i), "cpus:0.1;mem:32;gpus:1",
                [](auto& request) { request.set_user("root"); }));
        }
        crash(daemon);
    }
    EXPECT_EQ(integrity(daemon), "ok");
    restart(daemon);
    auto console = this->console(daemon);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        SCOPED_TRACE(jobs[i]);
        muster::v1::Job row;
        EXPECT_TRUE(console.until([&] {
            const auto ended = console.ended();
            const auto* job = find(ended, jobs[i]);
            row = job != nullptr ? *job : console.job(jobs[i]);
            return job != nullptr;
        })) << row.ShortDebugString();
        EXPECT_EQ(proto::word(row.state()), "finished") << row.ShortDebugString();
        EXPECT_TRUE(fs::exists(m_base + "/shared/done-" + std::to_string(i)));
    }
    muster::v1::Request query;
    query.mutable_query_audit()->set_limit(100);
    const auto audit = console.ask(query).audit();
    for (const auto& job : jobs) {
        EXPECT_EQ(std::count_if(audit.rows().begin(), audit.rows().end(),
                      [&](const auto& row) {
                          return row.action() == "submit" && row.object() == job
                              && row.author() == "operator"
                              && row.detail().ends_with(", as user root");
                      }),
            1)
            << job;
    }
}

TEST_F(Durability, LetsARunningTaskOutliveACrashAndKeepsItsExitCode) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        job = console.submit("long",
            "while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done; exit 42",
            "cpus:0.1;mem:32;gpus:2");
        ASSERT_TRUE(console.jobIs(job, "running"));
    }
    const auto before = runningContainer(daemon);
    ASSERT_NE(before, "");
    crash(daemon);
    restart(daemon);
    EXPECT_EQ(runningContainer(daemon), before);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.jobIs(job, "running"));
    const auto task = console.job(job).task_id();
    for (const auto& gpu : console.tasks[task].gpus()) {
        EXPECT_TRUE(console.gpuIs(gpu, "allocated"));
    }
    EXPECT_EQ(console.tasks[task].gpus_size(), 2);

    writeText(m_base + "/shared/go", "");
    ASSERT_TRUE(console.until([&] { return find(console.ended(), job) != nullptr; }));
    const auto ended = console.ended();
    EXPECT_EQ(proto::word(find(ended, job)->state()), "failed");
    ASSERT_EQ(ended.tasks_size(), 1);
    EXPECT_EQ(ended.tasks(0).exit_code(), 42) << ended.tasks(0).ShortDebugString();
    EXPECT_EQ(integrity(daemon), "ok");
}

// Its registration names all of them, with all that they are to be: more than a call may have.
TEST_F(Durability, OfAnAgentWhoseTasksAreLargeOutlivesACrash) {
    auto& daemon = standalone();
    constexpr int kJobs = 6;
    std::vector<std::string> jobs;
    {
        auto console = this->console(daemon);
        for (int i = 0; i < kJobs; ++i) {
            jobs.push_back(console.submit("large",
                "while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done", "cpus:0.1;mem:32",
                [](muster::v1::SubmitJob& request) {
                    for (int variable = 0; variable < 8; ++variable) {
                        auto& added
                            = *request.mutable_command()->mutable_environment()->add_variables();
                        added.set_name("LARGE_" + std::to_string(variable));
                        added.set_value(std::string(110'000, 'x'));
                    }
                }));
        }
        for (const auto& job : jobs) {
            ASSERT_TRUE(console.jobIs(job, "running", 30s));
        }
    }
    crash(daemon);
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.until([&] {
        return std::ranges::any_of(console.agents,
            [](const auto& one) { return proto::word(one.second.state()) == "active"; });
    }));
    writeText(m_base + "/shared/go", "");
    for (const auto& job : jobs) {
        EXPECT_TRUE(console.until([&] {
            const auto ended = console.ended();
            const auto* row = find(ended, job);
            return row != nullptr && proto::word(row->state()) == "finished";
        })) << job;
    }
}

TEST_F(Durability, NoticesATaskThatEndedWhileTheDaemonWasDown) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        job = console.submit("short",
            "while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done; exit 9",
            "cpus:0.1;mem:32");
        ASSERT_TRUE(console.jobIs(job, "running"));
    }
    crash(daemon);
    writeText(m_base + "/shared/go", "");
    std::this_thread::sleep_for(500ms);
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.until([&] { return console.ended().tasks_size() == 1; }));
    EXPECT_EQ(console.ended().tasks(0).exit_code(), 9);
}

// Killed at any moment of submission, launch and end, round after round.
TEST_F(Durability, LosesNoAcknowledgedJobInAnyOfManyCrashes) {
    constexpr unsigned seed = 20160211;
    constexpr int rounds = 6;
    RecordProperty("seed", seed);
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    auto& daemon = standalone();
    std::set<std::string> acknowledged;
    for (int round = 0; round < rounds; ++round) {
        {
            auto console = this->console(daemon);
            for (int i = 0; i < 3; ++i) {
                acknowledged.insert(console.submit("job", "true", "cpus:0.1;mem:32;gpus:1"));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 250));
            crash(daemon);
        }
        EXPECT_EQ(integrity(daemon), "ok");
        restart(daemon);
    }
    ASSERT_EQ(acknowledged.size(), 3u * rounds) << "an id was given twice";
    auto console = this->console(daemon);
    std::map<std::string, std::string> states;
    EXPECT_TRUE(console.until(
        [&] {
            states.clear();
            const auto ended = console.ended();
            for (const auto& job : ended.jobs()) {
                states[job.id()] = std::string(proto::word(job.state()));
            }
            return states.size() == acknowledged.size();
        },
        15s));
    for (const auto& job : acknowledged) {
        EXPECT_EQ(states[job], "finished") << job << " " << console.job(job).ShortDebugString();
    }
    EXPECT_TRUE(console.until([&] {
        return std::all_of(console.gpus.begin(), console.gpus.end(),
            [](const auto& gpu) { return proto::word(gpu.second.state()) == "free"; });
    }));
}

struct SplitDurability : Durability {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        m_agent = &agent(*m_master, {"--simulate=m60x4"});
    }
    std::string startLongJob() {
        auto console = this->console(*m_master);
        const auto job = console.submit("long",
            "while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done; exit 42",
            "cpus:0.1;mem:32;gpus:1");
        EXPECT_TRUE(console.jobIs(job, "running"));
        return job;
    }
    // The same container runs it, and its exit code is known.
    void expectItRunsOn(const std::string& job, const std::string& container) {
        auto console = this->console(*m_master);
        ASSERT_TRUE(console.jobIs(job, "running"));
        ASSERT_TRUE(console.until([&] {
            return !console.agents.empty()
                && proto::word(console.agents.begin()->second.state()) == "active";
        }));
        EXPECT_EQ(console.agents.size(), 1u);
        EXPECT_EQ(runningContainer(*m_agent), container);
        writeText(m_base + "/shared/go", "");
        ASSERT_TRUE(console.until([&] { return console.ended().tasks_size() == 1; }));
        EXPECT_EQ(console.ended().tasks(0).exit_code(), 42);
        EXPECT_TRUE(console.jobIs(job, "failed"));
    }

    Daemon* m_master = nullptr;
    Daemon* m_agent = nullptr;
};

TEST_F(SplitDurability, ATaskRunsOnWhileTheMasterIsDown) {
    const auto job = startLongJob();
    const auto container = runningContainer(*m_agent);
    crash(*m_master);
    restart(*m_master);
    expectItRunsOn(job, container);
}

TEST_F(SplitDurability, ATaskRunsOnWhileItsAgentIsDown) {
    const auto job = startLongJob();
    const auto container = runningContainer(*m_agent);
    crash(*m_agent);
    restart(*m_agent);
    expectItRunsOn(job, container);
}

TEST_F(SplitDurability, ATaskThatEndsWhileTheMasterIsDownIsReportedToTheNextOne) {
    startLongJob();
    crash(*m_master);
    writeText(m_base + "/shared/go", "");
    std::this_thread::sleep_for(300ms);
    restart(*m_master);
    auto console = this->console(*m_master);
    ASSERT_TRUE(console.until([&] { return console.ended().tasks_size() == 1; }));
    EXPECT_EQ(console.ended().tasks(0).exit_code(), 42);
}

TEST_F(Durability, KeepsTelemetryOverARestart) {
    auto& daemon = standalone({"--simulate=m60x4", "--sample_interval=200ms"});
    const auto begin = nowMs() - 1000;
    std::this_thread::sleep_for(2s);
    daemon.process->signal(SIGTERM);
    ASSERT_EQ(daemon.process->wait(5s), 0);
    const auto middle = nowMs();
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.until([&] { return console.gpus.size() == 4; }));
    muster::v1::Request query;
    auto& history = *query.mutable_query_history();
    for (const auto& [uuid, gpu] : console.gpus) {
        history.add_gpus(uuid);
    }
    history.set_metric(0);
    history.set_from_ms(begin);
    history.set_to_ms(middle);
    history.set_max_points(1000);
    const auto reply = console.ask(query);
    ASSERT_FALSE(reply.has_error()) << reply.error().message();
    ASSERT_EQ(reply.history().series_size(), 4);
    for (const auto& series : reply.history().series()) {
        ASSERT_GE(series.points_size(), 2) << series.gpu();
        EXPECT_LE(series.points(0).at_ms(), middle);
    }
}

} // namespace
} // namespace muster::e2e
