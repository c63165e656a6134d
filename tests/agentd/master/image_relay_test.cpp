// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/image_relay.h"

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "core/proto/agent.h"
#include "tests/agentd/master/fake_console.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

// An agent's connection, and what it was asked of its images.
struct FakeNode : FakeSession<muster::v1::AgentCommand> {
    std::vector<muster::v1::ImageCall> asked;

protected:
    void onMessage(const muster::v1::AgentCommand& command) override {
        if (command.has_images()) {
            asked.push_back(command.images().call());
        }
    }
};

// A master with one node, of whose images a console asks.
struct MasterWithImages : TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, muster::v1::Cluster()};
    AgentEndpoint agents{*control, hub, publisher, "10.0.0.1", Gate(), *AgentIds::recover(journal)};
    ImageRelay images{*control, agents};
    const std::shared_ptr<FakeNode> node = std::make_shared<FakeNode>();
    const std::shared_ptr<FakeConsole> console = std::make_shared<FakeConsole>();

    MasterWithImages() {
        run();
        const auto endpoint = agents.endpoint();
        endpoint.onOpen(node);
        const cluster::AgentInfo info{
            .hostname = "node-7", .total = *Resources::parse("cpus:4;mem:1024")};
        const auto message
            = proto::toProto(cluster::AgentMessage(cluster::Register{{}, info, {}, {}}));
        endpoint.onMessage(node, message.SerializeAsString(), false);
        run();
    }
    ~MasterWithImages() { agents.endpoint().onClose(node, {}); }

    Status ask(const muster::v1::ImageCall& call, const std::string& agent = "") {
        muster::v1::AskImages request;
        request.set_agent(agent);
        *request.mutable_call() = call;
        request.set_author("alice");
        auto asked = images.ask({console, proto::Encoding::Binary, 1}, request);
        run();
        return asked;
    }
    std::vector<std::string> audited() {
        std::vector<std::string> out;
        const auto entries = journal.audit({}, Instant::max(), 100);
        for (const auto& entry : *entries) {
            if (entry.author == "alice") {
                out.push_back(fmt::format("{}: {}: {}", entry.action, entry.object, entry.detail));
            }
        }
        return out;
    }
};

using Texts = std::vector<std::string>;

TEST(ImageRelay, PutsPullsAndPrunesIntoTheAuditLog) {
    MasterWithImages world;
    muster::v1::ImageCall call;
    call.set_list(true);
    EXPECT_TRUE(world.ask(call));
    call.set_list(false); // what was asked is which field is there
    EXPECT_TRUE(world.ask(call));
    EXPECT_EQ(world.audited(), Texts{});
    call.set_pull("busybox:1.36");
    EXPECT_TRUE(world.ask(call));
    EXPECT_EQ(world.audited(), Texts{"pull image: cluster: busybox:1.36 on 1 node"});
    call.set_prune(true);
    EXPECT_TRUE(world.ask(call, "node-7"));
    EXPECT_EQ(world.audited().at(0), "prune images: node-7: on 1 node") << "the newest first";
    EXPECT_FALSE(world.ask(call, "node-8"));
    EXPECT_EQ(world.audited().size(), 2u) << "nobody was asked";
    EXPECT_EQ(world.node->asked.size(), 4u);
}

} // namespace
} // namespace muster::agentd
