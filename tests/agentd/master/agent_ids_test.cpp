// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_ids.h"

#include <gtest/gtest.h>

#include "agentd/agent/agent_secret.h"
#include "core/net/private_file.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

const AgentId kId{"0d1b0b6e-9f3a-4a6f-8a53-5f0e2d3c4b5a-S12"};

TEST(AgentIds, BelongToTheSecretOfTheFirstRegistration) {
    AgentIds ids;
    EXPECT_TRUE(ids.check(kId, "mine", false)) << "nobody has taken it yet";
    EXPECT_TRUE(ids.take(kId, "mine"));
    EXPECT_FALSE(ids.take(kId, "mine")) << "the journal has it";
    EXPECT_TRUE(ids.check(kId, "mine", true)) << "its own connection may be dead";
    EXPECT_TRUE(ids.check(kId, "mine", false));
    for (const auto* other : {"", "theirs", "mine "}) {
        for (const bool connected : {false, true}) {
            const auto refused = ids.check(kId, other, connected);
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
            EXPECT_LE(refused.error().message.size(), 123u) << "longer ones are cut";
        }
    }
}

TEST(AgentIds, OfAConnectedAgentWithoutASecretAreNotFree) {
    AgentIds ids;
    EXPECT_FALSE(ids.take(kId, ""));
    EXPECT_TRUE(ids.check(kId, "", false));
    for (const auto* secret : {"", "theirs"}) {
        const auto refused = ids.check(kId, secret, true);
        ASSERT_FALSE(refused);
        EXPECT_LE(refused.error().message.size(), 123u);
    }
}

TEST(AgentIds, AreFreeOnceTheMasterHasForgottenTheAgent) {
    AgentIds ids;
    EXPECT_TRUE(ids.forget(kId).empty()) << "nobody has taken it yet";
    const auto taken = ids.take(kId, "mine").value();
    const auto change = ids.forget(kId);
    ASSERT_EQ(change.removals.size(), 1u);
    EXPECT_EQ(change.removals[0], std::pair(taken.kind, taken.id));
    EXPECT_TRUE(ids.check(kId, "theirs", false));
    EXPECT_TRUE(ids.take(kId, "theirs"));
    EXPECT_FALSE(ids.check(kId, "mine", false));
}

TEST(AgentIds, OutliveTheMaster) {
    test::TemporaryFolder folder;
    auto journal = history::Journal::open(folder.path() / "control.db");
    ASSERT_TRUE(journal) << journal.error().message;
    auto before = AgentIds::recover(*journal);
    ASSERT_TRUE(before);
    history::Change change;
    change.upserts.push_back(before->take(kId, "mine").value());
    EXPECT_EQ(change.upserts[0].payload.find("mine"), std::string::npos);
    ASSERT_TRUE(journal->commit(std::span(&change, 1)));
    const auto after = AgentIds::recover(*journal);
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_TRUE(after->check(kId, "mine", true));
    EXPECT_FALSE(after->check(kId, "theirs", false));
}

TEST(AgentSecret, IsMadeOnceAndKept) {
    test::TemporaryFolder folder;
    const auto first = agentSecret(folder.path());
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(agentSecret(folder.path()), *first);
    test::TemporaryFolder other;
    EXPECT_NE(agentSecret(other.path()), *first);
    ASSERT_TRUE(net::writePrivateFile(folder.path() / "meta" / "secret", "mst_damaged"));
    const auto damaged = agentSecret(folder.path());
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().message.find("is damaged: move"), std::string::npos);
}

} // namespace
} // namespace muster::agentd
