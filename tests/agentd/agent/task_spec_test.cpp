// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/agent/task_spec.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

struct World {
    mesos::v1::TaskInfo payload;
    node::Launch launch;
    TaskDefaults defaults{"/w/sandboxes", "", {"S0"}};

    World() {
        payload.set_name("train");
        payload.mutable_task_id()->set_value("t");
        payload.mutable_agent_id()->set_value("S0");
        payload.mutable_command()->set_value("echo hello");
        launch.container = {"c-1"};
        launch.framework = {.id = {"F"}, .user = "root"};
        launch.task.role = "prod";
        launch.task.id = {"t"};
        launch.task.resources = *Resources::parse("cpus:1.5;mem:64.5");
    }
    Result<container::ContainerSpec> make() {
        launch.task.payload = payload.SerializeAsString();
        return containerSpec(launch, defaults);
    }
    container::ContainerSpec spec() {
        auto out = make();
        EXPECT_TRUE(out.has_value()) << out.error().message;
        return std::move(out).value_or(container::ContainerSpec{});
    }
    void variable(const char* name, const char* value) {
        auto& added = *payload.mutable_command()->mutable_environment()->add_variables();
        added.set_name(name);
        added.set_value(value);
    }
};

std::string valueOf(const container::ContainerSpec& spec, std::string_view name) {
    std::string out = "(unset)";
    int count = 0;
    for (const auto& [known, value] : spec.environment) {
        if (known == name) {
            out = value;
            ++count;
        }
    }
    EXPECT_LE(count, 1) << name;
    return out;
}

TEST(TaskSpec, RunsAShellLineWithTheShell) {
    EXPECT_EQ(World().spec().argv, (std::vector<std::string>{"/bin/sh", "-c", "echo hello"}));
}

TEST(TaskSpec, RunsArgumentsAsTheyAre) {
    World world;
    world.payload.mutable_command()->set_shell(false);
    EXPECT_EQ(world.spec().argv, std::vector<std::string>{"echo hello"});
    world.payload.mutable_command()->add_arguments("echo");
    world.payload.mutable_command()->add_arguments("a b; c");
    world.payload.mutable_command()->set_value("/bin/echo");
    EXPECT_EQ(world.spec().argv, (std::vector<std::string>{"/bin/echo", "a b; c"}));
    world.payload.mutable_command()->clear_value();
    EXPECT_EQ(world.spec().argv, (std::vector<std::string>{"echo", "a b; c"}));
}

TEST(TaskSpec, RefusesATaskWithoutACommand) {
    World world;
    world.payload.clear_command();
    ASSERT_FALSE(world.make());
    EXPECT_EQ(world.make().error().message, "The task has no command");
    world.payload.mutable_command()->set_shell(false);
    EXPECT_FALSE(world.make());
}

TEST(TaskSpec, LetsTheTaskOverrideDefaultsButNotWhatMusterSets) {
    World world;
    world.variable("PATH", "/mine");
    world.variable("MESOS_TASK_ID", "forged");
    world.variable("NVIDIA_VISIBLE_DEVICES", "all");
    world.variable("SEED", "7");
    const auto spec = world.spec();
    EXPECT_EQ(valueOf(spec, "PATH"), "/mine");
    EXPECT_EQ(valueOf(spec, "SEED"), "7");
    EXPECT_EQ(valueOf(spec, "LANG"), "C.UTF-8");
    EXPECT_EQ(valueOf(spec, "MESOS_TASK_ID"), "t");
    EXPECT_EQ(valueOf(spec, "NVIDIA_VISIBLE_DEVICES"), "void");
    EXPECT_EQ(valueOf(spec, "MESOS_SANDBOX"), "/w/sandboxes/F/t");
    EXPECT_EQ(valueOf(spec, "MESOS_ALLOCATION_ROLE"), "prod");
    EXPECT_EQ(spec.sandbox, "/w/sandboxes/F/t");
    EXPECT_EQ(spec.environment.front().first, "PATH");
}

TEST(TaskSpec, TakesTheOperatorsEnvironmentInPlaceOfTheDefault) {
    World world;
    world.defaults.executorEnvironment = R"({"PATH":"/operator","PROXY":"p:1"})";
    const auto spec = world.spec();
    EXPECT_EQ(valueOf(spec, "PATH"), "/operator");
    EXPECT_EQ(valueOf(spec, "PROXY"), "p:1");
    EXPECT_EQ(valueOf(spec, "LANG"), "(unset)");
}

TEST(TaskSpec, ShowsExactlyTheGrantedGpus) {
    World world;
    world.launch.gpus = {{.uuid = {"GPU-b"}, .minor = 3}, {.uuid = {"GPU-a"}, .minor = 1}};
    const auto spec = world.spec();
    EXPECT_EQ(valueOf(spec, "NVIDIA_VISIBLE_DEVICES"), "GPU-b,GPU-a");
    EXPECT_EQ(spec.gpuMinors, (std::vector<unsigned>{3, 1}));
}

TEST(TaskSpec, CountsMemoryInMebibytes) {
    const auto spec = World().spec();
    EXPECT_EQ(spec.memory.value, 64u * 1024 * 1024 + 512 * 1024);
    EXPECT_EQ(spec.cpus, Milli{1500});
}

TEST(TaskSpec, RunsAsTheTasksUserElseTheFrameworks) {
    World world;
    EXPECT_EQ(world.spec().user.uid, 0u);
    world.launch.task.user = "nobody";
    EXPECT_EQ(world.spec().user.uid, 65534u);
    world.launch.task.user = "no-such-user";
    ASSERT_FALSE(world.make());
    EXPECT_NE(world.make().error().message.find("no-such-user"), std::string::npos);
}

} // namespace
} // namespace muster::agentd
