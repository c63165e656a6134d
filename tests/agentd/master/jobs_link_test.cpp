// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/jobs_link.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

const Now kNoon = Instant(std::chrono::seconds(1'800'000'000));

jobs::JobSpec spec() {
    mesos::v1::TaskInfo payload;
    payload.set_name("train");
    payload.mutable_task_id()->set_value("");
    payload.mutable_agent_id()->set_value("");
    payload.mutable_command()->set_value("true");
    return {.name = "train",
        .user = "root",
        .command = "true",
        .resources = *Resources::parse("cpus:1;mem:32"),
        .payload = payload.SerializeAsString()};
}

bool isCall(const jobs::JobsOutput& output) {
    return std::holds_alternative<jobs::Call>(output);
}

// A master and the jobs, each of which gets what the other sends.
struct Linked {
    cluster::Master master{{.id = "M1"}, {}, kNoon};
    JobsLink link{jobs::Scheduler({}, {}, kNoon), {{}, cluster::Link{1}, master}, master};
    std::vector<FrameworkId> named;

    Linked() { link.post(jobs::Connected{}); }
    void apply(cluster::MasterInput input) {
        for (auto& output : master.apply(std::move(input), kNoon)) {
            if (auto* sent = std::get_if<cluster::SendFramework>(&output)) {
                link.post(jobs::FromMaster{std::move(sent->event)});
            } else if (const auto* events = std::get_if<cluster::Events>(&output)) {
                link.note(events->list);
            } else if (const auto* closed = std::get_if<cluster::CloseLink>(&output);
                       closed != nullptr && link.framework().isTornDown(closed->link)) {
                link.reconnect(cluster::Link{2});
            }
        }
    }
    void run() {
        while (link.waiting() > 0) {
            for (auto& output : link.apply(kNoon, true)) {
                if (auto* call = std::get_if<jobs::Call>(&output)) {
                    apply(cluster::FromFramework{link.framework().link(), std::move(call->call)});
                } else if (const auto* one = std::get_if<jobs::FrameworkNamed>(&output)) {
                    named.push_back(one->framework);
                }
            }
        }
    }
    void submit() {
        link.post(jobs::Submit{1, spec()});
        run();
    }
    void addNode(cluster::Link to) {
        const cluster::AgentInfo info{
            .hostname = "node-1", .total = *Resources::parse("cpus:2;mem:16")};
        apply(cluster::FromAgent{to, cluster::Register{{}, info, {}, {}}});
    }
};

TEST(JobsLink, IsOfAFrameworkFromItsFirstJobOn) {
    Linked linked;
    linked.run();
    EXPECT_TRUE(linked.link.framework().id().empty());
    linked.submit();
    EXPECT_EQ(linked.named, std::vector{linked.link.framework().id()});
    EXPECT_NE(linked.master.framework(linked.link.framework().id()), nullptr);
    EXPECT_EQ(linked.link.framework().link(), cluster::Link{1});
}

TEST(JobsLink, IsTornDownOnlyWithItsFramework) {
    Linked linked;
    EXPECT_FALSE(linked.link.framework().isTornDown(cluster::Link{1})) << "there is none yet";
    linked.submit();
    EXPECT_FALSE(linked.link.framework().isTornDown(cluster::Link{1})) << "it is there";
    linked.apply(cluster::OperatorTeardown{1, linked.link.framework().id(), "alice"});
    EXPECT_FALSE(linked.link.framework().isTornDown(cluster::Link{9})) << "of another framework";
    EXPECT_EQ(linked.link.framework().link(), cluster::Link{2});
}

TEST(JobsLink, ConnectsAnewAfterItsFrameworkWasTornDown) {
    Linked linked;
    linked.submit();
    const auto first = linked.link.framework().id();
    linked.apply(cluster::OperatorTeardown{1, first, "alice"});
    linked.run();
    const auto second = linked.link.framework().id();
    EXPECT_FALSE(second.empty());
    EXPECT_NE(second, first);
    EXPECT_NE(linked.master.framework(second), nullptr);
    EXPECT_EQ(linked.named, (std::vector{first, FrameworkId{}, second}));
}

TEST(JobsLink, DropsTheCallsForAFrameworkThatIsGone) {
    Linked linked;
    linked.submit();
    ASSERT_EQ(linked.link.waiting(), 0u);
    linked.link.post(jobs::KillJob{2, {"job-1"}, "alice", ""}); // then it suppresses its offers
    linked.link.reconnect(cluster::Link{2});
    const auto killed = linked.link.apply(kNoon, true);
    EXPECT_FALSE(killed.empty());
    EXPECT_FALSE(std::ranges::any_of(killed, isCall));
    EXPECT_TRUE(std::ranges::any_of(linked.link.apply(kNoon, true), isCall)) << "it subscribes";
}

TEST(JobsLink, TellsOfTheClusterWhileAJobWaits) {
    Linked linked;
    linked.addNode(cluster::Link{8});
    EXPECT_FALSE(linked.link.postCluster()) << "for nobody";
    linked.submit();
    EXPECT_TRUE(linked.link.postCluster());
    EXPECT_EQ(linked.link.waiting(), 1u);
    linked.run();
    EXPECT_FALSE(linked.link.postCluster()) << "nothing has changed";
    linked.addNode(cluster::Link{9});
    EXPECT_TRUE(linked.link.postCluster());
}

TEST(JobsLink, DropsItsInputs) {
    Linked linked;
    linked.link.dropInputs();
    EXPECT_EQ(linked.link.waiting(), 0u);
}

} // namespace
} // namespace muster::agentd
