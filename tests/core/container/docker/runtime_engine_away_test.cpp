// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Agents and engines that go away and come back.
#include <csignal>
#include <filesystem>

#include "core/container/docker/create_request.h"
#include "core/container/docker/labels.h"
#include "tests/core/container/docker/fake_engine.h"
#include "tests/core/container/docker/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::container::docker {
namespace {

const char* const kUntilGo
    = "echo ready; while [ ! -e $MESOS_SANDBOX/go ]; do sleep 0.02; done; exit 42";

TEST_F(DockerWorld, ANewAgentFindsARunningTaskAndItsExitCode) {
    auto task = shell("survivor", kUntilGo);
    task.gpuMinors = {1, 2};
    task.killGrace = std::chrono::milliseconds(1500);
    ASSERT_TRUE(launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    ASSERT_EQ(recovered->size(), 1U);
    const Recovered& found = recovered->front();
    EXPECT_EQ(found.record.id, task.id);
    EXPECT_EQ(found.record.gpuMinors, task.gpuMinors);
    EXPECT_EQ(found.record.sandbox, task.sandbox);
    EXPECT_EQ(found.record.killGrace, task.killGrace);
    EXPECT_TRUE(findProcess(found.record.init.pid));
    EXPECT_FALSE(found.exit);
    ASSERT_TRUE(writeFileAtomically(task.sandbox + "/go", ""));
    EXPECT_EQ(waitFor(task.id), (Exit{task.id, 42, {}, false}));
}

TEST_F(DockerWorld, ANewAgentLearnsHowTasksEndedMeanwhile) {
    const auto code = shell("code", "exit 9");
    const auto killed = shell("killed", "kill -KILL $$");
    ASSERT_TRUE(launch(code) && launch(killed));
    waitFor(code.id);
    waitFor(killed.id);
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    std::map<ContainerId, std::optional<Exit>> exits;
    for (const Recovered& one : *recovered)
        exits[one.record.id] = one.exit;
    EXPECT_EQ(exits.size(), 2U);
    EXPECT_EQ(exits[code.id], (Exit{code.id, 9, {}, false}));
    EXPECT_EQ(exits[killed.id], (Exit{killed.id, {}, SIGKILL, false}));
    EXPECT_TRUE(m_runtime->takeExits().empty()) << "told already";
}

TEST_F(DockerWorld, ANewAgentLeavesAnothersContainersAlone) {
    const auto task = shell("mine", "sleep 1000");
    ASSERT_TRUE(launch(task));
    auto other = DockerRuntime::open({.engine = {.socket = s_dockerd->socket()},
        .owner = "another agent",
        .stateDirectory = m_base + "/other",
        .init = kInitProgram});
    ASSERT_TRUE(other);
    const auto recovered = (*other)->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    EXPECT_TRUE(recovered->empty());
    EXPECT_EQ((*other)->destroy(task.id).error().kind, Error::Kind::NotFound);
    EXPECT_TRUE(inspect(task.id)["State"]["Running"]);
}

TEST_F(DockerWorld, WhatAnAgentDidNotFinishIsUndone) {
    // As an agent leaves them that was killed between two steps.
    const auto created = shell("created", "true");
    const auto recorded = shell("recorded", "true");
    for (const DockerSpec& task : {created, recorded})
        ASSERT_TRUE(writeFileAtomically(
            m_base + "/state/" + task.id.value, labelsText(labelsOf(task, kOwner))));
    const auto body = createRequest(created, image(), {.owner = kOwner, .init = kInitProgram});
    ASSERT_TRUE(body) << body.error().message;
    std::filesystem::create_directory(created.sandbox);
    const auto made = s_dockerd->engine().ask({.method = "POST",
        .path = "/containers/create?name=" + engineName(created.id, kOwner),
        .body = *body});
    ASSERT_TRUE(made) << made.error().message;
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    EXPECT_TRUE(recovered->empty());
    EXPECT_FALSE(m_runtime->sandboxOf(created.id));
    EXPECT_FALSE(m_runtime->sandboxOf(recorded.id));
    ASSERT_TRUE(launch(created)) << "its name is free again";
}

TEST_F(DockerWorld, LabelsOfAnImageMakeNoContainerOurs) {
    const auto task = shell("impostor", "true");
    const auto made = s_dockerd->engine().ask({.method = "POST",
        .path = "/containers/create?name=impostor",
        .body
        = nlohmann::json{{"Image", "muster-test"}, {"Labels", labelsOf(task, kOwner)}}.dump()});
    ASSERT_TRUE(made) << made.error().message;
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    EXPECT_TRUE(recovered->empty());
    const auto removed
        = s_dockerd->engine().ask({.method = "DELETE", .path = "/containers/impostor"});
    EXPECT_TRUE(removed) << "it was not ours to remove: " << removed.error().message;
}

TEST_F(DockerWorld, AContainerThatSomebodyRemovedIsLost) {
    const auto task = shell("removed", "sleep 1000");
    ASSERT_TRUE(launch(task));
    const std::string id = inspect(task.id)["Id"];
    ASSERT_TRUE(
        s_dockerd->engine().ask({.method = "DELETE", .path = "/containers/" + id + "?force=1"}));
    const Exit exit = waitFor(task.id);
    EXPECT_FALSE(exit.exitCode);
    const auto destroyed = m_runtime->destroy(task.id);
    EXPECT_TRUE(destroyed) << destroyed.error().message;
}

TEST_F(DockerWorld, WhileTheEngineIsAwayItsContainersHoldTheirGpus) {
    auto runs = shell("runs", kUntilGo);
    runs.gpuMinors = {0, 3};
    const auto ends = shell("ends",
        "echo ready; while [ ! -e $MESOS_SANDBOX/go ]; do sleep 0.02; "
        "done; exit 5");
    ASSERT_TRUE(launch(runs) && launch(ends));
    ASSERT_TRUE(waitForOutput(runs, "ready") && waitForOutput(ends, "ready"));
    s_dockerd->stop();
    reopen();
    const auto recovered = m_runtime->recover();
    ASSERT_TRUE(recovered) << recovered.error().message;
    ASSERT_EQ(recovered->size(), 2U);
    for (const Recovered& one : *recovered) {
        EXPECT_FALSE(one.exit);
        EXPECT_EQ(one.record.gpuMinors,
            one.record.id == runs.id ? runs.gpuMinors : std::vector<unsigned>());
    }
    EXPECT_EQ(m_runtime->destroy(runs.id).error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(m_runtime->prepare("muster-test").error().kind, Error::Kind::Unavailable);
    ASSERT_TRUE(writeFileAtomically(ends.sandbox + "/go", ""));
    ASSERT_EQ(s_dockerd->start(), "");
    EXPECT_EQ(waitFor(ends.id), (Exit{ends.id, 5, {}, false}));
    EXPECT_TRUE(inspect(runs.id)["State"]["Running"]) << "live restore";
}

TEST_F(DockerWorld, AnEngineThatEndsItsContainersSaysSoWhenItIsBack) {
    s_dockerd->stop();
    ASSERT_EQ(s_dockerd->start(/*liveRestore=*/false), "");
    const auto task = shell("ended", "echo ready; sleep 1000");
    ASSERT_TRUE(launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    s_dockerd->stop();
    ASSERT_EQ(s_dockerd->start(), "");
    const Exit exit = waitFor(task.id);
    EXPECT_EQ(exit.signal, SIGTERM) << "the engine asks before it kills";
}

// Only what never began may be launched once more.
TEST(AnEngineThatHangsUp, LeavesKnownWhetherTheCommandMayHaveBegun) {
    struct Step {
        const char* at;
        Error::Kind kind;
    };
    for (const auto& step : {Step{"/create", Error::Kind::Unavailable},
             Step{"/start", Error::Kind::Internal}, Step{"/json HTTP", Error::Kind::Internal}}) {
        SCOPED_TRACE(step.at);
        const test::TemporaryFolder folder;
        FakeEngine engine;
        engine.answerTo(step.at, {});
        engine.answer({answer("{}")});
        auto runtime = DockerRuntime::open({.engine = {.socket = engine.socket()},
            .owner = kOwner,
            .stateDirectory = folder / "state",
            .init = kInitProgram});
        ASSERT_TRUE(runtime) << runtime.error().message;
        DockerSpec task;
        task.id = {"cut-short"};
        task.image = "any";
        task.command = {.shell = true, .value = "true", .arguments = {}};
        task.user = UserIds{getuid(), getgid(), {}};
        task.sandbox = folder / "sandbox";
        const auto launched = (*runtime)->launch(task, {});
        ASSERT_FALSE(launched);
        EXPECT_EQ(launched.error().kind, step.kind) << launched.error().message;
    }
}

TEST(DockerRuntimes, WaitNoLongerForAnEngineThatHangsThanTheyAreTold) {
    const test::TemporaryFolder folder;
    FakeEngine fake;
    fake.answer({"(wait)"});
    const auto runtime = DockerRuntime::open({.engine = {.socket = fake.socket()},
        .owner = kOwner,
        .stateDirectory = folder / "state",
        .init = kInitProgram});
    ASSERT_TRUE(runtime) << runtime.error().message;
    const auto before = std::chrono::steady_clock::now();
    const auto destroyed
        = (*runtime)->destroy(ContainerId{"hangs"}, std::chrono::milliseconds(100));
    ASSERT_FALSE(destroyed);
    EXPECT_EQ(destroyed.error().kind, Error::Kind::Timeout) << destroyed.error().message;
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

} // namespace
} // namespace muster::container::docker
