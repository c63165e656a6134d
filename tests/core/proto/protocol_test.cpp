// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/protocol.h"

#include <gtest/gtest.h>

#include "core/proto/agent.h"

namespace muster::proto {
namespace {

TEST(Protocol, IsRefusedWithBothNumbersAndTheRemedy) {
    EXPECT_TRUE(checkProtocol(kProtocol, "agent"));
    const auto refused = checkProtocol(kProtocol + 1, "agent");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        fmt::format("This master speaks protocol {}, this agent {}: install the same version of "
                    "Muster on both",
            kProtocol, kProtocol + 1));
    EXPECT_EQ(refused.error().kind, Error::Kind::Conflict);
}

TEST(Protocol, MayBeOneThatTheMasterStillUnderstands) {
    const Protocols spoken{2, 4};
    for (const auto said : {2u, 3u, 4u}) {
        EXPECT_TRUE(checkProtocol(said, "agent", spoken)) << said;
    }
    for (const auto said : {1u, 5u}) {
        const auto refused = checkProtocol(said, "agent", spoken);
        ASSERT_FALSE(refused) << said;
        EXPECT_EQ(refused.error().message,
            fmt::format("This master speaks protocols 2 to 4, this agent {}: install the same "
                        "version of Muster on both",
                said));
    }
    EXPECT_LE(kOldestProtocol, kProtocol);
}

TEST(Protocol, NeedNotBeSaid) {
    EXPECT_TRUE(checkProtocol(0, "client")) << "scripts";
}

TEST(Protocol, IsSaidByAnAgentThatRegisters) {
    EXPECT_EQ(toProto(cluster::AgentMessage(cluster::Register{})).protocol(), kProtocol);
}

} // namespace
} // namespace muster::proto
