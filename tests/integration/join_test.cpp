// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent that is told of no token joins a master of its own machine.
#include <csignal>
#include <filesystem>

#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct Join : World {
    std::unique_ptr<Process> join(const Daemon& master) {
        return spawn({"agent", "--work_dir=" + master.workDir + "-joined", "--simulate=m60x4",
            "--master=127.0.0.1:" + std::to_string(master.port)});
    }
};

TEST_F(Join, NeedsNoTokenWhereTheMasterAsksForNone) {
    const auto agent = join(master({"--no-authenticate"}));
    EXPECT_TRUE(agent->saysErr("Registered with the master")) << agent->err();
}

TEST_F(Join, FindsTheTokenOfTheMaster) {
    const auto agent = join(master());
    EXPECT_TRUE(agent->saysErr("Registered with the master")) << agent->err();
}

// Both are started at boot, the agent first.
TEST_F(Join, FindsTheTokenOfAMasterThatStartsLater) {
    auto& later = master();
    later.process->signal(SIGTERM);
    ASSERT_TRUE(later.process->wait(10s));
    std::filesystem::remove(later.workDir + "/token");
    std::filesystem::remove_all(m_base + "/config/muster");
    const auto agent = join(later);
    EXPECT_TRUE(agent->saysErr("joining without a token")) << agent->err();
    EXPECT_TRUE(agent->saysErr("No master answers")) << agent->err();
    restart(later);
    EXPECT_TRUE(agent->saysErr("Registered with the master", 20s)) << agent->err();
}

} // namespace
} // namespace muster::e2e
