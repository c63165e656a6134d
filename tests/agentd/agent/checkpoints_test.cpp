// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/agent/checkpoints.h"
#include "core/proto/checkpoint.h"
#include "core/proto/task.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

node::TaskCheckpoint taskIn(const std::string& container) {
    node::TaskCheckpoint out{.container = {container}, .framework = {.id = {"F"}}};
    out.info.id = {"t-" + container};
    out.info.name = "train";
    out.info.agent = {"S0"};
    out.info.resources = *Resources::parse("cpus:1");
    out.gpus = {{"GPU-a"}};
    return out;
}

node::ExecutorCheckpoint executorIn(const std::string& container) {
    node::ExecutorCheckpoint out{
        .container = {container}, .framework = {.id = {"F"}}, .gpus = {{"GPU-a"}}};
    mesos::v1::ExecutorInfo info;
    info.mutable_executor_id()->set_value("e-" + container);
    info.mutable_command()->set_value("run");
    out.info = proto::fromProto(info);
    return out;
}

node::RecoveredAgent loadFrom(
    const test::TemporaryFolder& folder, std::vector<std::string>& warnings) {
    auto checkpoints = Checkpoints::open(folder.path());
    EXPECT_TRUE(checkpoints.has_value());
    auto out = checkpoints->load(warnings);
    EXPECT_TRUE(out.has_value()) << out.error().message;
    return std::move(out).value_or(node::RecoveredAgent{});
}

Error loadError(const test::TemporaryFolder& folder) {
    std::vector<std::string> warnings;
    auto out = Checkpoints::open(folder.path())->load(warnings);
    EXPECT_FALSE(out.has_value());
    return out ? Error{} : out.error();
}

TEST(Checkpoints, OfANewAgentAreEmpty) {
    test::TemporaryFolder folder;
    std::vector<std::string> warnings;
    const auto agent = loadFrom(folder, warnings);
    EXPECT_TRUE(agent.id.empty());
    EXPECT_TRUE(agent.tasks.empty());
    EXPECT_TRUE(warnings.empty());
}

TEST(Checkpoints, AreThereForTheNextAgent) {
    test::TemporaryFolder folder;
    const Restriction restriction{.gpu = {"GPU-a"}, .reason = "fan", .author = "alice"};
    {
        auto checkpoints = Checkpoints::open(folder.path());
        ASSERT_TRUE(checkpoints->saveId({"S7"}));
        ASSERT_TRUE(checkpoints->saveRestrictions({restriction}));
        ASSERT_TRUE(checkpoints->saveTask(taskIn("c-1")));
        ASSERT_TRUE(checkpoints->saveTask(taskIn("c-2")));
        auto changed = taskIn("c-1");
        changed.killed = node::KillCause::Asked;
        ASSERT_TRUE(checkpoints->saveTask(changed));
        ASSERT_TRUE(checkpoints->forgetTask({"c-2"}));
        ASSERT_TRUE(checkpoints->forgetTask({"never-saved"}));
        ASSERT_TRUE(checkpoints->saveExecutor(executorIn("c-3")));
        ASSERT_TRUE(checkpoints->saveExecutor(executorIn("c-4")));
        ASSERT_TRUE(checkpoints->forgetExecutor({"c-4"}));
    }
    std::vector<std::string> warnings;
    const auto agent = loadFrom(folder, warnings);
    EXPECT_EQ(agent.id.value, "S7");
    EXPECT_EQ(agent.restrictions, std::vector<Restriction>{restriction});
    ASSERT_EQ(agent.tasks.size(), 1u);
    EXPECT_EQ(agent.tasks[0].container.value, "c-1");
    EXPECT_TRUE(agent.tasks[0].killed);
    EXPECT_EQ(agent.tasks[0].gpus, std::vector<GpuUuid>{{"GPU-a"}});
    EXPECT_EQ(agent.executors, std::vector{executorIn("c-3")});
    EXPECT_TRUE(warnings.empty());
}

TEST(Checkpoints, KeepTheRestrictionsWhenTheIdChanges) {
    test::TemporaryFolder folder;
    const Restriction restriction{.gpu = {"GPU-a"}, .reason = "fan", .author = "alice"};
    ASSERT_TRUE(Checkpoints::open(folder.path())->saveRestrictions({restriction}));
    std::vector<std::string> warnings;
    auto checkpoints = Checkpoints::open(folder.path());
    ASSERT_TRUE(checkpoints->load(warnings));
    ASSERT_TRUE(checkpoints->saveId({"S8"}));
    const auto agent = loadFrom(folder, warnings);
    EXPECT_EQ(agent.id.value, "S8");
    EXPECT_EQ(agent.restrictions.size(), 1u);
}

TEST(Checkpoints, ThatAreDamagedAreNamedWithTheRemedy) {
    test::TemporaryFolder folder;
    folder.write("meta/agent", "\xff\xff\xff");
    EXPECT_EQ(loadError(folder).message,
        (folder / "meta/agent")
            + " is damaged: move it away to join as a new agent without restrictions");
}

TEST(Checkpoints, OfADamagedTaskAreReadFromTheCopy) {
    test::TemporaryFolder folder;
    auto task = taskIn("c-1");
    {
        auto checkpoints = Checkpoints::open(folder.path());
        ASSERT_TRUE(checkpoints->saveTask(task));
        task.killed = node::KillCause::Asked;
        ASSERT_TRUE(checkpoints->saveTask(task));
        ASSERT_TRUE(checkpoints->saveExecutor(executorIn("c-2")));
    }
    auto bytes = folder.read("meta/tasks/c-1");
    bytes[bytes.size() / 2] ^= 1;
    folder.write("meta/tasks/c-1", bytes);
    folder.write("meta/executors/c-2", "");
    folder.write("meta/tasks/c-3.new", "half"); // an agent died while it wrote
    std::vector<std::string> warnings;
    const auto agent = loadFrom(folder, warnings);
    ASSERT_EQ(agent.tasks.size(), 1u);
    EXPECT_TRUE(agent.tasks[0].killed) << "the newest state";
    EXPECT_EQ(agent.executors, std::vector{executorIn("c-2")});
    EXPECT_EQ(warnings,
        (std::vector<std::string>{(folder / "meta/tasks/c-1") + " is damaged: its copy is used",
            (folder / "meta/executors/c-2") + " is damaged: its copy is used"}));
}

TEST(Checkpoints, OfADamagedTaskWithADamagedCopyAreNamed) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(Checkpoints::open(folder.path())->saveTask(taskIn("c-1")));
    folder.write("meta/tasks/c-2", "\xff\xff\xff");
    auto checkpoints = Checkpoints::open(folder.path());
    std::vector<std::string> warnings;
    const auto agent = checkpoints->load(warnings);
    ASSERT_TRUE(agent);
    EXPECT_EQ(agent->tasks.size(), 1u);
    EXPECT_EQ(checkpoints->unreadable(), std::set<ContainerId>{{"c-2"}});
    EXPECT_EQ(warnings,
        std::vector<std::string>{(folder / "meta/tasks/c-2") + " is damaged, and so is its copy"});
}

TEST(Checkpoints, KnowTheMastersJournal) {
    test::TemporaryFolder folder;
    muster::v1::JournalMark mark;
    mark.set_journal("abc");
    mark.set_sequence(7);
    mark.set_incarnation("M1");
    ASSERT_TRUE(Checkpoints::open(folder.path())->saveJournal(mark));
    std::vector<std::string> warnings;
    auto checkpoints = Checkpoints::open(folder.path());
    ASSERT_TRUE(checkpoints->load(warnings));
    EXPECT_EQ(checkpoints->journal().sequence(), 7u);
    EXPECT_EQ(checkpoints->journal().incarnation(), "M1");
}

TEST(Checkpoints, OfAnotherVersionAreRefused) {
    test::TemporaryFolder folder;
    auto task = proto::toProto(taskIn("c-1"));
    task.set_version(9);
    std::filesystem::create_directories(folder.path() / "meta/tasks");
    ASSERT_TRUE(KeptFiles::open(folder / "meta")
                    ->write(folder / "meta/tasks/c-1", task.SerializeAsString()));
    EXPECT_EQ(loadError(folder).message,
        (folder / "meta/tasks/c-1")
            + ": The task checkpoint has version 9, this Muster reads version 1: use the Muster "
              "that wrote it");
}

TEST(Checkpoints, KnowWhatTheMachinesRebootEnded) {
    test::TemporaryFolder folder;
    {
        auto checkpoints = Checkpoints::open(folder.path(), "first boot");
        ASSERT_TRUE(checkpoints.has_value());
        EXPECT_TRUE(checkpoints->saveTask(taskIn("before")));
        EXPECT_TRUE(checkpoints->saveExecutor(executorIn("executor")));
    }
    std::vector<std::string> warnings;
    auto checkpoints = Checkpoints::open(folder.path(), "first boot");
    EXPECT_TRUE(checkpoints->load(warnings)->rebooted.empty()) << "only the agent was restarted";
    checkpoints = Checkpoints::open(folder.path(), "second boot");
    EXPECT_TRUE(checkpoints->saveTask(taskIn("after")));
    EXPECT_EQ(
        checkpoints->load(warnings)->rebooted, (std::set<ContainerId>{{"before"}, {"executor"}}));
}

} // namespace
} // namespace muster::agentd
