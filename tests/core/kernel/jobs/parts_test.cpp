// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The parts of the scheduler, each alone.
#include <gtest/gtest.h>

#include "core/kernel/jobs/job_queue.h"
#include "core/kernel/jobs/job_table.h"
#include "core/kernel/jobs/seen_cluster.h"

namespace muster::jobs {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

JobSpec spec(const std::string& resources, int priority = 0) {
    JobSpec out;
    out.resources = *Resources::parse(resources);
    out.priority = priority;
    return out;
}

Job job(JobNumber number, int priority = 0) {
    Job out;
    out.id = {"job-" + std::to_string(number)};
    out.spec = spec("cpus:1", priority);
    return out;
}

Machine machine(const std::string& agent, const std::string& free) {
    Machine out;
    out.supply = {{agent}, agent + ".lab", {}, *Resources::parse(free), true};
    out.total = *Resources::parse("cpus:4;gpus:4");
    return out;
}

std::vector<JobNumber> order(const JobQueue& queue) {
    std::vector<JobNumber> out;
    for (const auto& [rank, shape] : queue.ready()) {
        out.push_back(rank.second);
    }
    return out;
}

using Numbers = std::vector<JobNumber>;

TEST(JobTable, NeverGivesANumberTwice) {
    JobTable jobs(3);
    EXPECT_EQ(jobs.add(spec("cpus:1"), "", {}).id.value, "job-3");
    Job old = job(7);
    old.state = JobState::Finished;
    jobs.recover(old);
    EXPECT_EQ(jobs.trim(0), std::vector{JobId{"job-7"}});
    EXPECT_EQ(jobs.add(spec("cpus:1"), "", {}).id.value, "job-8");
    EXPECT_EQ(jobs.find({"job-7"}), nullptr);
    EXPECT_EQ(jobs.find({"job-03"}), nullptr) << "not its name, though its number";
    EXPECT_EQ(jobs.find({"7"}), nullptr);
}

TEST(JobTable, KnowsTheLatestJobOfAKeyForADay) {
    JobTable jobs(1);
    const Instant start{};
    jobs.add(spec("cpus:1"), "k", start);
    const Job& later = jobs.add(spec("cpus:1"), "k", start + hours(1));
    EXPECT_EQ(jobs.submittedBefore("k", start + hours(24)), &later);
    EXPECT_EQ(jobs.submittedBefore("k", start + hours(25)), nullptr);
    EXPECT_EQ(jobs.submittedBefore("", start), nullptr);
    jobs.retire(later);
    jobs.trim(0);
    EXPECT_EQ(jobs.submittedBefore("k", start + hours(2)), nullptr) << "it is not remembered";
}

TEST(JobTable, ForgetsTheOldestThatHaveEnded) {
    JobTable jobs(1);
    for (int i = 0; i < 3; ++i) {
        jobs.add(spec("cpus:1"), "", {});
    }
    EXPECT_TRUE(jobs.anyLives());
    jobs.retire(jobs.at(3));
    jobs.retire(jobs.at(1));
    EXPECT_EQ(jobs.trim(1), std::vector{JobId{"job-3"}});
    EXPECT_TRUE(jobs.anyLives());
    jobs.retire(jobs.at(2));
    EXPECT_FALSE(jobs.anyLives());
    EXPECT_EQ(jobs.all().size(), 2u);
}

TEST(JobQueue, ServesByPriorityThenByNumber) {
    JobQueue queue;
    for (const auto& one : {job(1), job(2, 5), job(3), job(4, 5)}) {
        queue.add(one, {});
    }
    EXPECT_EQ(order(queue), (Numbers{2, 4, 1, 3}));
    EXPECT_EQ(queue.takeUnexplained().size(), 4u);
    EXPECT_TRUE(queue.takeFresh());
    queue.remove(job(4, 5));
    EXPECT_EQ(order(queue), (Numbers{2, 1, 3}));
    EXPECT_FALSE(queue.takeFresh());
    EXPECT_TRUE(queue.takeUnexplained().empty());
}

TEST(JobQueue, KnowsThePlaceOfJobsThatAreNotReady) {
    JobQueue queue;
    for (const auto& one : {job(1), job(2, 5), job(4)}) {
        queue.add(one, {});
    }
    const auto before = [&queue](int priority, const Job* one) {
        return std::distance(queue.ready().begin(), queue.placeOf(priority, one));
    };
    const auto held = job(3);
    EXPECT_EQ(before(0, &held), 2);
    EXPECT_EQ(before(0, nullptr), 3) << "it would be the last of its priority";
    EXPECT_EQ(before(5, nullptr), 1);
    EXPECT_EQ(before(6, nullptr), 0);
}

TEST(JobQueue, TellsShapesApartWhateverTheirConstraintsAreCalled) {
    auto one = spec("cpus:1");
    auto two = one;
    one.constraints = {{"gpu", "K40|rack:z"}};
    two.constraints = {{"gpu", "K40"}, {"rack", "z"}};
    EXPECT_NE(shapeOf(one), shapeOf(two));
    one.constraints = {{"a:b", "c"}};
    two.constraints = {{"a", "b:c"}};
    EXPECT_NE(shapeOf(one), shapeOf(two));
    two.constraints = one.constraints;
    EXPECT_EQ(shapeOf(one), shapeOf(two));
}

TEST(JobQueue, HasAJobInOnePlace) {
    JobQueue queue;
    Job one = job(1);
    queue.add(one, {});
    queue.remove(one);
    one.launched = true;
    queue.add(one, {});
    EXPECT_TRUE(queue.ready().empty());
    EXPECT_EQ(queue.live(), std::set<JobNumber>{1});
    queue.remove(one);
    one.launched = false;
    one.hold = Hold{"alice", "", {}};
    queue.add(one, {});
    EXPECT_TRUE(queue.ready().empty());
    EXPECT_TRUE(queue.live().empty());
    EXPECT_EQ(queue.nextDeadline(), std::nullopt);
}

TEST(JobQueue, LetsAJobRestAlsoWhileItIsHeld) {
    JobQueue queue;
    const Uptime start{};
    Job one = job(1);
    queue.restUntil(one, start + seconds(5));
    queue.add(one, start);
    EXPECT_EQ(queue.nextDeadline(), start + seconds(5));
    EXPECT_EQ(queue.rested(start + seconds(4)), std::nullopt);
    EXPECT_EQ(queue.rested(start + seconds(5)), JobNumber{1});
    queue.remove(one);
    one.hold = Hold{"alice", "", {}};
    queue.add(one, start);
    EXPECT_EQ(queue.nextDeadline(), std::nullopt);
    EXPECT_TRUE(queue.rests(one, start + seconds(4)));
    queue.endRest(one);
    EXPECT_FALSE(queue.rests(one, start + seconds(4)));
}

TEST(SeenCluster, AnswersAnewOnlyWhenSomethingHasChanged) {
    SeenCluster seen;
    const auto wanted = spec("cpus:1;gpus:2");
    const auto shape = shapeOf(wanted);
    const Uptime start{hours(1)};
    EXPECT_FALSE(seen.takeChanged(start));
    seen.see({{machine("a", "cpus:4;gpus:1")}, {}, {}});
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::Gpus);
    EXPECT_FALSE(seen.takeChanged(start + hours(1)));
    EXPECT_EQ(seen.nextDeadline(), std::nullopt);
    seen.reorder();
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_FALSE(seen.takeChanged(start));
}

TEST(SeenCluster, KeepsItsAnswersWhenOnlyAnotherJobIsAhead) {
    SeenCluster seen;
    const auto wanted = spec("cpus:1;gpus:2");
    const auto shape = shapeOf(wanted);
    const Uptime start{hours(1)};
    seen.see({{machine("a", "cpus:4;gpus:1")}, {}, {}});
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::Gpus);
    seen.see({{machine("a", "cpus:4;gpus:2")}, {}, {}});
    seen.reorder();
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::Gpus) << "until a second has passed";
    EXPECT_EQ(seen.nextDeadline(), start + seconds(1));
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::None);
}

TEST(SeenCluster, CountsWhatIsFreeOnceASecondAndWhatAnOperatorDoesAtOnce) {
    SeenCluster seen;
    const auto wanted = spec("cpus:1;gpus:2");
    const auto shape = shapeOf(wanted);
    const Uptime start{hours(1)};
    seen.see({{machine("a", "cpus:4;gpus:1")}, {}, {}});
    EXPECT_TRUE(seen.takeChanged(start));
    seen.see({{machine("a", "cpus:4;gpus:2")}, {}, {}});
    EXPECT_FALSE(seen.takeChanged(start + milliseconds(999)));
    EXPECT_EQ(seen.nextDeadline(), start + seconds(1));
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::None);
    auto drained = machine("a", "cpus:4;gpus:2");
    drained.closed = "drained by alice";
    seen.see({{drained}, {}, {}});
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_NE(seen.waitOf(wanted, shape).text.find("drained by alice"), std::string::npos)
        << seen.waitOf(wanted, shape).text;
    seen.see({{}, {AgentId{"a"}}, {}});
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_EQ(seen.waitOf(wanted, shape).text, "No node has joined the cluster");
}

TEST(SeenCluster, CountsAQuotaAtOnceAndWhatIsUsedOfItOnceASecond) {
    SeenCluster seen;
    const auto wanted = spec("cpus:1;gpus:2");
    const auto shape = shapeOf(wanted);
    const Uptime start{hours(1)};
    const auto free = machine("a", "cpus:4;gpus:4");
    seen.see({{free}, {}, {}});
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::None);
    RoleUse use{"*", {}, {}};
    use.quota.limits[Resources::Gpus] = Milli::whole(2).value;
    seen.see({{}, {}, {use}});
    EXPECT_TRUE(seen.takeChanged(start));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::None);
    use.consumed[Resources::Gpus] = Milli::whole(1).value;
    seen.see({{}, {}, {use}});
    EXPECT_FALSE(seen.takeChanged(start));
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::Quota);
    seen.see({{free}, {}, {}});
    EXPECT_FALSE(seen.takeChanged(start + seconds(1))) << "the quota has not changed";
    seen.see({{}, {}, {{"*", {}, {}}}});
    EXPECT_TRUE(seen.takeChanged(start + seconds(1)));
    EXPECT_EQ(seen.waitOf(wanted, shape).reason, WaitReason::None);
}

} // namespace
} // namespace muster::jobs
