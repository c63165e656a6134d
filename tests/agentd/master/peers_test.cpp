// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/peers.h"

#include <set>

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using Texts = std::vector<std::string>;

// Far ends that write down what comes.
struct Ends {
    Peers peers;
    Texts got;

    cluster::Link addFramework(const std::string& name) {
        return peers.add(FrameworkPeer{
            .send = [this, name](const auto&) { got.push_back(name + " event"); },
            .close = [this, name](const std::string& why) { got.push_back(name + ": " + why); }});
    }
    cluster::Link addAgent(const std::string& name) {
        return peers.add(
            AgentPeer{.send = [this, name](const auto&) { got.push_back(name + " command"); },
                .close = [this, name](const std::string& why) { got.push_back(name + ": " + why); },
                .proof = {}});
    }
};

const cluster::FrameworkEvent kEvent = cluster::FrameworkError{};
const cluster::AgentCommand kCommand = cluster::Registered{};

TEST(Peers, GetWhatIsSentOnTheirLink) {
    Ends ends;
    const auto framework = ends.addFramework("F");
    const auto agent = ends.addAgent("A");
    ends.peers.send(framework, kEvent);
    ends.peers.send(agent, kCommand);
    ends.peers.send(agent, kEvent); // which is no framework
    ends.peers.close(agent, "old");
    ends.peers.close(framework, "torn down");
    EXPECT_EQ(ends.got, (Texts{"F event", "A command", "A: old", "F: torn down"}));
}

TEST(Peers, AreReachedUntilTheyAreRemoved) {
    Ends ends;
    const auto framework = ends.addFramework("F");
    const auto agent = ends.addAgent("A");
    EXPECT_EQ(ends.peers.agents(), std::vector{agent});
    EXPECT_TRUE(ends.peers.remove(framework));
    EXPECT_FALSE(ends.peers.remove(framework));
    EXPECT_FALSE(ends.peers.remove(agent)) << "no framework's";
    ends.peers.send(framework, kEvent);
    ends.peers.send(agent, kCommand);
    ends.peers.close(agent, "old");
    EXPECT_TRUE(ends.got.empty());
    EXPECT_TRUE(ends.peers.agents().empty());
}

TEST(Peers, NeverShareALink) {
    Ends ends;
    std::set<cluster::Link> links{ends.peers.newLink(), ends.addAgent("A"), ends.addFramework("F")};
    for (const auto link : std::set(links)) {
        ends.peers.remove(link);
    }
    links.insert(ends.addAgent("B"));
    links.insert(ends.peers.newLink());
    EXPECT_EQ(links.size(), 5u);
}

TEST(Peers, HaveTheProofOfAnAgentKept) {
    Peers peers;
    const auto agent = peers.add(AgentPeer{
        .send = {}, .close = {}, .proof = [](const AgentId& id) -> std::optional<history::Record> {
            if (id.value.empty()) {
                return std::nullopt;
            }
            return history::Record{"proof", id.value, "secret"};
        }});
    EXPECT_EQ(peers.proof(agent, {"S0"}), (history::Record{"proof", "S0", "secret"}));
    EXPECT_EQ(peers.proof(agent, {""}), std::nullopt);
    const auto without = peers.add(AgentPeer{});
    EXPECT_EQ(peers.proof(without, {"S0"}), std::nullopt);
    EXPECT_EQ(peers.proof(peers.newLink(), {"S0"}), std::nullopt);
}

} // namespace
} // namespace muster::agentd
