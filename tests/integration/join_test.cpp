// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent that is told of no token joins a master of its own machine.
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

} // namespace
} // namespace muster::e2e
