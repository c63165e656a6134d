// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>

#include "core/proto/protocol.h"
#include "core/proto/states.h"
#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using muster::v1::Reply;
using muster::v1::Request;

// An operator drains and resumes a node, holds and releases jobs, rescinds offers.
struct OperatorCommands : World {
    static Reply drain(Console& console, const std::string& node, const std::string& reason,
        std::int64_t maxGrace = 1000) {
        Request request;
        request.mutable_drain_node()->set_agent(node);
        request.mutable_drain_node()->set_reason(reason);
        request.mutable_drain_node()->set_author("alice");
        request.mutable_drain_node()->set_max_grace_ms(maxGrace);
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
    static Reply rescind(Console& console, const std::string& offer, const std::string& reason) {
        Request request;
        request.mutable_rescind_offer()->set_offer_id(offer);
        request.mutable_rescind_offer()->set_reason(reason);
        request.mutable_rescind_offer()->set_author("alice");
        return console.ask(request);
    }
    static Reply refusals(Console& console, const std::string& framework = {}) {
        Request request;
        request.mutable_query_refusals()->set_framework(framework);
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

TEST_F(OperatorCommands, ADrainEndsWhatRunsAndOutlivesTheMasterUntilItIsResumed) {
    auto& daemon = standalone();
    std::string hostname, job;
    {
        auto console = this->console(daemon);
        ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
        hostname = console.agents.begin()->second.hostname();
        job = console.submit("long", "sleep 600", "cpus:0.1;mem:32;gpus:1");
        ASSERT_TRUE(console.jobIs(job, "running"));
        EXPECT_EQ(drain(console, hostname, "").error().message(),
            "A drain needs a reason, which is shown to others");
        EXPECT_EQ(drain(console, "nowhere", "x").error().kind(), muster::v1::Error::NOT_FOUND);
        EXPECT_EQ(drain(console, hostname, "x", -1).error().message(),
            "The maximum grace period must be non-negative");
        EXPECT_FALSE(drain(console, hostname, "fan rattles").has_error());
        const auto& agent = console.agents.begin()->second;
        ASSERT_TRUE(console.until([&] { return agent.drain().done(); }, 20s))
            << agent.ShortDebugString();
        EXPECT_EQ(agent.drain().author(), "alice");
        EXPECT_EQ(agent.drain().reason(), "fan rattles");
        EXPECT_TRUE(console.jobIs(job, "queued")) << "it goes back to the queue";
        EXPECT_TRUE(audited(console, "drain", hostname + ": fan rattles"));
        EXPECT_EQ(drain(console, hostname, "again").error().message(),
            hostname + " is already drained, by alice: fan rattles");
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

TEST_F(OperatorCommands, AHeldJobWaitsOverARestartUntilItsRelease) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
        const auto all = console.submit("all", "sleep 600", "cpus:0.1;mem:32;gpus:4");
        ASSERT_TRUE(console.jobIs(all, "running"));
        job = console.submit("sweep", "true", "cpus:0.1;mem:32;gpus:1");
        EXPECT_EQ(hold(console, "sweep", "").error().message(),
            "A hold needs a reason, which is shown to others");
        EXPECT_EQ(hold(console, all, "x").error().message(),
            "Job '" + all + "' is already running: only pending jobs can be held");
        ASSERT_FALSE(hold(console, "sweep", "waits for data").has_error()) << "by its name";
        ASSERT_TRUE(console.until([&] { return console.job(job).has_hold(); }));
        EXPECT_EQ(proto::word(console.job(job).wait_reason()), "Held");
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
    EXPECT_EQ(proto::word(console.job(job).state()), "queued");
    EXPECT_FALSE(release(console, job).has_error());
    EXPECT_TRUE(console.jobIs(job, "finished", 20s));
    EXPECT_TRUE(audited(console, "hold", "waits for data"));
    EXPECT_EQ(release(console, job).error().message(), "Job '" + job + "' has ended: finished");
}

TEST_F(OperatorCommands, OfAnotherProtocolAreRefusedWithBothNumbers) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    Request request;
    request.mutable_query_audit()->set_limit(1);
    request.set_protocol(proto::kProtocol);
    EXPECT_FALSE(console.ask(request).has_error());
    request.set_protocol(proto::kProtocol + 1);
    const auto refused = console.ask(request);
    EXPECT_EQ(refused.error().kind(), muster::v1::Error::CONFLICT);
    EXPECT_EQ(refused.error().message(),
        fmt::format("This master speaks protocol {}, this client {}: install the same version of "
                    "Muster on both",
            proto::kProtocol, proto::kProtocol + 1));
}

TEST_F(OperatorCommands, AfterAnotherProtocolAreNotTaken) {
    auto& daemon = standalone();
    e2e::Wire wire(daemon.port, daemon.token(), "/ws/console", proto::kBinarySubprotocol);
    ASSERT_TRUE(wire.untilOpen());
    Request subscribe;
    subscribe.set_id(1);
    subscribe.set_protocol(proto::kProtocol + 1); // as the desktop console says it: once
    subscribe.mutable_subscribe();
    Request kill;
    kill.set_id(2);
    kill.mutable_kill_job()->set_job_id("nobody");
    for (const auto& request : {subscribe, kill}) {
        wire.send(proto::encode(request, proto::Encoding::Binary), true);
    }
    ASSERT_TRUE(wire.untilClosed());
    ASSERT_EQ(wire.messages.size(), 1u) << "no answer to the order";
    muster::v1::Message message;
    ASSERT_TRUE(proto::parseBytes(wire.messages[0], proto::Encoding::Binary, message));
    EXPECT_EQ(message.reply().error().kind(), muster::v1::Error::CONFLICT);
}

TEST_F(OperatorCommands, RefuseANameThatSeveralJobsHave) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto one = console.submit("twin", "true", "cpus:0.1;mem:32;gpus:99");
    const auto other = console.submit("twin", "true", "cpus:0.1;mem:32;gpus:99");
    EXPECT_EQ(hold(console, "twin", "x").error().message(),
        "2 jobs are named 'twin': use the id of one, " + one + ", " + other);
    EXPECT_FALSE(hold(console, other, "x").has_error());
    EXPECT_EQ(hold(console, "nobody", "x").error().message(), "No job 'nobody': see 'muster jobs'");
}

TEST_F(OperatorCommands, ARescindedOfferIsTheFrameworksAgainAfterFiveSeconds) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    const auto& id = offer->id().value();
    EXPECT_EQ(rescind(console, id, "").error().message(),
        "Rescinding an offer needs a reason, which is shown to others");
    EXPECT_EQ(rescind(console, "O999", "x").error().kind(), muster::v1::Error::NOT_FOUND);
    EXPECT_EQ(rescind(console, "O999", "x").error().message(),
        "No offer 'O999' is outstanding: see 'muster offers'");
    const auto before = std::chrono::steady_clock::now();
    ASSERT_FALSE(rescind(console, id.substr(id.rfind('-') + 1), "train waits").has_error())
        << "by the end of its id";
    EXPECT_TRUE(framework.until([&] {
        return framework.events.back().type() == mesos::v1::scheduler::Event::RESCIND
            && framework.events.back().rescind().offer_id().value() == id;
    }));
    const auto refused = refusals(console).refusals();
    ASSERT_EQ(refused.rows_size(), 1) << refused.ShortDebugString();
    EXPECT_EQ(refused.rows(0).framework_id(), framework.id());
    EXPECT_EQ(proto::word(refused.rows(0).reason()), "rescinded");
    EXPECT_EQ(refused.rows(0).hostname(), offer->hostname());
    EXPECT_TRUE(framework.offer(4));
    EXPECT_GE(std::chrono::steady_clock::now() - before, 4900ms);
    EXPECT_EQ(refusals(console).refusals().rows_size(), 0);
    EXPECT_EQ(rescind(console, id, "again").error().kind(), muster::v1::Error::NOT_FOUND);
    Request audit;
    audit.mutable_query_audit()->set_limit(100);
    const auto rows = console.ask(audit).audit();
    const auto entry = std::find_if(rows.rows().begin(), rows.rows().end(),
        [](const auto& row) { return row.action() == "rescind"; });
    ASSERT_NE(entry, rows.rows().end());
    EXPECT_EQ(entry->author(), "alice");
    EXPECT_EQ(entry->object(), id);
    EXPECT_TRUE(entry->detail().ends_with(": train waits")) << entry->detail();
}

TEST_F(OperatorCommands, WhatAFrameworkDeclinesIsToldUntilItRevivesItsOffers) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    mesos::v1::scheduler::Call decline;
    decline.set_type(mesos::v1::scheduler::Call::DECLINE);
    *decline.mutable_decline()->add_offer_ids() = offer->id();
    decline.mutable_decline()->mutable_filters()->set_refuse_seconds(600);
    framework.send(decline);
    ASSERT_TRUE(framework.until([&] { return refusals(console).refusals().rows_size() == 1; }));
    const auto row = refusals(console, framework.id()).refusals().rows(0);
    EXPECT_EQ(proto::word(row.reason()), "declined");
    EXPECT_EQ(row.why(), "The framework declined the offer");
    EXPECT_EQ(row.resources().gpus(), 4000) << row.ShortDebugString();
    EXPECT_GT(row.until_ms(), 0);
    EXPECT_EQ(refusals(console, "nobody").error().message(), "No framework 'nobody' is subscribed");
    mesos::v1::scheduler::Call suppress;
    suppress.set_type(mesos::v1::scheduler::Call::SUPPRESS);
    framework.send(suppress);
    ASSERT_TRUE(framework.until([&] { return refusals(console).refusals().withheld_size() == 1; }));
    EXPECT_EQ(proto::word(refusals(console).refusals().withheld(0).reason()), "suppressed");
    mesos::v1::scheduler::Call revive;
    revive.set_type(mesos::v1::scheduler::Call::REVIVE);
    framework.send(revive);
    EXPECT_TRUE(framework.offer(4));
    EXPECT_EQ(refusals(console).refusals().ByteSizeLong(), 0u);
}

} // namespace
} // namespace muster::e2e
