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

TEST(Protocol, NeedNotBeSaid) {
    EXPECT_TRUE(checkProtocol(0, "client")) << "scripts";
}

TEST(Protocol, IsSaidByAnAgentThatRegisters) {
    EXPECT_EQ(toProto(cluster::AgentMessage(cluster::Register{})).protocol(), kProtocol);
}

} // namespace
} // namespace muster::proto
