// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_endpoint.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using mesos::v1::scheduler::Call;
using mesos::v1::scheduler::Event;

// A scheduler's connection, and what it is told.
struct FakeScheduler : FakeSession<Event> {
    FakeScheduler() : FakeSession(std::string(proto::kBinarySubprotocol)) { mayBeClosed = true; }
};

// A master and a framework that has subscribed.
struct SubscribedFramework : TestMaster {
    FrameworkEndpoint frameworks{*control, Gate()};
    net::WebSocketEndpoint endpoint = frameworks.endpoint();
    std::shared_ptr<FakeScheduler> scheduler = subscribe();

    ~SubscribedFramework() { endpoint.onClose(scheduler, {}); }

    void send(const std::shared_ptr<FakeScheduler>& from, const Call& call) {
        endpoint.onMessage(from, call.SerializeAsString(), false);
        run();
    }
    std::shared_ptr<FakeScheduler> subscribe() {
        auto out = std::make_shared<FakeScheduler>();
        endpoint.onOpen(out);
        Call call;
        call.set_type(Call::SUBSCRIBE);
        *call.mutable_subscribe()->mutable_framework_info() = info();
        send(out, call);
        return out;
    }
    static mesos::v1::FrameworkInfo info() {
        mesos::v1::FrameworkInfo out;
        out.set_name("test");
        out.set_user("root");
        out.add_capabilities()->set_type(mesos::v1::FrameworkInfo::Capability::PARTITION_AWARE);
        return out;
    }
    Call call(Call::Type type) const {
        Call out;
        out.set_type(type);
        *out.mutable_framework_id() = scheduler->got.at(0).subscribed().framework_id();
        return out;
    }
    void limitPages(int pages) {
        ASSERT_TRUE(journal.database().execute("PRAGMA max_page_count = " + std::to_string(pages)));
    }
    void runUntilAWriteFails() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!control->admission().whyNotBegin() && std::chrono::steady_clock::now() < end) {
            io.restart();
            io.run_one_for(std::chrono::milliseconds(100));
        }
    }
    mesos::v1::Offer lastOffer() const {
        mesos::v1::Offer out;
        for (const auto& event : scheduler->got) {
            for (const auto& offer : event.offers().offers()) {
                out = offer;
            }
        }
        EXPECT_TRUE(out.has_id());
        return out;
    }
    // Of all of the offer, for one task "t".
    Call accept(const mesos::v1::Offer& offer) const {
        auto out = call(Call::ACCEPT);
        *out.mutable_accept()->add_offer_ids() = offer.id();
        auto& launch = *out.mutable_accept()->add_operations();
        launch.set_type(mesos::v1::Offer::Operation::LAUNCH);
        auto& task = *launch.mutable_launch()->add_task_infos();
        task.set_name("train");
        task.mutable_task_id()->set_value("t");
        *task.mutable_agent_id() = offer.agent_id();
        *task.mutable_resources() = offer.resources();
        task.mutable_command()->set_value("true");
        return out;
    }
    // The texts of all errors that it was told of.
    std::vector<std::string> errors() const {
        std::vector<std::string> out;
        for (const auto& event : scheduler->got) {
            if (event.type() == Event::ERROR) {
                out.push_back(event.error().message());
            }
        }
        return out;
    }
};

using Texts = std::vector<std::string>;

const cluster::AgentInfo kNode{.hostname = "node-1", .total = *Resources::parse("cpus:4;mem:1024")};

TEST(FrameworkEndpoint, AnswersAWrongCallWithAnErrorAndClosesTheConnection) {
    SubscribedFramework world;
    world.send(world.scheduler, world.call(Call::ACCEPT));
    EXPECT_EQ(world.errors(),
        Texts{"Failed to validate scheduler::Call: Expecting 'accept' to be present"});
    EXPECT_NE(world.scheduler->closed, "");
}

TEST(FrameworkEndpoint, DropsTheTasksOfAnAcceptThatTheMasterDoesNotTakeOn) {
    SubscribedFramework world;
    world.addAgent(kNode);
    const auto offer = world.lastOffer();
    world.measureDisk = [](const std::filesystem::path&) { return DiskRoom::kLeast - 1; };
    world.control->lookAtDisk();
    ASSERT_TRUE(world.control->admission().whyNotBegin());
    const auto why = world.control->admission().whyNotBegin()->message;
    world.send(world.scheduler, world.accept(offer));
    EXPECT_EQ(world.errors(), Texts{});
    EXPECT_EQ(world.scheduler->closed, "");
    const auto& got = world.scheduler->got;
    const auto update = std::ranges::find(got, Event::UPDATE, &Event::type);
    ASSERT_NE(update, got.end());
    EXPECT_EQ(update->update().status().task_id().value(), "t");
    EXPECT_EQ(update->update().status().state(), mesos::v1::TASK_DROPPED);
    EXPECT_EQ(update->update().status().message(), why);
    EXPECT_EQ(world.control->master().offer({offer.id().value()}), nullptr) << "it is given back";
}

TEST(FrameworkEndpoint, KeepsNoAcceptsWhileAWriteWaitsForRoom) {
    SubscribedFramework world;
    world.addAgent(kNode);
    const auto accept = world.accept(world.lastOffer()).SerializeAsString();
    world.limitPages(100);
    world.control->keep({.upserts = {{"test", "large", std::string(1'000'000, 'x')}}});
    world.runUntilAWriteFails();
    ASSERT_TRUE(world.control->admission().whyNotEnd());
    const auto why = world.control->admission().whyNotEnd()->message;
    const auto waiting = world.control->waiting();
    for (int i = 0; i < 3; ++i) {
        world.endpoint.onMessage(world.scheduler, accept, false);
    }
    EXPECT_EQ(world.control->waiting(), waiting);
    EXPECT_EQ(world.errors(), Texts(3, why)) << "it would wait in vain";
    EXPECT_EQ(world.scheduler->closed, "");
    world.limitPages(100'000); // before it is written again, a second later
    world.run();
}

TEST(FrameworkEndpoint, TellsWhoeverWaitsThatItsMasterDecidesNothing) {
    SubscribedFramework world;
    auto seen = world.control->mark();
    seen.sequence += 7; // by an agent of a later copy of the journal
    ASSERT_FALSE(world.control->fits(seen));
    world.run();
    auto decline = world.call(Call::DECLINE);
    decline.mutable_decline()->add_offer_ids()->set_value("M1-O1");
    world.send(world.scheduler, decline);
    EXPECT_EQ(world.errors(), Texts{}) << "nobody waits for its effect";
    auto accept = world.call(Call::ACCEPT);
    accept.mutable_accept()->add_offer_ids()->set_value("M1-O1");
    world.send(world.scheduler, accept);
    const auto why = world.control->admission().olderCopy()->message;
    EXPECT_EQ(world.errors(), Texts{why});
    EXPECT_EQ(world.scheduler->closed, "");
    const auto late = world.subscribe();
    ASSERT_EQ(late->got.size(), 1u);
    EXPECT_EQ(late->got[0].error().message(), why);
    EXPECT_NE(late->closed, "");
    world.endpoint.onClose(late, {});
}

TEST(FrameworkEndpoint, AnswersAnUpdateThatDoesNotFitWithAnError) {
    SubscribedFramework world;
    auto update = world.call(Call::UPDATE_FRAMEWORK);
    auto& info = *update.mutable_update_framework()->mutable_framework_info();
    info = SubscribedFramework::info();
    *info.mutable_id() = update.framework_id();
    info.set_name("renamed");
    world.send(world.scheduler, update);
    EXPECT_EQ(world.errors(), Texts{});
    info.set_user("bob");
    world.send(world.scheduler, update);
    ASSERT_EQ(world.errors().size(), 1u);
    EXPECT_TRUE(world.errors()[0].starts_with("FrameworkInfo update is not valid: Updating "
                                              "'FrameworkInfo.user' is unsupported"))
        << world.errors()[0];
    EXPECT_EQ(world.scheduler->closed, "");
}

} // namespace
} // namespace muster::agentd
