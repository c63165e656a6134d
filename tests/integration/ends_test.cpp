// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Why a task ended, as operators are told it, while frameworks are told what Mesos says.
#include <csignal>

#include "core/proto/states.h"
#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct Ends : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        m_agent = &agent(*m_master, {"--simulate=m60x4"});
    }

    std::vector<std::string> muster(Flags words) {
        words.push_back("--master=127.0.0.1:" + std::to_string(m_master->port));
        words.push_back("--token_file=" + m_master->workDir + "/token");
        const auto process = command(std::move(words));
        const auto status = process->wait(20s);
        return {std::to_string(status.value_or(-1)), process->out(), process->err()};
    }
    void crash(Daemon& daemon) {
        daemon.process->signal(SIGKILL);
        ASSERT_EQ(daemon.process->wait(5s), 128 + SIGKILL);
    }
    // Of the job and of its task.
    static std::string why(Console& console, const std::string& job) {
        const auto task = console.tasks.find(console.job(job).task_id());
        const auto of = task == console.tasks.end() ? "no task" : task->second.why();
        return of == console.job(job).why() ? of : of + " / " + console.job(job).why();
    }

    Daemon* m_master = nullptr;
    Daemon* m_agent = nullptr;
};

TEST_F(Ends, OfJobsAreSaidExactlyAndKept) {
    auto console = this->console(*m_master);
    const auto seven = console.submit("seven", "exit 7", "cpus:0.1;mem:32");
    const auto signal = console.submit("signal", "kill -SEGV $$", "cpus:0.1;mem:32");
    const auto memory = console.submit("memory", "exec tail /dev/zero", "cpus:0.1;mem:48");
    const auto missing = console.submit("missing", "", "cpus:0.1;mem:32", [](auto& job) {
        job.mutable_command()->set_shell(false);
        job.mutable_command()->set_value("/no/such/program");
    });
    for (const auto& job : {seven, signal, memory, missing}) {
        EXPECT_TRUE(console.jobIs(job, "failed", 20s)) << job;
    }
    const auto settled = [&] {
        return why(console, memory).find(" / ") == std::string::npos
            && why(console, memory) != "no task";
    };
    EXPECT_TRUE(console.until(settled)) << why(console, memory);
    EXPECT_EQ(why(console, seven), "Command exited with status 7");
    EXPECT_EQ(why(console, signal), "Command terminated with signal Segmentation fault");
    const auto said = why(console, memory);
    EXPECT_TRUE(said.starts_with("memory limit 48 MiB exceeded")) << said;
    EXPECT_EQ(console.job(memory).message(), "Memory limit exceeded: Requested: 48MB")
        << "as Mesos says it";
    EXPECT_FALSE(why(console, missing).empty());

    crash(*m_master);
    restart(*m_master);
    auto again = this->console(*m_master);
    const auto rows = again.ended();
    std::map<std::string, std::string> kept;
    for (const auto& job : rows.jobs()) {
        kept[job.id()] = job.why();
    }
    EXPECT_EQ(kept[seven], "Command exited with status 7");
    EXPECT_EQ(kept[memory], said);
    const auto list = muster({"jobs", "--all"});
    EXPECT_NE(list[1].find(said), std::string::npos) << list[1] << list[2];
    EXPECT_NE(muster({"tasks", "--all"})[1].find(said), std::string::npos);
}

// The command to kill is older than both daemons that tell of it.
TEST_F(Ends, ByAnOperatorNameHimOverCrashesOfBothDaemons) {
    std::string job;
    {
        auto console = this->console(*m_master);
        job = console.submit("stubborn",
            "trap 'sleep 2; exit 0' TERM; echo ready; while :; do sleep 0.1; done",
            "cpus:0.1;mem:32");
        ASSERT_TRUE(console.jobIs(job, "running", 20s));
        const auto out = [&] { return fileText(sandboxFile(*m_agent, job + ".1", "stdout")); };
        ASSERT_TRUE(eventually([&] { return out() == "ready\n"; }, 15s));
        const auto killed = muster({"kill", job, "--yes", "--reason=wrong data"});
        ASSERT_EQ(killed[0], "0") << killed[2];
        const auto dying
            = [&] { return console.tasks[job + ".1"].killed_by().reason() == "wrong data"; };
        EXPECT_TRUE(console.until(dying)) << "already while it ends";
    }
    crash(*m_agent);
    crash(*m_master);
    restart(*m_master);
    restart(*m_agent);
    auto console = this->console(*m_master);
    const auto endedRow = [&]() -> std::optional<muster::v1::Job> {
        const auto rows = console.ended();
        for (const auto& row : rows.jobs()) {
            if (row.id() == job) {
                return row;
            }
        }
        return std::nullopt;
    };
    ASSERT_TRUE(eventually([&] { return endedRow().has_value(); }, 20s));
    const auto row = *endedRow();
    EXPECT_EQ(proto::word(row.state()), "killed");
    EXPECT_TRUE(row.why().starts_with("killed by root@")) << row.why();
    EXPECT_TRUE(row.why().ends_with(": wrong data")) << row.why();
    const auto rows = console.ended();
    for (const auto& task : rows.tasks()) {
        if (task.id() == row.task_id()) {
            EXPECT_EQ(task.why(), row.why());
            EXPECT_TRUE(task.message().starts_with("Command ")) << task.message();
        }
    }
    EXPECT_NE(muster({"jobs", "--all"})[1].find(row.why()), std::string::npos);
}

TEST_F(Ends, OfFrameworksTasksKeepTheTextsOfMesos) {
    auto console = this->console(*m_master);
    Framework framework(m_master->port, m_master->token());
    const auto offer = framework.offer(0);
    ASSERT_TRUE(offer);
    auto limited = task(*offer, "limited", "exec sleep 600");
    limited.mutable_max_completion_time()->set_nanoseconds(300'000'000);
    framework.launch(*offer,
        {limited, task(*offer, "own", "exec sleep 600"), task(*offer, "ours", "exec sleep 600")});
    ASSERT_TRUE(framework.is("limited", mesos::v1::TASK_FAILED, 15s));
    ASSERT_TRUE(framework.is("own", mesos::v1::TASK_RUNNING, 15s));
    framework.kill("own");
    ASSERT_TRUE(framework.is("own", mesos::v1::TASK_KILLED, 15s));
    ASSERT_TRUE(framework.is("ours", mesos::v1::TASK_RUNNING, 15s));
    const auto killed = muster({"kill", "ours", "--yes", "--reason=needed elsewhere"});
    ASSERT_EQ(killed[0], "0") << killed[2];
    ASSERT_TRUE(framework.is("ours", mesos::v1::TASK_KILLED, 15s));

    const auto whyOf = [&](const std::string& id) {
        console.until([&] { return !console.tasks[id].why().empty(); });
        return console.tasks[id].why();
    };
    EXPECT_EQ(whyOf("limited"), "killed by muster: time limit of 300ms reached");
    EXPECT_EQ(whyOf("own"), "killed by framework test");
    EXPECT_TRUE(whyOf("ours").starts_with("killed by root@")) << whyOf("ours");
    EXPECT_TRUE(whyOf("ours").ends_with(": needed elsewhere")) << whyOf("ours");
    for (const auto* id : {"limited", "own", "ours"}) {
        const auto last = framework.statuses(id).back();
        EXPECT_EQ(last.message().find("Command terminated with signal "), 0u) << last.message();
        EXPECT_EQ(last.ShortDebugString().find("needed"), std::string::npos);
    }
}

} // namespace
} // namespace muster::e2e
