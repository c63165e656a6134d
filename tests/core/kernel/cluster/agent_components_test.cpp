// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/agent_presence.h"

#include "core/kernel/cluster/capacity.h"
#include "core/kernel/cluster/claim_rules.h"
#include "core/kernel/cluster/leave_requests.h"
#include "core/kernel/cluster/shown_gpus.h"
#include "tests/core/kernel/cluster/components.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

struct AgentPresenceTest : Components {
    Now now{kNow};
    AgentPresence presence{agents, deadlines, outbox, now.uptime + 10min};
    AgentEntry& n1 = addAgent("n1");

    std::vector<Presence> moves() {
        takeOutputs();
        std::vector<Presence> out;
        for (const AgentMoved& moved : of<AgentMoved>(events)) {
            out.push_back(moved.after);
        }
        return out;
    }
};

struct CapacityTest : Components {
    Capacity capacity{share};
    AgentEntry& n1 = addAgent("n1");

    void describe(std::string_view resources) {
        AgentInfo info;
        info.total = *Resources::parse(resources);
        capacity.describe(n1, std::move(info));
    }
    std::int64_t cpus() const { return share.total()[Resources::Cpus]; }
};

struct LeaveRequestsTest : Components {
    MaintenanceSchedule schedule;
    LeaveRequests requests{schedule, frameworks, offers, outbox};
    AgentEntry& n1 = addAgent("n1");
    FrameworkEntry& f = addFramework("f");

    void scheduleFor(const std::string& hostname) {
        MaintenanceWindow window;
        window.machines = {MachineId{hostname, ""}};
        window.unavailability.start = kNow;
        schedule.set({window});
    }
};

} // namespace

TEST_F(AgentPresenceTest, IsToldWhenItChanges) {
    presence.connected(n1, Link{1});
    presence.connected(n1, Link{2});
    EXPECT_EQ(moves(), std::vector{Presence::Present});
    presence.disconnected(n1, now, 75s);
    EXPECT_TRUE(moves().empty()) << "it may come back";
    presence.unreachable(n1);
    EXPECT_EQ(moves(), std::vector{Presence::Unreachable});
    n1.policy.gone = kNow;
    presence.removed(n1, now);
    EXPECT_EQ(moves(), std::vector{Presence::Gone});
}

TEST_F(AgentPresenceTest, EndsAfterADeadlineUnlessTheAgentComesBack) {
    presence.connected(n1, Link{1});
    EXPECT_FALSE(deadlines.next());
    presence.disconnected(n1, now, 75s);
    EXPECT_EQ(n1.awaySince, now.uptime);
    EXPECT_FALSE(n1.link);
    EXPECT_EQ(deadlines.next(), now.uptime + 75s);
    presence.connected(n1, Link{2});
    EXPECT_FALSE(deadlines.next());
    EXPECT_EQ(n1.state, AgentState::Active);
    EXPECT_FALSE(n1.disconnected);
}

TEST_F(AgentPresenceTest, IsAwaitedOfAgentsOfAnEarlierLife) {
    presence.awaitOfEarlierLife(n1, now);
    EXPECT_EQ(presence.of({"n1"}, now.uptime), Presence::Awaited);
    EXPECT_EQ(deadlines.next(), now.uptime + 10min);
    EXPECT_EQ(presence.of({"earlier-S7"}, now.uptime), Presence::Awaited) << "not known yet";
    EXPECT_EQ(presence.of({"earlier-S7"}, now.uptime + 10min), Presence::Unknown);
    EXPECT_EQ(presence.of({"M-S7"}, now.uptime), Presence::Unknown) << "of this life";
    EXPECT_EQ(presence.of({}, now.uptime), Presence::Unknown);
}

TEST_F(CapacityTest, IsTheTotalOfTheAgentsThatCount) {
    describe("cpus:8");
    EXPECT_EQ(cpus(), 8000);
    describe("cpus:4;gpus:1");
    EXPECT_EQ(cpus(), 4000);
    EXPECT_TRUE(n1.ownsGpus);
    capacity.leaveOut(n1);
    capacity.leaveOut(n1);
    EXPECT_EQ(cpus(), 0);
    describe("cpus:2");
    EXPECT_EQ(cpus(), 2000);
    EXPECT_FALSE(n1.ownsGpus);
}

TEST_F(CapacityTest, KeepsReservationsWhateverTheAgentSays) {
    describe("cpus:8");
    const Resources plain = *Resources::parse("cpus:2");
    Resource reserved = plain.items().at(0);
    reserved.reservations.push_back({Reservation::Type::Dynamic, "ml", {}, {}});
    const Resources wanted(std::vector{reserved});
    capacity.convert(n1, plain, wanted);
    EXPECT_EQ(n1.reservations, wanted);
    EXPECT_TRUE(n1.info.total.contains(wanted));
    EXPECT_EQ(cpus(), 8000);
    describe("cpus:8");
    EXPECT_TRUE(n1.info.total.contains(wanted));
    capacity.convert(n1, wanted, plain);
    EXPECT_TRUE(n1.reservations.empty());
    EXPECT_EQ(n1.info.total, *Resources::parse("cpus:8"));
}

TEST_F(LeaveRequestsTest, GoOnceToEachFrameworkThatHasSomethingThere) {
    addTask(f, n1, "a");
    addTask(f, n1, "b");
    addFramework("elsewhere");
    requests.send(n1);
    EXPECT_TRUE(sent<InverseOffers>().empty()) << "nothing is scheduled";
    scheduleFor("n1");
    requests.send(n1);
    requests.send(n1);
    const auto asked = sent<InverseOffers>();
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0].offers.at(0).framework.value, "f");
    requests.rescind(n1);
    EXPECT_EQ(sent<RescindInverseOffer>().size(), 1u);
    requests.send(n1);
    EXPECT_EQ(sent<InverseOffers>().size(), 1u);
}

TEST_F(LeaveRequestsTest, WaitForAFrameworkThatIsAway) {
    addTask(f, n1, "a");
    scheduleFor("n1");
    f.link.reset();
    requests.send(n1);
    f.link = Link{9};
    requests.send(n1);
    EXPECT_EQ(sent<InverseOffers>().size(), 1u);
}

TEST(ShownGpus, AreOfferedByTheLowestFreeMinors) {
    AgentEntry agent{1};
    agent.info.gpus
        = {{.uuid = {"c"}, .minor = 2}, {.uuid = {"a"}, .minor = 0}, {.uuid = {"b"}, .minor = 1}};
    agent.gpus = {{.gpu = {"c"}}, {.gpu = {"a"}, .state = GpuState::Lost}, {.gpu = {"b"}}};
    EXPECT_EQ(shownGpus(agent), (std::vector{GpuState::Free, GpuState::Lost, GpuState::Free}));
    agent.offered = *Resources::parse("gpus:1");
    EXPECT_EQ(shownGpus(agent), (std::vector{GpuState::Free, GpuState::Lost, GpuState::Offered}));
    EXPECT_TRUE(shownGpus(AgentEntry{2}).empty());
}

TEST(ClaimRules, LetWhoWasFirstKeepAGpuUnlessATaskOfTheOtherHoldsIt) {
    AgentEntry first{1}, other{2};
    first.confirmed = other.confirmed = true;
    first.link = Link{1};
    first.gpus = other.gpus = {{.gpu = {"g"}}};
    EXPECT_FALSE(mayTakeOver(other, first, {"g"}));
    other.gpus[0].holder = TaskKey{{"f"}, {"t"}};
    EXPECT_TRUE(mayTakeOver(other, first, {"g"}));
    first.gpus[0].holder = TaskKey{{"f"}, {"u"}};
    EXPECT_FALSE(mayTakeOver(other, first, {"g"}));
    first.policy.gone = Instant{};
    EXPECT_TRUE(mayTakeOver(other, first, {"g"}));
}

TEST(ClaimRules, LetAnAgentSucceedOneThatIsUnreachableOnItsHost) {
    AgentEntry first{1}, other{2};
    first.confirmed = other.confirmed = true;
    first.info.hostname = other.info.hostname = "n1";
    first.state = AgentState::Unreachable;
    EXPECT_TRUE(mayTakeOver(other, first, {"g"}));
    first.condemned.insert(TaskKey{{"f"}, {"t"}});
    EXPECT_FALSE(mayTakeOver(other, first, {"g"})) << "it may still run it";
}

} // namespace muster::cluster
