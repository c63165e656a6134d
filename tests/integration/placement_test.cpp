// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/proto/states.h"
#include "tests/support/bundle.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct Placement : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        agent(*m_master, {"--simulate=m60x4", "--attributes=gpu:M60"}, "m60");
        agent(*m_master, {"--simulate=h100x8", "--attributes=gpu:H100"}, "h100");
        agent(*m_master, {"--simulate=k40x1", "--attributes=gpu:K40"}, "k40");
    }

    static std::string hostOf(Console& console, const std::string& job) {
        return console.agents[console.job(job).agent_id()].hostname();
    }

    Daemon* m_master = nullptr;
};

TEST_F(Placement, PutsALinkedJobOnTheLinkedMachine) {
    auto console = this->console(*m_master);
    const auto job = console.submit("linked", "sleep 600", "cpus:0.5;mem:64;gpus:8",
        [](auto& request) { request.set_linked(true); });
    ASSERT_TRUE(console.jobIs(job, "running"));
    EXPECT_EQ(hostOf(console, job), "h100");
    EXPECT_EQ(console.tasks[console.job(job).task_id()].gpus_size(), 8);
}

TEST_F(Placement, PutsAJobOnTheMachineThatItsConstraintNames) {
    auto console = this->console(*m_master);
    const auto job
        = console.submit("k40-only", "sleep 600", "cpus:0.5;mem:64;gpus:1", [](auto& request) {
              auto& constraint = *request.add_constraints();
              constraint.set_attribute("gpu");
              constraint.set_value("K40");
          });
    ASSERT_TRUE(console.jobIs(job, "running"));
    EXPECT_EQ(hostOf(console, job), "k40");
}

TEST_F(Placement, QueuesTheFourteenthJobUntilAGpuIsFree) {
    auto console = this->console(*m_master);
    ASSERT_EQ(console.gpus.size(), 13u);
    std::vector<std::string> jobs;
    for (int i = 0; i < 14; ++i) {
        jobs.push_back(
            console.submit("one-" + std::to_string(i), "exec sleep 600", "cpus:0.1;mem:32;gpus:1"));
    }
    const auto last = jobs.back();
    jobs.pop_back();
    for (const auto& job : jobs) {
        ASSERT_TRUE(console.jobIs(job, "running", 20s));
    }
    EXPECT_TRUE(console.until([&] { return !console.job(last).wait_text().empty(); }));
    EXPECT_EQ(proto::word(console.job(last).state()), "queued");
    EXPECT_NE(console.job(last).wait_reason(), muster::v1::Job::NO_WAIT_REASON)
        << console.job(last).ShortDebugString();
    std::set<std::string> held;
    for (const auto& [id, task] : console.tasks) {
        held.insert(task.gpus().begin(), task.gpus().end());
    }
    EXPECT_EQ(held.size(), 13u);

    muster::v1::Request kill;
    kill.mutable_kill_job()->set_job_id(jobs.front());
    EXPECT_FALSE(console.ask(kill).has_error());
    EXPECT_TRUE(console.jobIs(last, "running"));
    EXPECT_EQ(console.problems, 0u);
}

TEST_F(Placement, ExplainsWhyAJobWaitsAndWhatWouldLetItStart) {
    auto console = this->console(*m_master);
    const auto holder = console.submit("holder", "exec sleep 600", "cpus:0.1;mem:32;gpus:7");
    ASSERT_TRUE(console.jobIs(holder, "running"));
    EXPECT_EQ(hostOf(console, holder), "h100");
    const auto waiting = console.submit("waiting", "true", "cpus:0.1;mem:32;gpus:6");
    muster::v1::Request ask;
    ask.mutable_explain()->set_job_id("waiting");
    muster::v1::Explanation found;
    EXPECT_TRUE(console.until([&] {
        found = console.ask(ask).explanation();
        return proto::word(found.reason()) == "Gpus" && found.machines_size() == 3;
    })) << found.ShortDebugString();
    EXPECT_EQ(
        found.sentence(), "Needs 6 GPUs: 1 node qualifies, but at most 1 is free, on h100");
    EXPECT_EQ(found.machines(0).hostname(), "h100");
    EXPECT_EQ(found.machines(0).findings(1).found(), "1 of 8 free");
    ASSERT_EQ(found.would_start_size(), 2);
    EXPECT_TRUE(
        found.would_start(0).starts_with("on h100, when 5 more GPUs are free; held by holder"))
        << found.would_start(0);
    EXPECT_EQ(found.would_start(1), "on m60, with 4 GPUs");

    muster::v1::Request check;
    auto& job = *check.mutable_explain()->mutable_job();
    job.set_name("checked");
    job.mutable_command()->set_value("true");
    *job.mutable_resources() = test::bundle("cpus:0.1;mem:32;gpus:2");
    ASSERT_TRUE(console.until([&] { return console.jobs.contains(waiting); }));
    EXPECT_EQ(console.ask(check).explanation().serves(), "m60");
    EXPECT_EQ(console.jobs.size(), 2u) << "a check submits nothing";
    *job.mutable_resources() = test::bundle("cpus:0.1;mem:32;gpus:0.5");
    EXPECT_EQ(console.ask(check).error().kind(), muster::v1::Error::INVALID);
    ask.mutable_explain()->set_job_id("nobody");
    EXPECT_EQ(console.ask(ask).error().message(), "No job 'nobody': see 'muster jobs'");
}

} // namespace
} // namespace muster::e2e
