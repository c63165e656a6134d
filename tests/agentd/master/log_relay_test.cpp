// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/log_relay.h"

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "core/proto/agent.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using AgentSession = FakeSession<muster::v1::AgentCommand>;
using ConsoleSession = FakeSession<muster::v1::Message>;

struct World : TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, muster::v1::Cluster()};
    AgentEndpoint agents{*control, hub, publisher, "10.0.0.1", Gate(), *AgentIds::recover(journal)};
    LogRelay relay{agents};
    net::WebSocketEndpoint endpoint = agents.endpoint();
    std::shared_ptr<AgentSession> node = std::make_shared<AgentSession>();
    std::shared_ptr<ConsoleSession> console = std::make_shared<ConsoleSession>();

    World() {
        endpoint.onOpen(node);
        for (int i = 0; i < 2; ++i) { // then with the id that it was given
            tell(proto::toProto(
                cluster::AgentMessage(cluster::Register{agentId, {.hostname = "node-7"}, {}, {}})));
            run();
            for (const auto& command : node->got) {
                agentId = {command.has_registered() ? command.registered().id() : agentId.value};
            }
        }
        node->got.clear();
    }
    void tell(const muster::v1::AgentMessage& message) {
        endpoint.onMessage(node, message.SerializeAsString(), false);
    }
    Status read(std::uint64_t request, std::uint64_t window) {
        muster::v1::ReadLog read;
        read.set_file("stdout");
        read.set_window(window);
        return relay.start(
            {console, proto::Encoding::Binary, request}, {{{"F"}, {"t"}}, agentId, "box"}, read);
    }
    void take(const net::SessionPtr& session, std::uint64_t request, std::uint64_t bytes) {
        muster::v1::LogTaken taken;
        taken.set_request_id(request);
        taken.set_bytes(bytes);
        relay.taken(session, taken);
    }
};

TEST(LogRelay, PassesPiecesToTheConsoleUntilTheEnd) {
    World world;
    ASSERT_TRUE(world.read(3, 0));
    ASSERT_EQ(world.node->got.size(), 1u);
    const auto asked = world.node->got[0].read_log();
    EXPECT_EQ(asked.sandbox(), "box");
    EXPECT_EQ(asked.window(), 0u);
    muster::v1::AgentMessage message;
    message.mutable_log()->set_stream(asked.stream());
    message.mutable_log()->set_data("hello");
    world.tell(message);
    message.mutable_log()->set_end(true);
    world.tell(message);
    world.tell(message); // too late
    ASSERT_EQ(world.console->got.size(), 2u);
    EXPECT_EQ(world.console->got[0].reply().id(), 3u);
    EXPECT_EQ(world.console->got[0].reply().log().data(), "hello");
    EXPECT_TRUE(world.console->got[1].reply().log().end());
}

TEST(LogRelay, TellsTheAgentOfTheWindowAndOfWhatItsReaderHasTaken) {
    World world;
    ASSERT_TRUE(world.read(3, 1000));
    ASSERT_TRUE(world.read(4, 2000));
    const auto first = world.node->got[0].read_log();
    const auto second = world.node->got[1].read_log();
    EXPECT_EQ(first.window(), 1000u);
    EXPECT_EQ(second.window(), 2000u);
    world.node->got.clear();
    world.take(world.console, 4, 700);
    ASSERT_EQ(world.node->got.size(), 1u);
    EXPECT_EQ(world.node->got[0].log_taken().stream(), second.stream());
    EXPECT_EQ(world.node->got[0].log_taken().bytes(), 700u);
    world.take(world.console, 4, 0); // nothing
    world.take(std::make_shared<ConsoleSession>(), 4, 700);
    world.take(world.console, 5, 700);
    world.relay.cancel(world.console, 4);
    world.take(world.console, 4, 700);
    ASSERT_EQ(world.node->got.size(), 2u) << "of others and of what is cancelled nobody is told";
    EXPECT_EQ(world.node->got[1].cancel_log(), second.stream());
}

TEST(LogRelay, CancelsAllOfAConsoleThatIsClosed) {
    World world;
    ASSERT_TRUE(world.read(3, 0));
    ASSERT_TRUE(world.read(4, 0));
    ASSERT_TRUE(world.read(4, 0)); // in place of the former
    ASSERT_EQ(world.node->got.size(), 4u);
    EXPECT_EQ(world.node->got[3].cancel_log(), world.node->got[1].read_log().stream());
    world.relay.cancelAll(std::make_shared<ConsoleSession>());
    EXPECT_EQ(world.node->got.size(), 4u);
    world.relay.cancelAll(world.console);
    ASSERT_EQ(world.node->got.size(), 6u);
    EXPECT_EQ(world.node->got[4].cancel_log(), world.node->got[0].read_log().stream());
    EXPECT_EQ(world.node->got[5].cancel_log(), world.node->got[2].read_log().stream());
    world.relay.cancelAll(world.console);
    EXPECT_EQ(world.node->got.size(), 6u);
}

} // namespace
} // namespace muster::agentd
