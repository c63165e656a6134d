// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/alerts.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/journal_codec.h"
#include "agentd/master/view.h"
#include "core/proto/states.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

// A master with one machine whose GPU is as the test says.
struct AlertingMaster : TestMaster {
    history::Journal past = *history::Journal::open(folder / "control.db");
    std::unique_ptr<Alerts> watched;
    std::set<std::string> told;

    AlertingMaster() { begin(); }
    void start(const std::string& master) {
        watched.reset();
        open(master);
        begin();
    }
    void begin() {
        watched
            = std::make_unique<Alerts>(io, *control, alerts::Thresholds{}, *recoverAlerts(past));
        watched->onChanged
            = [this](const std::set<std::string>& ids) { told.insert(ids.begin(), ids.end()); };
        control->onEvents = [this](const BatchEvents& events) { watched->onEvents(events); };
        run();
        connectAgent();
    }
    static cluster::AgentInfo info() {
        cluster::AgentInfo out{.hostname = "node-7", .total = *Resources::parse("cpus:4;gpus:1")};
        out.gpus = {{.uuid = {"GPU-a"}}};
        return out;
    }
    void registers(GpuState state) {
        control->fromAgent(
            agent, cluster::Register{agentId, info(), {{.gpu = {"GPU-a"}, .state = state}}, {}});
        run();
        update(state); // with the id that it was given
    }
    void update(GpuState state, int times = 1) {
        for (int i = 0; i < times; ++i) {
            control->fromAgent(
                agent, cluster::AgentUpdate{info(), {{.gpu = {"GPU-a"}, .state = state}}});
        }
        run();
        run(); // what the alerts keep is the batch after it
    }
    Status acknowledge(const std::string& beginning, alerts::Acknowledgement seen) {
        std::optional<Status> answer;
        watched->acknowledge(
            beginning, std::move(seen), [&answer](const Status& status) { answer = status; });
        run();
        EXPECT_TRUE(answer.has_value());
        return answer.value_or(Status{});
    }
    std::vector<std::string> audited() {
        std::vector<std::string> out;
        const auto entries = past.audit({}, Instant::max(), 100);
        for (const auto& entry : *entries) {
            out.insert(out.begin(), entry.author + " " + entry.action);
        }
        return out;
    }
};

using Texts = std::vector<std::string>;

TEST(AlertsOfAMaster, AreToldAndAudited) {
    AlertingMaster world;
    world.registers(GpuState::Lost);
    ASSERT_NE(world.watched->find("gpu-lost/GPU-a"), nullptr);
    EXPECT_EQ(world.watched->find("gpu-lost/GPU-a")->name, "node-7:0");
    EXPECT_EQ(world.told, (std::set<std::string>{"gpu-lost/GPU-a"}));
    world.update(GpuState::Free);
    EXPECT_EQ(world.watched->find("gpu-lost/GPU-a"), nullptr);
    EXPECT_TRUE(world.past.load(kAlert)->empty());
    EXPECT_EQ(world.audited(),
        (Texts{"master agent joined", "master alert raised", "master alert ended"}));
}

TEST(AlertsOfAMaster, AreAcknowledgedWhenItIsOnTheDisk) {
    AlertingMaster world;
    world.registers(GpuState::Lost);
    const Instant at = now();
    EXPECT_EQ(world.acknowledge("nothing", {.author = "alice", .at = at}).error().kind,
        Error::Kind::NotFound);
    ASSERT_TRUE(world.acknowledge("gpu-lost", {"alice", at, "ticket 12", std::nullopt}));
    const auto kept = *recoverAlerts(world.past);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].seen->author, "alice");
    EXPECT_EQ(kept[0].seen->note, "ticket 12");
    EXPECT_EQ(world.audited().back(), "alice acknowledge alert");
}

TEST(AlertsOfAMaster, SayThatItsJournalIsAnOlderCopyAlsoAfterItsRestart) {
    AlertingMaster world;
    world.control->onOlderCopy = [&world] { world.watched->lookAtJournal(); };
    auto seen = world.control->mark();
    seen.sequence += 7;
    EXPECT_FALSE(world.control->fits(seen));
    world.run();
    ASSERT_NE(world.watched->find("journal-older/master"), nullptr);
    EXPECT_EQ(world.watched->find("journal-older/master")->text,
        world.control->admission().olderCopy()->message);
    EXPECT_EQ(world.told, (std::set<std::string>{"journal-older/master"}));
    EXPECT_EQ(
        world.acknowledge("journal-older", {"alice", now(), "", std::nullopt}).error().message,
        world.control->admission().olderCopy()->message);
    world.run();
    world.start("M2");
    EXPECT_NE(world.watched->find("journal-older/master"), nullptr);
}

TEST(AlertsOfAMaster, AreStillAcknowledgedAfterItsRestart) {
    AlertingMaster world;
    world.registers(GpuState::Lost);
    ASSERT_TRUE(world.acknowledge("gpu-lost", {"alice", now(), "", std::nullopt}));
    const auto since = world.watched->find("gpu-lost/GPU-a")->since;
    world.start("M2");
    ASSERT_NE(world.watched->find("gpu-lost/GPU-a"), nullptr) << "its agent is not back yet";
    EXPECT_EQ(world.watched->find("gpu-lost/GPU-a")->seen->author, "alice");
    const auto before = world.audited();
    world.registers(GpuState::Lost);
    const auto* alert = world.watched->find("gpu-lost/GPU-a");
    ASSERT_NE(alert, nullptr);
    EXPECT_EQ(alert->seen->author, "alice");
    EXPECT_EQ(std::chrono::floor<std::chrono::milliseconds>(since), alert->since);
    EXPECT_EQ(world.audited().size(), before.size() + 1) << "the agent joined, nothing was raised";
}

TEST(AlertsOfAMaster, ComeFromSamplesToo) {
    AlertingMaster world;
    world.registers(GpuState::Free);
    TelemetryHub::Values values;
    values.fill(kUnknown);
    values[static_cast<std::size_t>(Metric::Temperature)] = 91;
    world.watched->onValues({"GPU-a"}, values);
    world.run();
    EXPECT_NE(world.watched->find("gpu-hot/GPU-a"), nullptr);
    EXPECT_EQ(world.past.load(kAlert)->size(), 1u);
    world.told.clear();
    world.watched->onValues({"GPU-a"}, values);
    EXPECT_TRUE(world.told.empty());
}

TEST(AlertsOfAMaster, KeepTheOrderOfWhatIsKeptInOneBatch) {
    AlertingMaster world;
    history::Change raised, ended;
    raised.upserts.push_back({kAlert, "a", "1"});
    ended.removals.emplace_back(kAlert, "a");
    bool written = false;
    world.control->keep(raised);
    world.control->keep(ended);
    world.control->keep(raised, [&] {
        written = true;
        EXPECT_EQ(world.past.load(kAlert)->size(), 1u);
    });
    EXPECT_FALSE(written);
    world.run();
    EXPECT_TRUE(written);
}

TEST(AlertRows, KeepWhatIsNoAlertYet) {
    alerts::Alert counting{alerts::Rule::GpuIdleHold, "GPU-a", "node-7:0", "",
        Instant(std::chrono::seconds(1700000000)), std::nullopt};
    counting.holder = "F/job-1.1";
    counting.counted = Instant(std::chrono::seconds(1700000300));
    EXPECT_EQ(*alertFromRow(alertRecord(counting).payload), counting);
}

TEST(AlertRows, AreReadAsTheyWereWritten) {
    const alerts::Alert alert{alerts::Rule::GpuHot, "GPU-a", "node-7:0", "It is hot",
        Instant(std::chrono::seconds(1700000000)),
        alerts::Acknowledgement{"alice", Instant(std::chrono::seconds(1700000100)), "fan",
            Instant(std::chrono::seconds(1700009999))}};
    const auto shown = row(alert);
    EXPECT_EQ(shown.id(), "gpu-hot/GPU-a");
    EXPECT_EQ(proto::word(shown.severity()), "warning");
    EXPECT_EQ(proto::word(shown.object_kind()), "gpu");
    AlertingMaster world;
    history::Change change;
    change.upserts = {alertRecord(alert), {kAlert, "new-rule/x", "\x12\x08new-rule"}};
    world.control->keep(change);
    world.run();
    EXPECT_EQ(*recoverAlerts(world.past), std::vector{alert})
        << "what a later version left is not in the way";
}

} // namespace
} // namespace muster::agentd
