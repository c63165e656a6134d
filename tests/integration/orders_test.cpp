// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using muster::v1::Reply;
using muster::v1::Request;

// An operator drains and resumes a machine, holds and releases jobs.
struct Orders : World {
    static Reply drain(Console& console, const std::string& node, const std::string& reason) {
        Request request;
        request.mutable_drain_node()->set_agent(node);
        request.mutable_drain_node()->set_reason(reason);
        request.mutable_drain_node()->set_author("alice");
        request.mutable_drain_node()->set_max_grace_ms(1000);
        return console.ask(request);
    }
    static Reply resume(Console& console, const std::string& node) {
        Request request;
        request.mutable_reactivate_node()->set_agent(node);
        request.mutable_reactivate_node()->set_reason("new fan");
        return console.ask(request);
    }
    static Reply hold(Console& console, const std::string& job, const std::string& reason) {
        Request request;
        request.mutable_hold_job()->set_job_id(job);
        request.mutable_hold_job()->set_reason(reason);
        request.mutable_hold_job()->set_author("alice");
        return console.ask(request);
    }
    static Reply release(Console& console, const std::string& job) {
        Request request;
        request.mutable_release_job()->set_job_id(job);
        return console.ask(request);
    }
    static std::string explained(Console& console, const std::string& job) {
        Request request;
        request.mutable_explain()->set_job_id(job);
        return console.ask(request).explanation().sentence();
    }
    static bool audited(Console& console, const std::string& action, const std::string& detail) {
        Request request;
        request.mutable_query_audit()->set_limit(100);
        const auto reply = console.ask(request);
        for (const auto& row : reply.audit().rows()) {
            if (row.action() == action && row.detail() == detail) {
                return true;
            }
        }
        return false;
    }
};

TEST_F(Orders, ADrainEndsWhatRunsAndOutlivesTheMasterUntilItIsResumed) {
    auto& daemon = standalone();
    std::string hostname, job;
    {
        auto console = this->console(daemon);
        ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
        hostname = console.agents.begin()->second.hostname();
        job = console.submit("long", "sleep 600", "cpus:0.1;mem:32;gpus:1");
        ASSERT_TRUE(console.jobIs(job, "running"));
        EXPECT_EQ(drain(console, hostname, "").error().message(),
            "A drain needs a reason: others want to know why the machine is gone");
        EXPECT_EQ(drain(console, "nowhere", "x").error().kind(), "not_found");
        EXPECT_FALSE(drain(console, hostname, "fan rattles").has_error());
        const auto& agent = console.agents.begin()->second;
        ASSERT_TRUE(console.until([&] { return agent.drain().done(); }, 20s))
            << agent.ShortDebugString();
        EXPECT_EQ(agent.drain().author(), "alice");
        EXPECT_EQ(agent.drain().reason(), "fan rattles");
        EXPECT_TRUE(console.jobIs(job, "queued")) << "it goes back to the queue";
        EXPECT_TRUE(audited(console, "drain", hostname + ": fan rattles"));
        EXPECT_EQ(drain(console, hostname, "again").error().message(),
            hostname + " is drained already, by alice: fan rattles");
    }
    daemon.process->signal(SIGTERM);
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.until(
        [&] { return console.agents.size() == 1 && console.agents.begin()->second.has_drain(); }));
    EXPECT_EQ(console.agents.begin()->second.drain().reason(), "fan rattles");
    EXPECT_FALSE(resume(console, hostname).has_error());
    EXPECT_TRUE(console.until([&] { return !console.agents.begin()->second.has_drain(); }));
    EXPECT_TRUE(audited(console, "reactivate", hostname + ": new fan"));
    EXPECT_EQ(resume(console, hostname).error().message(), hostname + " is not drained");
    EXPECT_TRUE(console.jobIs(job, "running", 20s));
}

TEST_F(Orders, AHeldJobWaitsOverARestartUntilItsRelease) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
        const auto all = console.submit("all", "sleep 600", "cpus:0.1;mem:32;gpus:4");
        ASSERT_TRUE(console.jobIs(all, "running"));
        job = console.submit("sweep", "true", "cpus:0.1;mem:32;gpus:1");
        EXPECT_EQ(hold(console, "sweep", "").error().message(),
            "A hold needs a reason: others want to know why the job waits");
        EXPECT_EQ(hold(console, all, "x").error().message(),
            "Job '" + all + "' runs already: only a job that waits can be held");
        ASSERT_FALSE(hold(console, "sweep", "waits for data").has_error()) << "by its name";
        ASSERT_TRUE(console.until([&] { return console.job(job).has_hold(); }));
        EXPECT_EQ(console.job(job).wait_reason(), "Held");
        EXPECT_EQ(console.job(job).wait_text(), "held by alice: waits for data");
        Request kill;
        kill.mutable_kill_job()->set_job_id("all");
        EXPECT_FALSE(console.ask(kill).has_error()) << "by its name";
        EXPECT_TRUE(console.jobIs(all, "killed"));
        EXPECT_EQ(explained(console, job).find("Held by alice since "), 0u)
            << explained(console, job);
    }
    daemon.process->signal(SIGTERM);
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
    EXPECT_TRUE(console.until(
        [&] { return console.job(job).wait_text() == "held by alice: waits for data"; }));
    EXPECT_EQ(console.job(job).state(), "queued");
    EXPECT_FALSE(release(console, job).has_error());
    EXPECT_TRUE(console.jobIs(job, "finished", 20s));
    EXPECT_TRUE(audited(console, "hold", "waits for data"));
    EXPECT_EQ(
        release(console, job).error().message(), "Job '" + job + "' has already ended: finished");
}

TEST_F(Orders, RefuseANameThatSeveralJobsHave) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto one = console.submit("twin", "true", "cpus:0.1;mem:32;gpus:99");
    const auto other = console.submit("twin", "true", "cpus:0.1;mem:32;gpus:99");
    EXPECT_EQ(hold(console, "twin", "x").error().message(),
        "2 jobs are called 'twin': give the id of one, " + one + ", " + other);
    EXPECT_FALSE(hold(console, other, "x").has_error());
    EXPECT_EQ(hold(console, "nobody", "x").error().message(),
        "No job 'nobody': 'muster jobs' lists them");
}

} // namespace
} // namespace muster::e2e
