// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_endpoint.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "core/kernel/base/audit_kind.h"
#include "core/proto/agent.h"
#include "core/proto/encoding.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

TEST(AgentIp, IsTheAddressOfItsConnection) {
    EXPECT_EQ(agentIp("10.0.0.7", "10.0.0.1"), "10.0.0.7");
    EXPECT_EQ(agentIp("fd00::7", "10.0.0.1"), "fd00::7");
    EXPECT_EQ(agentIp("::ffff:10.0.0.7", "10.0.0.1"), "10.0.0.7");
}

TEST(AgentIp, IsThatOfTheMasterOnTheMastersMachine) {
    EXPECT_EQ(agentIp("127.0.0.1", "10.0.0.1"), "10.0.0.1");
    EXPECT_EQ(agentIp("uid 0", "10.0.0.1"), "10.0.0.1");
    EXPECT_EQ(agentIp("127.0.0.1", "0.0.0.0"), "127.0.0.1");
    EXPECT_EQ(agentIp("127.0.0.1", "127.0.0.1"), "127.0.0.1");
}

// An agent's connection, and what it is told.
struct AgentSession : FakeSession<muster::v1::AgentCommand> {
    std::string agent; // its id
    std::string secret;
    muster::v1::JournalMark mark;

    AgentSession() { mayBeClosed = true; }

protected:
    void onMessage(const muster::v1::AgentCommand& command) override {
        if (command.has_registered()) {
            agent = command.registered().id();
        }
        if (command.has_journal()) {
            mark = command.journal();
        }
    }
};

// What one life of a master consists of, as far as agents are concerned.
struct Life {
    boost::asio::io_context io;
    history::Journal journal;
    history::Telemetry telemetry;
    TelemetryHub hub{telemetry};
    LiveData live;
    std::unique_ptr<Control> control;
    std::unique_ptr<Alerts> alerts;
    std::unique_ptr<Publisher> publisher;
    std::unique_ptr<AgentEndpoint> agents;
    net::WebSocketEndpoint endpoint;

    Life(const test::TemporaryFolder& folder, const std::string& id)
        : journal(*history::Journal::open(folder / "control.db")),
          telemetry(*history::Telemetry::open({.path = folder / "telemetry.db"})) {
        control
            = *Control::open(io, {.master = {.id = id, .maxGoneAgents = 1}, .jobs = {}}, journal);
        alerts = std::make_unique<Alerts>(
            io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>());
        publisher
            = std::make_unique<Publisher>(io, *control, *alerts, hub, live, muster::v1::Cluster());
        agents = std::make_unique<AgentEndpoint>(
            *control, hub, *publisher, "10.0.0.1", Gate(), *AgentIds::recover(journal));
        endpoint = agents->endpoint();
        control->onEvents = [this](const BatchEvents& events) { agents->onEvents(events); };
    }
    void run() { settle(io, *control); }
    void receive(const std::shared_ptr<AgentSession>& session) {
        cluster::AgentInfo info{
            .hostname = "node-7", .total = *Resources::parse("cpus:4;mem:1024")};
        auto message = proto::toProto(
            cluster::AgentMessage(cluster::Register{{session->agent}, info, {}, {}}));
        *message.mutable_register_()->mutable_journal() = session->mark;
        message.mutable_register_()->set_secret(session->secret);
        endpoint.onMessage(session, proto::encode(message, proto::Encoding::Binary), false);
        run();
    }
};

struct Master {
    test::TemporaryFolder folder;
    std::unique_ptr<Life> life;

    void start(const std::string& id) {
        life.reset();
        life = std::make_unique<Life>(folder, id);
        life->run();
    }
    // An agent that was told of `known` before; a new one registers once more, with its id.
    std::shared_ptr<AgentSession> registers(const AgentSession& known = {}) {
        auto session = std::make_shared<AgentSession>();
        session->agent = known.agent;
        session->secret = known.secret;
        session->mark = known.mark;
        life->endpoint.onOpen(session);
        life->receive(session);
        if (known.agent.empty()) {
            life->receive(session);
        }
        return session;
    }
    // The ids whose secrets are in the journal.
    std::vector<std::string> secrets() const {
        std::vector<std::string> out;
        for (const auto& row : life->journal.load("agent-secret").value()) {
            out.push_back(row.id);
        }
        return out;
    }
};

bool isRefused(const AgentSession& session) {
    return session.closed.starts_with("The master's journal is an older copy: agents have seen ");
}

TEST(AgentEndpoint, TellsItsAgentsOfStepAndIncarnation) {
    Master master;
    master.start("M1");
    const auto agent = master.registers();
    EXPECT_EQ(agent->closed, "");
    EXPECT_EQ(agent->mark.incarnation(), "M1");
    EXPECT_EQ(agent->mark.journal(), master.life->journal.mark().journal);
    EXPECT_EQ(agent->mark.sequence(), master.life->journal.mark().sequence);
    master.start("M2");
    const auto again = master.registers(*agent);
    EXPECT_EQ(again->closed, "");
    EXPECT_EQ(again->agent, agent->agent);
    EXPECT_EQ(again->mark.incarnation(), "M2");
}

TEST(AgentEndpoint, ForgetsTheSecretOfAnAgentThatNeverSettles) {
    using Ids = std::vector<std::string>;
    Master master;
    master.start("M1");
    AgentSession last;
    for (int i = 0; i < 3; ++i) {
        const auto session = std::make_shared<AgentSession>();
        session->secret = "mine";
        master.life->endpoint.onOpen(session);
        master.life->receive(session); // once: it never says that it has read its id
        EXPECT_EQ(master.secrets(), Ids{session->agent});
        master.life->endpoint.onClose(session, {});
        master.life->run();
        EXPECT_EQ(master.secrets(), Ids{});
        last.agent = session->agent;
    }
    last.secret = "mine";
    EXPECT_EQ(master.registers(last)->closed, "") << "it had read its id after all";
    EXPECT_EQ(master.secrets(), Ids{last.agent});
}

TEST(AgentEndpoint, KeepsTheSecretOfAGoneAgentForAsLongAsItIsKnown) {
    using Ids = std::vector<std::string>;
    Master master;
    master.start("M1");
    AgentSession known;
    known.secret = "mine";
    const auto first = master.registers(known);
    const auto second = master.registers(known);
    const auto markGone = [&master](const std::string& agent) {
        master.life->control->execute(cluster::OperatorMarkGone{0, {agent}, "alice"},
            [](const Status& status) { EXPECT_TRUE(status); });
        master.life->run();
    };
    markGone(first->agent);
    EXPECT_EQ(master.secrets(), (Ids{first->agent, second->agent}));
    markGone(second->agent); // one gone agent is known
    EXPECT_EQ(master.secrets(), Ids{second->agent});
}

TEST(AgentEndpoint, RefusesEachAgentOfAnOlderCopyInEveryLaterLife) {
    Master master;
    master.start("M1");
    const auto first = master.registers();
    master.life.reset();
    fs::copy_file(master.folder / "control.db", master.folder / "older.db");
    master.start("M2");
    const auto second = master.registers(); // which the copy does not know
    master.life.reset();
    fs::copy_file(master.folder / "older.db", master.folder / "control.db",
        fs::copy_options::overwrite_existing);

    master.start("M3");
    const auto back = master.registers(*first);
    EXPECT_EQ(back->closed, "") << "it knows nothing of what is lost";
    const auto proof = master.registers(*second);
    EXPECT_TRUE(isRefused(*proof)) << proof->closed;
    EXPECT_TRUE(isRefused(*back)) << "nor does anybody stay";
    const auto told = master.life->journal.audit({}, Instant::max(), 100)->front();
    EXPECT_EQ(told.object, second->agent);
    EXPECT_EQ(auditKind(told.action), AuditKind::AgentRefused);
    master.start("M4");
    EXPECT_TRUE(isRefused(*master.registers(*first)));
    EXPECT_TRUE(isRefused(*master.registers()));
}

} // namespace
} // namespace muster::agentd
