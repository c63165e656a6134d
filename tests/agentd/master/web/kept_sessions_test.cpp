// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/kept_sessions.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

const Now kNow{Instant(1'000'000s), Uptime(50s)};

TEST(KeptSessions, AreWhatTheyWereOnAnotherClock) {
    const WebSessions::Kept made{"ab12", "ann", kNow.uptime + 2h, true, kNow.uptime - 10min};
    const auto record = sessionRecord(made, "proof", kNow);
    EXPECT_EQ(record.kind, "web-session");
    EXPECT_EQ(record.id, "ab12");
    const Now later{kNow.wall + 30min, Uptime(7s)}; // another boot
    const auto kept = keptSession(record, later);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->session.hash, "ab12");
    EXPECT_EQ(kept->session.principal, "ann");
    EXPECT_EQ(kept->session.until, later.uptime + 90min);
    EXPECT_EQ(kept->session.used, later.uptime - 40min);
    EXPECT_TRUE(kept->session.stays);
    EXPECT_EQ(kept->proof, "proof");
    EXPECT_FALSE(keptSession(record, Now{kNow.wall + 2h, Uptime(7s)})) << "its time is over";
    EXPECT_FALSE(keptSession({"web-session", "ab12", "\xff no row"}, later));
    EXPECT_FALSE(keptSession({"web-session", "ab12", ""}, later));
}

TEST(SignInProofs, ChangeWithThePasswordAndTheToken) {
    const auto proofWith = [](const char* credentials, const char* token) {
        return signInProof(*net::Credentials::parse(credentials, "test"), token);
    };
    auto proof = proofWith("ann one\nbob one", "t1");
    const auto ann = proof("ann");
    ASSERT_TRUE(ann);
    EXPECT_EQ(proof("ann"), ann);
    EXPECT_NE(proof("bob"), ann) << "of the same password";
    EXPECT_EQ(proof("eve"), std::nullopt);
    ASSERT_TRUE(proof("operator"));
    EXPECT_EQ(proofWith("ann one", "t1")("ann"), ann);
    EXPECT_NE(proofWith("ann two", "t1")("ann"), ann);
    EXPECT_NE(proofWith("ann one", "t2")("ann"), ann);
    EXPECT_NE(proofWith("ann one", "t2")("operator"), proof("operator"));
    EXPECT_EQ(proofWith("bob one", "t1")("ann"), std::nullopt) << "she was removed";
}

} // namespace
} // namespace muster::agentd
