// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_endpoint.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

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

} // namespace
} // namespace muster::agentd
