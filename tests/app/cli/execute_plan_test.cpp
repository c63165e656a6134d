// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/plan.h"

#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

ExecuteFlags flags() {
    ExecuteFlags flags;
    flags.name = "t";
    flags.command = "true";
    return flags;
}

std::string refusal(const ExecuteFlags& flags) {
    const auto plan = planExecute(flags, "alice");
    return plan ? "accepted" : plan.error().message;
}

TEST(ExecutePlan, HasTheDefaultsOfMesosExecute) {
    const auto plan = planExecute(flags(), "alice");
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->resources.text(), "cpus:1; mem:128");
    EXPECT_EQ(plan->framework.user(), "alice");
    EXPECT_EQ(plan->framework.role(), "*");
    EXPECT_EQ(plan->framework.failover_timeout(), 0);
    EXPECT_EQ(plan->task.task_id().value(), "t");
    EXPECT_TRUE(plan->task.command().shell());
    EXPECT_EQ(plan->task.command().arguments_size(), 0);
    EXPECT_EQ(plan->task.resources_size(), 2);
    EXPECT_FALSE(plan->killAfter);
}

TEST(ExecutePlan, AlwaysHasThreeCapabilitiesAndPartitionAwareUnlessRefused) {
    using Capability = mesos::v1::FrameworkInfo::Capability;
    const auto types = [](const ExecuteFlags& flags) {
        std::set<int> all;
        const auto plan = planExecute(flags, "alice");
        for (const auto& capability : plan->framework.capabilities())
            all.insert(capability.type());
        return all;
    };
    auto chosen = flags();
    EXPECT_EQ(types(chosen),
        (std::set<int>{Capability::RESERVATION_REFINEMENT, Capability::TASK_KILLING_STATE,
            Capability::REVOCABLE_RESOURCES, Capability::PARTITION_AWARE}));
    chosen.partitionAware = false;
    chosen.capabilities = "GPU_RESOURCES";
    EXPECT_EQ(types(chosen),
        (std::set<int>{Capability::RESERVATION_REFINEMENT, Capability::TASK_KILLING_STATE,
            Capability::REVOCABLE_RESOURCES, Capability::GPU_RESOURCES}));
}

TEST(ExecutePlan, RunsTheCommandItselfWithoutAShell) {
    auto chosen = flags();
    chosen.shell = false;
    chosen.command = "/bin/true";
    chosen.arguments = {"a b"};
    const auto plan = planExecute(chosen, "alice");
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->task.command().shell());
    EXPECT_EQ(plan->task.command().value(), "/bin/true");
    ASSERT_EQ(plan->task.command().arguments_size(), 2);
    EXPECT_EQ(plan->task.command().arguments(0), "/bin/true");
    EXPECT_EQ(plan->task.command().arguments(1), "a b");
}

TEST(ExecutePlan, ReadsTheEnvironmentFromJson) {
    auto chosen = flags();
    chosen.env = R"({"A":"b","C":""})";
    const auto plan = planExecute(chosen, "alice");
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->task.command().environment().variables_size(), 2);
    EXPECT_EQ(plan->task.command().environment().variables(0).name(), "A");
    EXPECT_EQ(plan->task.command().environment().variables(0).value(), "b");
}

TEST(ExecutePlan, RefusesBadEnvironments) {
    for (const auto* text : {"", "{", "[]", "\"A\"", "{\"A\":\"b\"", "null", "\xff"}) {
        auto chosen = flags();
        chosen.env = text;
        EXPECT_EQ(
            refusal(chosen), R"(Failed to parse '--env': give a JSON object, such as {"A":"b"})")
            << text;
    }
    auto chosen = flags();
    chosen.env = R"({"A":1})";
    EXPECT_EQ(refusal(chosen), "Failed to parse '--env': the value of 'A' must be a text");
}

TEST(ExecutePlan, RefusesWhatMesosRefusesInItsWords) {
    auto none = flags();
    none.name.reset();
    EXPECT_EQ(planExecute(none, "a").error(), (Refusal{"Missing required option --name", true}));
    none = flags();
    none.command.reset();
    EXPECT_EQ(planExecute(none, "a").error(), (Refusal{"Missing required option --command", true}));
    auto unknown = flags();
    unknown.capabilities = "NOPE";
    EXPECT_EQ("EXIT with status 1: " + refusal(unknown) + "\n",
        dataFile("execute_unknown_capability.txt"));
    unknown.capabilities = "GPU_RESOURCES,PARTITION_AWARE";
    EXPECT_EQ("EXIT with status 1: " + refusal(unknown) + "\n",
        dataFile("execute_unsupported_capability.txt"));
    auto docker = flags();
    docker.containerizer = "docker";
    EXPECT_EQ("EXIT with status 1: " + refusal(docker) + "\n",
        dataFile("execute_docker_without_image.txt"));
    docker.containerizer = "rkt";
    EXPECT_EQ(refusal(docker), "Unsupported containerizer: rkt");
}

TEST(ExecutePlan, RefusesTasksInJson) {
    const auto inJson = [](const char* task, const char* group) {
        auto flags = std::make_unique<ExecuteFlags>();
        if (task)
            flags->task = task;
        if (group)
            flags->taskGroup = group;
        return flags;
    };
    EXPECT_EQ(refusal(*inJson("{}", "{}")),
        "Either task or task group should be set but not both. Provide either '--task' OR "
        "'--task_group'");
    ExecuteFlags mixed = flags();
    mixed.task = "{}";
    EXPECT_EQ(refusal(mixed),
        "'--name, --command, --env, --appc_image, --docker_image, --volumes' can only be set when "
        "both '--task' and '--task_group' are not set");
    EXPECT_EQ(refusal(*inJson(nullptr, "{}")),
        "'--task_group' is not supported by this version: describe the task with --name, "
        "--command and --resources");
}

TEST(ExecutePlan, RunsAnImageByTheContainerizerThatIsAskedFor) {
    auto image = flags();
    image.dockerImage = "nvidia/cuda";
    const auto own = planExecute(image, "alice")->task.container();
    EXPECT_EQ(own.type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_EQ(own.mesos().image().type(), mesos::v1::Image::DOCKER);
    EXPECT_EQ(own.mesos().image().docker().name(), "nvidia/cuda");
    image.containerizer = "docker";
    const auto docker = planExecute(image, "alice")->task.container();
    EXPECT_EQ(docker.type(), mesos::v1::ContainerInfo::DOCKER);
    EXPECT_EQ(docker.docker().image(), "nvidia/cuda");
    EXPECT_FALSE(planExecute(flags(), "alice")->task.has_container());
}

TEST(ExecutePlan, GivesATerminalWithAnImageAndWithout) {
    auto wanted = flags();
    wanted.terminal = true;
    const auto bare = planExecute(wanted, "alice")->task.container();
    EXPECT_EQ(bare.type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_TRUE(bare.has_tty_info());
    EXPECT_FALSE(bare.mesos().has_image());
    wanted.dockerImage = "busybox";
    EXPECT_TRUE(planExecute(wanted, "alice")->task.container().has_tty_info());
    wanted.containerizer = "docker";
    EXPECT_EQ(refusal(wanted), "'Docker' containerizer does not allow attaching a TTY");
}

TEST(ExecutePlan, RefusesBadResourcesAndDurations) {
    auto bad = flags();
    bad.resources = "cpus:lots";
    EXPECT_TRUE(refusal(bad).starts_with("Failed to parse '--resources': ")) << refusal(bad);
    bad = flags();
    bad.killAfter = "soon";
    EXPECT_TRUE(refusal(bad).starts_with("Failed to parse '--kill_after': ")) << refusal(bad);
    bad.killAfter = "10secs";
    EXPECT_EQ(planExecute(bad, "alice")->killAfter, std::chrono::seconds(10));
}

} // namespace
} // namespace muster::cli
