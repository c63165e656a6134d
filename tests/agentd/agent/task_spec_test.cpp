// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "agentd/agent/task_spec.h"
#include "core/proto/mesos/v1/mesos.pb.h"
#include "core/proto/task.h"

namespace muster::agentd {
namespace {

struct LaunchedTask {
    mesos::v1::TaskInfo payload;
    node::Launch launch;
    TaskDefaults defaults{"/w/sandboxes", "", {"S0"}};

    LaunchedTask() {
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

TEST(TaskSpec, LimitsTheOutputAsTheAgentWasTold) {
    LaunchedTask world;
    EXPECT_EQ(world.spec().logSize, Bytes::mebi(64));
    world.defaults.logSize = Bytes{8192};
    world.defaults.logFiles = 2;
    EXPECT_EQ(world.spec().logSize, Bytes{8192});
    EXPECT_EQ(world.spec().logFiles, 2U);
}

TEST(TaskSpec, RunsAShellLineWithTheShell) {
    EXPECT_EQ(
        LaunchedTask().spec().argv, (std::vector<std::string>{"/bin/sh", "-c", "echo hello"}));
}

TEST(TaskSpec, RunsArgumentsAsTheyAre) {
    LaunchedTask world;
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
    LaunchedTask world;
    world.payload.clear_command();
    ASSERT_FALSE(world.make());
    EXPECT_EQ(world.make().error().message, "The task has no command");
    world.payload.mutable_command()->set_shell(false);
    EXPECT_FALSE(world.make());
}

TEST(TaskSpec, LetsTheTaskOverrideDefaultsButNotWhatMusterSets) {
    LaunchedTask world;
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
    LaunchedTask world;
    world.defaults.executorEnvironment = R"({"PATH":"/operator","PROXY":"p:1"})";
    const auto spec = world.spec();
    EXPECT_EQ(valueOf(spec, "PATH"), "/operator");
    EXPECT_EQ(valueOf(spec, "PROXY"), "p:1");
    EXPECT_EQ(valueOf(spec, "LANG"), "(unset)");
}

TEST(TaskSpec, ShowsExactlyTheGrantedGpus) {
    LaunchedTask world;
    world.launch.gpus = {{.uuid = {"GPU-b"}, .minor = 3}, {.uuid = {"GPU-a"}, .minor = 1}};
    const auto spec = world.spec();
    EXPECT_EQ(valueOf(spec, "NVIDIA_VISIBLE_DEVICES"), "GPU-b,GPU-a");
    EXPECT_EQ(spec.gpuMinors, (std::vector<unsigned>{3, 1}));
}

TEST(TaskSpec, CountsMemoryInMebibytes) {
    const auto spec = LaunchedTask().spec();
    EXPECT_EQ(spec.memory.value, 64u * 1024 * 1024 + 512 * 1024);
    EXPECT_EQ(spec.cpus, Milli{1500});
}

TEST(TaskSpec, RunsAsTheTasksUserElseTheFrameworks) {
    LaunchedTask world;
    EXPECT_EQ(world.spec().user.uid, 0u);
    world.launch.task.user = "nobody";
    EXPECT_EQ(world.spec().user.uid, 65534u);
    world.launch.task.user = "no-such-user";
    ASSERT_FALSE(world.make());
    EXPECT_NE(world.make().error().message.find("no-such-user"), std::string::npos);
}

TEST(TaskSpec, AlwaysHasALimitOfMemory) {
    LaunchedTask world;
    world.launch.task.resources = *Resources::parse("gpus:1"); // as of execute --resources=gpus:1
    EXPECT_EQ(world.spec().memory, Bytes::mebi(128));
    world.defaults.memory = Bytes::mebi(1024);
    world.launch.task.resources = *Resources::parse("cpus:1;mem:0");
    EXPECT_EQ(world.spec().memory, Bytes::mebi(1024));
    world.launch.task.resources = *Resources::parse("cpus:1;mem:64");
    EXPECT_EQ(world.spec().memory, Bytes::mebi(64));
    auto& limit = (*world.payload.mutable_limits())["mem"];
    limit.set_value(std::numeric_limits<double>::infinity());
    EXPECT_GT(world.spec().memory, Bytes::mebi(64)) << "all that the machine has";
    EXPECT_LT(world.spec().memory, Bytes{std::uint64_t{1} << 62});
}

// 1e11 cpus would be a small quota, 2^44 MiB no limit at all, after an overflow.
TEST(TaskSpec, TakesALimitThatTheMachineCannotReachForNone) {
    LaunchedTask world;
    auto& cpus = (*world.payload.mutable_limits())["cpus"];
    auto& memory = (*world.payload.mutable_limits())["mem"];
    cpus.set_value(0.5);
    memory.set_value(65);
    EXPECT_EQ(world.spec().cpuLimit, Milli{500});
    EXPECT_EQ(world.spec().memory, Bytes::mebi(65));
    memory.set_value(std::numeric_limits<double>::infinity());
    const auto whole = world.spec().memory;
    for (const double limit :
        {1e11, 0x1p44, 9e12, 1e300, std::numeric_limits<double>::infinity()}) {
        cpus.set_value(limit);
        memory.set_value(limit);
        EXPECT_EQ(world.spec().cpuLimit, Milli{}) << limit;
        EXPECT_EQ(world.spec().memory, whole) << limit;
    }
}

TEST(ExecutorSpec, RunsTheExecutorsCommandWithMesosEnvironment) {
    mesos::v1::ExecutorInfo info;
    info.mutable_executor_id()->set_value("e");
    info.mutable_command()->set_value("run");
    auto& variable = *info.mutable_command()->mutable_environment()->add_variables();
    variable.set_name("MESOS_CHECKPOINT");
    variable.set_value("0");
    const node::LaunchExecutor launch{.container = {"c-1"},
        .framework = {.id = {"F"}, .user = "root"},
        .executor = proto::fromProto(info),
        .resources = *Resources::parse("cpus:1.5;mem:64"),
        .gpus = {{.uuid = {"GPU-a"}, .minor = 2}}};
    const auto made = containerSpec(launch,
        {.sandboxes = "/w/sandboxes",
            .executorEnvironment = "",
            .agent = {"S0"},
            .executors = "/w/executors",
            .endpoint = "127.0.0.1:5051",
            .shutdownGrace = std::chrono::seconds(5),
            .reregistration = std::chrono::seconds(2)});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->argv, (std::vector<std::string>{"/bin/sh", "-c", "run"}));
    EXPECT_EQ(made->sandbox, "/w/sandboxes/F/e");
    EXPECT_EQ(made->agentFolder, "/w/executors/c-1");
    EXPECT_EQ(made->cpus, Milli{1500});
    EXPECT_EQ(made->memory.value, 64u << 20);
    EXPECT_EQ(made->gpuMinors, std::vector<unsigned>{2});
    const std::pair<const char*, const char*> expected[] = {
        {"MESOS_FRAMEWORK_ID", "F"},
        {"MESOS_EXECUTOR_ID", "e"},
        {"MESOS_SLAVE_ID", "S0"},
        {"MESOS_SLAVE_PID", "slave(1)@127.0.0.1:5051"},
        {"MESOS_AGENT_ENDPOINT", "127.0.0.1:5051"},
        {"MESOS_DOMAIN_SOCKET", "/run/muster/agent.sock"},
        {"MESOS_DIRECTORY", "/w/sandboxes/F/e"},
        {"MESOS_SANDBOX", "/w/sandboxes/F/e"},
        {"MESOS_CHECKPOINT", "1"},
        {"MESOS_EXECUTOR_SHUTDOWN_GRACE_PERIOD", "5secs"},
        {"MESOS_RECOVERY_TIMEOUT", "15mins"},
        {"MESOS_SUBSCRIPTION_BACKOFF_MAX", "2secs"},
        {"LIBPROCESS_PORT", "0"},
        {"MESOS_TASK_ID", "(unset)"},
        {"NVIDIA_VISIBLE_DEVICES", "GPU-a"},
    };
    for (const auto& [name, value] : expected) {
        EXPECT_EQ(valueOf(*made, name), value) << name;
    }
}

} // namespace
} // namespace muster::agentd
