// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>
#include <cstdio>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

// The day of an operator: submit, look, read, restrict, kill. Master and token come from the
// context that the daemon wrote for its user.
struct CommandLine : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone();
    }

    struct Said {
        int status;
        std::string out, err;
    };
    Said muster(Flags words, Patience patience = 8s) {
        const auto process = command(std::move(words));
        const auto status = process->wait(patience);
        return {status.value_or(-1), process->out(), process->err()};
    }
    nlohmann::json list(const std::string& what, Flags more = {}) {
        more.insert(more.begin(), {what, "-o", "json"});
        const auto said = muster(std::move(more));
        EXPECT_EQ(said.status, 0) << said.err;
        const auto json = nlohmann::json::parse(said.out, nullptr, false);
        EXPECT_TRUE(json.is_object()) << said.out;
        return json.is_object() ? json[what] : nlohmann::json::array();
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(CommandLine, SubmitsFollowsAndExitsLikeTheJob) {
    const auto good = muster({"submit", "--gpus=1", "--follow", "--", "echo", "hello"});
    EXPECT_EQ(good.status, 0) << good.err;
    EXPECT_NE(good.out.find("hello\n"), std::string::npos) << good.out;
    const auto bad = muster({"submit", "--wait", "--command=exit 3"});
    EXPECT_EQ(bad.status, 3) << bad.out << bad.err;
}

TEST_F(CommandLine, ListsWhatTheClusterHas) {
    EXPECT_EQ(list("nodes").size(), 1u);
    const auto gpus = list("gpus");
    ASSERT_EQ(gpus.size(), 4u);
    EXPECT_EQ(gpus[0]["state"], "free") << gpus[0];
    EXPECT_EQ(list("jobs").size(), 0u);
    EXPECT_EQ(list("tasks").size(), 0u);
}

TEST_F(CommandLine, RestrictsReleasesAndKills) {
    const std::string gpu = list("gpus")[0]["uuid"];
    EXPECT_EQ(muster({"gpu", "restrict", gpu, "--reason=noise"}).status, 0);
    EXPECT_EQ(list("gpus", {"--state=restricted"}).size(), 1u);
    EXPECT_EQ(muster({"submit", "--name=four", "--gpus=4", "--", "sleep", "600"}).status, 0);
    ASSERT_EQ(list("jobs").size(), 1u);
    EXPECT_EQ(list("jobs")[0]["state"], "queued");
    EXPECT_EQ(muster({"gpu", "release", gpu}).status, 0);
    EXPECT_TRUE(eventually([&] { return list("jobs")[0]["state"] == "running"; }));
    const std::string job = list("jobs")[0]["job_id"];
    EXPECT_EQ(muster({"kill", job, "--yes"}).status, 0);
    EXPECT_TRUE(eventually([&] { return list("jobs", {"--all"})[0]["state"] == "killed"; }));
}

TEST_F(CommandLine, SaysThatItsOutputCannotBeWritten) {
    const auto errors = testing::TempDir() + "muster-full-" + std::to_string(::getpid());
    Process full({MUSTER_BIN_DIR "/muster", "version"}, {"/dev/full", errors, {}});
    EXPECT_EQ(full.wait(8s), 1);
    EXPECT_EQ(full.err(), "muster: cannot write the output: No space left on device\n");
    std::remove(errors.c_str());
}

TEST_F(CommandLine, SaysWhatIsWrongByItsExitStatus) {
    EXPECT_EQ(muster({"no-such-command"}).status, 2);
    EXPECT_EQ(muster({"kill", "job-99", "--yes"}).status, 3);
    m_daemon->process->signal(SIGTERM);
    m_daemon->process->wait(5s);
    EXPECT_EQ(muster({"gpus"}).status, 5);
}

} // namespace
} // namespace muster::e2e
