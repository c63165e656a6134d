// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/watch.h"

#include <gtest/gtest.h>

namespace muster::alerts {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Instant kStart{hours(24 * 365 * 50)};

// One machine with GPUs of which alice's task may hold the first.
struct World {
    Instant now = kStart;
    cluster::Agent agent{.id = {"S0"}, .info = {.hostname = "node-7"}};
    Watch watch;

    explicit World(Thresholds thresholds = {}, std::vector<Alert> remembered = {})
        : watch(thresholds, std::move(remembered), kStart) {
        agent.info.gpus = {{.uuid = {"GPU-a"}, .index = 0}, {.uuid = {"GPU-b"}, .index = 1}};
        agent.gpus.resize(2);
        const bool isFirstLife = watch.alerts().empty() && !watch.nextDeadline();
        watch.agent(agent.id, &agent, now);
        if (isFirstLife) {
            gpuIs(0, GpuState::Free);
        }
        watch.take();
    }
    void gpuIs(
        std::size_t row, GpuState state, const std::string& problem = {}, Holder holder = {}) {
        cluster::Master::GpuView view{&agent, &agent.info.gpus[row], agent.gpus[row]};
        view.status.state = state;
        view.status.problem = problem;
        watch.gpu(agent.info.gpus[row].uuid, &view, holder, now);
    }
    void isHeld() { gpuIs(0, GpuState::Allocated, {}, {"F", "job-1.1", "train", "alice"}); }
    void sample(const Readings& readings) { watch.sample({"GPU-a"}, readings, now); }
    void samplesFor(Duration duration, const Readings& readings) {
        for (const auto end = now + duration; now < end;) {
            now += seconds(1);
            sample(readings);
        }
    }
    void agentIs(AgentState state) {
        agent.state = state;
        watch.agent(agent.id, &agent, now);
    }
    jobs::Job queued(const char* id, Instant submitted) const {
        jobs::Job job{.id = {id}, .submitted = submitted};
        job.spec.name = "train";
        job.waitText = "8 GPUs requested, 2 free";
        return job;
    }
    const Alert* lit(const std::string& id) const {
        const auto found = watch.alerts().find(id);
        return found == watch.alerts().end() ? nullptr : &found->second;
    }
    std::string text(const std::string& id) const { return lit(id) ? lit(id)->text : ""; }
    std::vector<std::string> actions() {
        std::vector<std::string> out;
        for (const auto& event : watch.take().events) {
            out.push_back(event.action);
        }
        return out;
    }
};

using Texts = std::vector<std::string>;

TEST(Alerts, SayWhatIsWrongWithAGpuAndEndWhenItIsWell) {
    World world;
    world.gpuIs(0, GpuState::Unhealthy, "Xid 79");
    const auto* alert = world.lit("gpu-unhealthy/GPU-a");
    ASSERT_NE(alert, nullptr);
    EXPECT_EQ(alert->name, "node-7:0");
    EXPECT_EQ(alert->text, "The GPU reports a fault: Xid 79. Check its events, then reset it");
    EXPECT_EQ(alert->since, kStart);
    EXPECT_EQ(info(alert->rule).severity, Severity::Critical);
    const auto news = world.watch.take();
    EXPECT_EQ(news.alerts, (std::set<std::string>{"gpu-unhealthy/GPU-a"}));
    ASSERT_EQ(news.events.size(), 1u);
    EXPECT_EQ(news.events[0].author, "master");
    EXPECT_EQ(news.events[0].action, "alert raised");
    EXPECT_EQ(news.events[0].object, "GPU-a");

    world.gpuIs(0, GpuState::Lost);
    EXPECT_EQ(world.lit("gpu-unhealthy/GPU-a"), nullptr);
    EXPECT_NE(world.lit("gpu-lost/GPU-a"), nullptr);
    world.watch.gpu({"GPU-a"}, nullptr, {}, world.now);
    EXPECT_TRUE(world.watch.alerts().empty());
    EXPECT_EQ(world.actions(), (Texts{"alert ended", "alert raised", "alert ended"}));
}

TEST(Alerts, TellNothingWhenNothingChanges) {
    World world;
    world.gpuIs(0, GpuState::Unhealthy, "Xid 79");
    world.watch.take();
    world.gpuIs(0, GpuState::Unhealthy, "Xid 79");
    world.gpuIs(1, GpuState::Offered);
    world.agentIs(AgentState::Active);
    world.samplesFor(minutes(1), {.temperature = 60, .utilization = 0});
    EXPECT_FALSE(world.watch.hasNews());
    world.gpuIs(0, GpuState::Unhealthy, "Xid 48");
    EXPECT_EQ(world.watch.take().alerts.size(), 1u) << "another fault is another text";
}

TEST(Alerts, NameAMachineThatDoesNotAnswerWithTheTimeAndItsGpus) {
    World world;
    world.agent.disconnected = kStart;
    world.agent.awaySince = Now(kStart).uptime;
    world.agentIs(AgentState::Disconnected);
    EXPECT_TRUE(world.watch.alerts().empty()) << "it may come back";
    world.now += seconds(75);
    world.agentIs(AgentState::Unreachable);
    EXPECT_EQ(world.text("agent-unreachable/S0"),
        "No connection since 2019-12-20T00:00:00Z; its 2 GPUs are not offered. Check the host, its "
        "network and muster-agentd");
    EXPECT_EQ(world.lit("agent-unreachable/S0")->since, kStart);
    world.agentIs(AgentState::Active);
    EXPECT_TRUE(world.watch.alerts().empty());
    EXPECT_EQ(
        world.actions(), (Texts{"agent left", "alert raised", "agent joined", "alert ended"}));
}

TEST(Alerts, AreOneForAGpuThatStaysAtTheLimit) {
    World world;
    world.sample({.temperature = 79});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.sample({.temperature = 80});
    EXPECT_EQ(world.text("gpu-hot/GPU-a"),
        "The GPU is hot: it reached 80 °C, the limit is 80 °C. Check fans, airflow and dust");
    world.watch.take();
    world.samplesFor(minutes(2), {.temperature = 76}); // not 5 below
    world.samplesFor(seconds(59), {.temperature = 75});
    world.sample({.temperature = 80});
    EXPECT_FALSE(world.watch.hasNews());
    world.sample({.temperature = 86});
    EXPECT_NE(world.text("gpu-hot/GPU-a").find("reached 86 °C"), std::string::npos);
    world.samplesFor(seconds(62), {.temperature = 75});
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, TakeTheBoardsOwnWordForHeat) {
    World world;
    world.sample({.temperature = 70, .throttle = 0x40});
    EXPECT_EQ(world.text("gpu-hot/GPU-a"),
        "The GPU is throttled to cool down: it reached 70 °C, the limit is 80 °C. Check fans, "
        "airflow and dust");
    world.samplesFor(minutes(2), {.temperature = 60, .throttle = 0x4}); // for power: no heat
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, NameWhoHoldsAGpuAndDoesNotUseIt) {
    World world;
    world.samplesFor(hours(1), {.utilization = 0});
    EXPECT_TRUE(world.watch.alerts().empty()) << "nobody holds it";
    world.isHeld();
    const auto held = world.now;
    world.samplesFor(minutes(30), {.utilization = 1});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.samplesFor(seconds(1), {.utilization = 0});
    EXPECT_EQ(world.text("gpu-idle-hold/GPU-a"),
        "Task 'train' of alice holds the GPU and has used at most 1 % of it for 30 min. Ask alice "
        "whether it is still needed, or kill it");
    EXPECT_EQ(world.lit("gpu-idle-hold/GPU-a")->since, held + seconds(1));
    world.samplesFor(seconds(1), {.utilization = 2});
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, CountIdleTimeOfOneHolderWithoutGaps) {
    World world;
    world.isHeld();
    world.samplesFor(minutes(29), {.utilization = 0});
    world.gpuIs(0, GpuState::Allocated, {}, {"F", "job-2.1", "other", "bob"});
    world.samplesFor(minutes(29), {.utilization = 0});
    world.now += minutes(6); // no samples: nobody knows what it did
    world.samplesFor(minutes(29), {.utilization = 0});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.samplesFor(minutes(2), {});
    EXPECT_TRUE(world.watch.alerts().empty()) << "what the board does not say is not 0";
    world.samplesFor(minutes(2), {.utilization = 0});
    EXPECT_EQ(world.watch.alerts().size(), 1u);
    world.gpuIs(0, GpuState::Free);
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, ForgetReadingsOfAMachineThatIsAway) {
    World world;
    world.isHeld();
    world.sample({.temperature = 90});
    world.agentIs(AgentState::Unreachable);
    EXPECT_EQ(world.lit("gpu-hot/GPU-a"), nullptr);
    EXPECT_EQ(world.watch.alerts().size(), 1u);
}

TEST(Alerts, ComeWhenAJobHasWaitedForLong) {
    World world;
    const auto job = world.queued("job-1", kStart);
    world.watch.job(job.id, &job, world.now);
    ASSERT_EQ(world.watch.nextDeadline(), Now(kStart + hours(1)).uptime);
    world.now = kStart + minutes(59);
    world.watch.tick(world.now);
    EXPECT_TRUE(world.watch.alerts().empty());
    world.now = kStart + hours(1);
    world.watch.tick(world.now);
    EXPECT_EQ(world.text("job-waits-long/job-1"),
        "Pending for more than 1 h: 8 GPUs requested, 2 free. See 'muster jobs explain job-1'");
    EXPECT_EQ(world.lit("job-waits-long/job-1")->name, "train");
    EXPECT_EQ(world.watch.nextDeadline(), std::nullopt);
    auto running = job;
    running.state = JobState::Running;
    world.watch.job(job.id, &running, world.now);
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, CountTheWaitOfAnotherAttemptAnew) {
    World world;
    auto job = world.queued("job-1", kStart - hours(9));
    job.attempts = 1;
    world.watch.job(job.id, &job, world.now);
    EXPECT_TRUE(world.watch.alerts().empty());
    EXPECT_EQ(world.watch.nextDeadline(), Now(kStart + hours(1)).uptime);
}

TEST(Alerts, AreAHundredForAFullQueueAndTheNextJobFollows) {
    World world;
    for (int i = 0; i < 250; ++i) {
        const auto job = world.queued(("job-" + std::to_string(i)).c_str(), kStart - hours(2));
        world.watch.job(job.id, &job, world.now);
    }
    EXPECT_EQ(world.watch.alerts().size(), 100u);
    EXPECT_EQ(world.watch.nextDeadline(), std::nullopt);
    const auto first = world.watch.alerts().begin()->second.object;
    world.watch.job({first}, nullptr, world.now);
    EXPECT_EQ(world.watch.alerts().size(), 100u);
    EXPECT_EQ(world.lit("job-waits-long/" + first), nullptr);
}

TEST(Alerts, AreSwitchedOffByAThresholdOfZero) {
    World world({.temperature = 0, .idleHold = {}, .queueTime = {}});
    world.isHeld();
    world.samplesFor(minutes(40), {.temperature = 99, .utilization = 0, .throttle = 0x40});
    const auto job = world.queued("job-1", kStart - hours(9));
    world.watch.job(job.id, &job, world.now);
    EXPECT_TRUE(world.watch.alerts().empty());
    EXPECT_EQ(world.watch.nextDeadline(), std::nullopt);
}

TEST(Alerts, AreAcknowledgedUntilTheyEnd) {
    World world;
    EXPECT_EQ(
        world.watch.acknowledge("gpu-lost/GPU-a", {.author = "alice"}, world.now).error().kind,
        Error::Kind::NotFound);
    world.gpuIs(0, GpuState::Lost);
    world.watch.take();
    ASSERT_TRUE(world.watch.acknowledge(
        "gpu-lost/GPU-a", {"alice", world.now, "ticket 12", std::nullopt}, world.now));
    const auto news = world.watch.take();
    ASSERT_EQ(news.events.size(), 1u);
    EXPECT_EQ(news.events[0].author, "alice");
    EXPECT_EQ(news.events[0].detail, "gpu-lost on node-7:0: ticket 12");
    EXPECT_EQ(news.alerts.count("gpu-lost/GPU-a"), 1u);
    EXPECT_EQ(world.watch.stored("gpu-lost/GPU-a")->seen->note, "ticket 12");
    world.gpuIs(0, GpuState::Free);
    EXPECT_EQ(world.watch.stored("gpu-lost/GPU-a"), nullptr);
    world.gpuIs(0, GpuState::Lost);
    EXPECT_EQ(world.lit("gpu-lost/GPU-a")->seen, std::nullopt);
}

TEST(Alerts, ThatAreMutedComeBackQuietlyUntilTheMuteIsOver) {
    World world;
    world.gpuIs(0, GpuState::Lost);
    EXPECT_FALSE(
        world.watch.acknowledge("gpu-lost/GPU-a", {"alice", world.now, "", world.now}, world.now));
    ASSERT_TRUE(world.watch.acknowledge(
        "gpu-lost/GPU-a", {"alice", world.now, "", kStart + hours(1)}, world.now));
    world.gpuIs(0, GpuState::Free);
    EXPECT_EQ(world.watch.nextDeadline(), Now(kStart + seconds(10)).uptime)
        << "the wall clock may be set meanwhile";
    EXPECT_EQ(world.watch.stored("gpu-lost/GPU-a")->since, Instant{});
    world.now += minutes(59);
    world.gpuIs(0, GpuState::Lost);
    EXPECT_EQ(world.lit("gpu-lost/GPU-a")->seen->author, "alice");
    world.gpuIs(0, GpuState::Free);
    world.watch.take();
    world.now += minutes(1);
    world.watch.tick(world.now);
    EXPECT_EQ(world.watch.stored("gpu-lost/GPU-a"), nullptr);
    EXPECT_EQ(world.watch.take().alerts.count("gpu-lost/GPU-a"), 1u) << "its record goes too";
    world.gpuIs(0, GpuState::Lost);
    EXPECT_EQ(world.lit("gpu-lost/GPU-a")->seen, std::nullopt);
}

TEST(Alerts, AboutAnIdleGpuCountTheTimeThatPassedNotTheWallClock) {
    World world;
    world.isHeld();
    world.samplesFor(minutes(20), {.utilization = 0});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.watch.sample(
        {"GPU-a"}, {.utilization = 0}, {world.now + hours(1), Now(world.now + seconds(1)).uptime});
    EXPECT_TRUE(world.watch.alerts().empty());
}

TEST(Alerts, OutliveTheMasterWithTheirTimeAndWhoHasSeenThem) {
    const Alert remembered{Rule::GpuLost, "GPU-a", "node-7:0", "text", kStart - hours(3),
        Acknowledgement{"alice", kStart - hours(2), "", std::nullopt}};
    World world({}, {remembered});
    ASSERT_NE(world.lit("gpu-lost/GPU-a"), nullptr) << "though its agent is not back yet";
    EXPECT_EQ(*world.lit("gpu-lost/GPU-a"), remembered);
    world.now += minutes(9);
    world.gpuIs(0, GpuState::Lost);
    EXPECT_EQ(world.lit("gpu-lost/GPU-a")->since, kStart - hours(3));
    EXPECT_EQ(world.lit("gpu-lost/GPU-a")->seen->author, "alice");
    EXPECT_TRUE(world.watch.take().events.empty()) << "it was raised in the last life";
}

TEST(Alerts, OfAnEarlierLifeThatDoNotComeBackEnd) {
    const Alert remembered{
        Rule::GpuLost, "GPU-a", "node-7:0", "text", kStart - hours(3), std::nullopt};
    World world({}, {remembered});
    const auto due = world.watch.nextDeadline();
    ASSERT_TRUE(due);
    EXPECT_GE(*due, Now(kStart + minutes(15)).uptime);
    world.watch.tick({kStart, *due});
    EXPECT_EQ(world.actions(), Texts{"alert ended"});
    EXPECT_EQ(world.watch.stored("gpu-lost/GPU-a"), nullptr);
    EXPECT_EQ(world.watch.nextDeadline(), std::nullopt);
}

TEST(Alerts, OfAnEarlierLifeEndWithAnEntryWhenTheirCauseIsGone) {
    const std::vector<Alert> remembered{
        {Rule::GpuLost, "GPU-a", "node-7:0", "text", kStart - hours(3), std::nullopt},
        {Rule::NodeCannotLaunch, "S0", "node-7", "text", kStart - hours(3), std::nullopt},
        {Rule::JobWaitsLong, "job-1", "train", "text", kStart - hours(3), std::nullopt}};
    Watch watch({}, remembered, kStart);
    EXPECT_EQ(watch.alerts().size(), 3u);
    EXPECT_TRUE(watch.take().empty());
    cluster::Agent agent{.id = {"S0"}, .info = {.hostname = "node-7"}};
    agent.state = AgentState::Disconnected;
    watch.agent(agent.id, &agent, kStart);
    EXPECT_EQ(watch.alerts().size(), 3u) << "it is not back yet";

    World world({}, remembered); // it is
    EXPECT_EQ(world.lit("node-cannot-launch/S0"), nullptr);
    world.gpuIs(0, GpuState::Free);
    auto ended = world.queued("job-1", kStart - hours(5));
    ended.state = JobState::Finished;
    world.watch.job(ended.id, &ended, world.now);
    EXPECT_EQ(world.actions(), (Texts{"alert ended", "alert ended"}));
    EXPECT_TRUE(world.watch.alerts().empty());
    EXPECT_EQ(world.watch.nextDeadline(), std::nullopt);
}

TEST(Alerts, OfARuleThatIsOffNowEndAtTheStart) {
    Watch watch({.temperature = 0},
        {{Rule::GpuHot, "GPU-a", "node-7:0", "text", kStart - hours(3), std::nullopt}}, kStart);
    EXPECT_TRUE(watch.alerts().empty());
    EXPECT_EQ(watch.take().events.size(), 1u);
}

TEST(Alerts, OfARuleThatIsOffNowLeaveNoRowOfIdleTimeThatWasNoAlertYet) {
    Alert counted{Rule::GpuIdleHold, "GPU-a", "node-7:0", "", kStart - minutes(20), std::nullopt};
    counted.holder = "F/job-1.1";
    counted.counted = kStart - minutes(3);
    Watch watch({.idleHold = Duration(0)}, {counted}, kStart);
    EXPECT_EQ(watch.stored("gpu-idle-hold/GPU-a"), nullptr);
    EXPECT_EQ(watch.nextDeadline(), std::nullopt) << "nothing is awaited";
    const auto news = watch.take();
    EXPECT_EQ(news.counts, std::set<std::string>{"gpu-idle-hold/GPU-a"});
    EXPECT_TRUE(news.alerts.empty());
    EXPECT_TRUE(news.events.empty());
}

TEST(Alerts, OfAJobsWaitGoOnForAnotherAttemptToo) {
    const Alert remembered{
        Rule::JobWaitsLong, "job-1", "train", "text", kStart - hours(3), std::nullopt};
    World world({}, {remembered});
    auto job = world.queued("job-1", kStart - hours(9));
    job.attempts = 1;
    world.watch.job(job.id, &job, world.now);
    ASSERT_NE(world.lit("job-waits-long/job-1"), nullptr);
    EXPECT_EQ(world.lit("job-waits-long/job-1")->since, remembered.since);
    EXPECT_EQ(world.actions(), Texts{});
    job.state = JobState::Running;
    world.watch.job(job.id, &job, world.now);
    EXPECT_EQ(world.actions(), Texts{"alert ended"});
}

TEST(Alerts, AboutAnIdleGpuGoOnAfterARestartWithTheSameHolder) {
    World before;
    before.isHeld();
    before.samplesFor(minutes(31), {.utilization = 0});
    const auto remembered = *before.watch.stored("gpu-idle-hold/GPU-a");
    EXPECT_EQ(remembered.holder, "F/job-1.1");
    EXPECT_EQ(remembered.counted, std::nullopt);

    World same({}, {remembered});
    same.isHeld();
    same.samplesFor(minutes(20), {.utilization = 0});
    ASSERT_NE(same.lit("gpu-idle-hold/GPU-a"), nullptr);
    EXPECT_EQ(*same.lit("gpu-idle-hold/GPU-a"), remembered);
    EXPECT_EQ(same.actions(), Texts{});
    same.sample({.utilization = 50});
    EXPECT_EQ(same.actions(), Texts{"alert ended"});

    World other({}, {remembered});
    other.gpuIs(0, GpuState::Allocated, {}, {"F", "job-2.1", "train", "alice"});
    EXPECT_EQ(other.actions(), Texts{"alert ended"});
}

TEST(Alerts, StoreTheIdleTimeThatIsNoAlertYetEveryFiveMinutes) {
    World world;
    world.isHeld();
    world.samplesFor(minutes(5), {.utilization = 0});
    EXPECT_EQ(world.watch.stored("gpu-idle-hold/GPU-a"), nullptr);
    world.samplesFor(seconds(1), {.utilization = 0});
    ASSERT_NE(world.watch.stored("gpu-idle-hold/GPU-a"), nullptr);
    EXPECT_EQ(world.watch.stored("gpu-idle-hold/GPU-a")->since, kStart + seconds(1));
    EXPECT_EQ(world.watch.stored("gpu-idle-hold/GPU-a")->counted, world.now);
    auto news = world.watch.take();
    EXPECT_EQ(news.counts.size(), 1u);
    EXPECT_TRUE(news.alerts.empty()) << "nobody is shown it";
    world.samplesFor(minutes(4), {.utilization = 0});
    EXPECT_FALSE(world.watch.hasNews());
    world.sample({.utilization = 50});
    EXPECT_EQ(world.watch.stored("gpu-idle-hold/GPU-a"), nullptr);
    EXPECT_EQ(world.watch.take().counts.size(), 1u) << "its row goes too";
}

TEST(Alerts, CountIdleTimeOnAfterARestart) {
    const auto counted = [](Duration ago, const char* holder) {
        Alert out{Rule::GpuIdleHold, "GPU-a", "node-7:0", "", kStart - minutes(20), std::nullopt};
        out.holder = holder;
        out.counted = kStart - ago;
        return out;
    };
    World world({}, {counted(minutes(3), "F/job-1.1")});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.isHeld();
    world.samplesFor(minutes(9), {.utilization = 0});
    EXPECT_TRUE(world.watch.alerts().empty());
    world.samplesFor(minutes(2), {.utilization = 0});
    ASSERT_NE(world.lit("gpu-idle-hold/GPU-a"), nullptr);
    EXPECT_EQ(world.lit("gpu-idle-hold/GPU-a")->since, kStart - minutes(20));

    for (const auto& before :
        {counted(minutes(11), "F/job-1.1"), counted(minutes(3), "F/job-2.1")}) {
        World anew({}, {before});
        anew.isHeld();
        EXPECT_EQ(anew.watch.stored("gpu-idle-hold/GPU-a"), nullptr);
        anew.samplesFor(minutes(11), {.utilization = 0});
        EXPECT_TRUE(anew.watch.alerts().empty());
    }
}

const Alert kAwayBefore{Rule::AgentUnreachable, "S0", "node-7", "text", kStart - hours(3),
    Acknowledgement{"alice", kStart - hours(2), "", std::nullopt}};

TEST(Alerts, OfASecondOutageAreNew) {
    World world({}, {kAwayBefore}); // it is back
    EXPECT_EQ(world.watch.stored("agent-unreachable/S0"), nullptr);
    world.now += minutes(2);
    world.agentIs(AgentState::Disconnected);
    world.now += minutes(2);
    world.agentIs(AgentState::Unreachable);
    ASSERT_NE(world.lit("agent-unreachable/S0"), nullptr);
    EXPECT_EQ(world.lit("agent-unreachable/S0")->since, world.now);
    EXPECT_EQ(world.lit("agent-unreachable/S0")->seen, std::nullopt);
}

TEST(Alerts, OfAnOutageThatGoesOnStayAsTheyWere) {
    Watch watch({}, {kAwayBefore}, kStart);
    cluster::Agent agent{.id = {"S0"}, .info = {.hostname = "node-7"}};
    agent.state = AgentState::Disconnected; // so is who has not come back to a new master
    watch.agent(agent.id, &agent, kStart);
    EXPECT_NE(watch.stored("agent-unreachable/S0"), nullptr);
    agent.state = AgentState::Unreachable;
    watch.agent(agent.id, &agent, kStart + minutes(10));
    const auto& alert = watch.alerts().at("agent-unreachable/S0");
    EXPECT_EQ(alert.since, kStart - hours(3));
    EXPECT_EQ(alert.seen->author, "alice");
}

TEST(Alerts, SayThatTheMastersDiskIsFull) {
    const Alert remembered{
        Rule::DiskFull, "master", "master", "text", kStart - hours(3), std::nullopt};
    World world({}, {remembered});
    world.watch.disk("", world.now);
    EXPECT_EQ(world.watch.stored("disk-full/master"), nullptr) << "there was room meanwhile";
    world.watch.disk("3 MiB are free", world.now);
    EXPECT_EQ(world.text("disk-full/master"), "3 MiB are free");
    EXPECT_EQ(world.lit("disk-full/master")->since, kStart);
    EXPECT_EQ(name(info(Rule::DiskFull).kind), "master");
    world.watch.disk("", world.now);
    EXPECT_EQ(world.lit("disk-full/master"), nullptr);
}

TEST(Alerts, SayThatTheMastersJournalIsAnOlderCopy) {
    World world;
    world.watch.journal("step 7 is lost", world.now);
    world.watch.disk("", world.now);
    EXPECT_EQ(world.text("journal-older/master"), "step 7 is lost");
    EXPECT_EQ(info(Rule::JournalOlder).severity, Severity::Critical);
    world.watch.journal("", world.now);
    EXPECT_EQ(world.lit("journal-older/master"), nullptr);
}

TEST(Alerts, AreFoundByTheBeginningOfTheirIds) {
    World world;
    world.gpuIs(0, GpuState::Lost);
    world.gpuIs(1, GpuState::Lost);
    EXPECT_EQ(*world.watch.find("gpu-lost/GPU-a"), "gpu-lost/GPU-a");
    EXPECT_EQ(world.watch.find("gpu-lost").error().message,
        "'gpu-lost' matches 2 alerts: use a longer prefix");
    EXPECT_EQ(world.watch.find("").error().kind, Error::Kind::NotFound);
    EXPECT_EQ(world.watch.find("job").error().kind, Error::Kind::NotFound);
}

TEST(Alerts, SayWhatIsWrongWithANodeAndEndWithIt) {
    World world;
    world.agent.info.troubles = {{NodeProblem::CannotLaunch, "runc exited with status 1"}};
    world.agent.claimedByOthers[{"GPU-b"}] = "GPU-b is of node-3 already";
    world.watch.agent(world.agent.id, &world.agent, world.now);
    EXPECT_EQ(world.text("node-cannot-launch/S0"),
        "No container can be launched on the node; it is not offered: runc exited with status 1. "
        "Fix what the message describes; the agent retries automatically");
    EXPECT_EQ(world.lit("node-cannot-launch/S0")->name, "node-7");
    EXPECT_EQ(world.text("gpu-claimed-twice/S0"),
        "Two agents claim the same GPU; it is not offered from this node: GPU-b is of node-3 "
        "already. Stop one of the two agents");
    EXPECT_EQ(world.actions(), (Texts{"alert raised", "alert raised"}));
    world.watch.agent(world.agent.id, &world.agent, world.now);
    EXPECT_EQ(world.actions(), Texts{}) << "no news";
    world.agent.info.troubles.clear();
    world.watch.agent(world.agent.id, &world.agent, world.now);
    EXPECT_EQ(world.lit("node-cannot-launch/S0"), nullptr);
    EXPECT_NE(world.lit("gpu-claimed-twice/S0"), nullptr);
    world.agentIs(AgentState::Unreachable);
    EXPECT_EQ(world.lit("gpu-claimed-twice/S0"), nullptr) << "nobody knows any more";
}

TEST(Alerts, SayThatAGpuIsInUseOutsideMuster) {
    World world;
    world.gpuIs(0, GpuState::Occupied, "in use by python3 of bob (pid 77, 59000 MiB)");
    EXPECT_EQ(world.text("gpu-occupied/GPU-a"),
        "The GPU is in use outside Muster: in use by python3 of bob (pid 77, 59000 MiB). Stop the "
        "process that uses it, or start the agent with --offer_occupied_gpus");
    EXPECT_EQ(info(world.lit("gpu-occupied/GPU-a")->rule).severity, Severity::Warning);
    world.gpuIs(0, GpuState::Free);
    EXPECT_EQ(world.lit("gpu-occupied/GPU-a"), nullptr);
}

} // namespace
} // namespace muster::alerts
