// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/batch.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using Texts = std::vector<std::string>;

constexpr Instant kNoon = Instant(std::chrono::seconds(1'800'000'000));

struct Running {
    Batch batch;
    Texts told;

    Running() { batch.begin(kNoon); }
    void tell(const std::string& text) {
        batch.whenDurable([this, text] { told.push_back(text); });
    }
    void finish() {
        for (const auto& call : batch.takeCalls()) {
            call();
        }
    }
};

TEST(Batch, IsNothingToWriteWithoutAChange) {
    Running running;
    running.batch.add(jobs::JobExplained{{"job-1"}});
    running.tell("hello");
    EXPECT_TRUE(running.batch.takeChanges({}).empty());
    EXPECT_EQ(running.batch.takeEvents().jobs.size(), 1u);
    EXPECT_TRUE(running.batch.events().empty());
}

TEST(Batch, WritesWhatWasKeptBeforeAndAllElseInOneChange) {
    Running running;
    running.batch.keep({.upserts = {{"alert", "a", "1"}}}, {});
    running.batch.keep({.removals = {{"alert", "b"}}}, {});
    running.batch.audit("alice", "submit", "job-1", "train");
    running.batch.put({"meta", "last-job", "job-1"});
    const auto changes = running.batch.takeChanges({.upserts = {{"job", "job-1", "text"}}});
    ASSERT_EQ(changes.size(), 3u);
    EXPECT_EQ(changes[0].upserts, (std::vector<history::Record>{{"alert", "a", "1"}}));
    EXPECT_EQ(changes[1].removals.size(), 1u);
    EXPECT_EQ(changes[2].upserts,
        (std::vector<history::Record>{{"job", "job-1", "text"}, {"meta", "last-job", "job-1"}}));
    EXPECT_EQ(changes[2].audit,
        (std::vector<history::AuditEntry>{{kNoon, "alice", "submit", "job-1", "train"}}));
    EXPECT_TRUE(running.batch.takeChanges({}).empty()) << "each is written once";
}

TEST(Batch, TellsInOrderWhenItIsDurable) {
    Running running;
    running.tell("first");
    running.batch.keep({}, [&running] { running.told.push_back("kept"); });
    running.tell("last");
    running.batch.takeChanges({});
    EXPECT_TRUE(running.told.empty());
    running.finish();
    EXPECT_EQ(running.told, (Texts{"first", "kept", "last"}));
    running.finish();
    EXPECT_EQ(running.told.size(), 3u) << "each is told once";
}

TEST(Batch, LeavesWhatIsAskedForMeanwhileToTheNext) {
    Running running;
    running.batch.whenDurable([&running] { running.tell("next"); });
    running.finish();
    EXPECT_TRUE(running.told.empty());
    running.finish();
    EXPECT_EQ(running.told, Texts{"next"});
}

TEST(Batch, GathersEventsInOrder) {
    Running running;
    running.batch.add({cluster::AgentChanged{{"S0"}}, cluster::GpuChanged{{"GPU-a"}}});
    running.batch.add({cluster::AgentChanged{{"S1"}}});
    const auto events = running.batch.takeEvents();
    ASSERT_EQ(events.cluster.size(), 3u);
    EXPECT_EQ(std::get<cluster::AgentChanged>(events.cluster[2]).agent.value, "S1");
    EXPECT_TRUE(events.jobs.empty());
}

} // namespace
} // namespace muster::agentd
