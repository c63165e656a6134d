// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/plan.h"

#include <cstdlib>
#include <set>

#include <unistd.h>

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
    EXPECT_EQ(plan->tasks[0].task_id().value(), "t");
    EXPECT_TRUE(plan->tasks[0].command().shell());
    EXPECT_EQ(plan->tasks[0].command().arguments_size(), 0);
    EXPECT_EQ(plan->tasks[0].resources_size(), 2);
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
    EXPECT_FALSE(plan->tasks[0].command().shell());
    EXPECT_EQ(plan->tasks[0].command().value(), "/bin/true");
    ASSERT_EQ(plan->tasks[0].command().arguments_size(), 2);
    EXPECT_EQ(plan->tasks[0].command().arguments(0), "/bin/true");
    EXPECT_EQ(plan->tasks[0].command().arguments(1), "a b");
}

TEST(ExecutePlan, ReadsTheEnvironmentFromJson) {
    auto chosen = flags();
    chosen.env = R"({"A":"b","C":""})";
    const auto plan = planExecute(chosen, "alice");
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->tasks[0].command().environment().variables_size(), 2);
    EXPECT_EQ(plan->tasks[0].command().environment().variables(0).name(), "A");
    EXPECT_EQ(plan->tasks[0].command().environment().variables(0).value(), "b");
}

TEST(ExecutePlan, RefusesBadEnvironments) {
    for (const auto* text : {"", "{", "[]", "\"A\"", "{\"A\":\"b\"", "null", "\xff"}) {
        auto chosen = flags();
        chosen.env = text;
        EXPECT_EQ(refusal(chosen),
            R"(Failed to parse '--env': expected a JSON object, such as {"A":"b"})")
            << text;
    }
    auto chosen = flags();
    chosen.env = R"({"A":1})";
    EXPECT_EQ(refusal(chosen), "Failed to parse '--env': the value of 'A' must be a string");
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

constexpr const char* kTask = R"({"name":"n","task_id":{"value":"i"},
    "resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":0.1}},
                 {"name":"mem","type":"SCALAR","scalar":{"value":32}}],
    "command":{"value":"true"},"of tomorrow":1})";

TEST(ExecutePlan, TakesAWholeTaskInJson) {
    ExecuteFlags whole;
    whole.task = kTask;
    const auto plan = planExecute(whole, "alice");
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->tasks.size(), 1U);
    EXPECT_EQ(plan->tasks[0].task_id().value(), "i");
    EXPECT_EQ(plan->tasks[0].name(), "n");
    EXPECT_EQ(plan->tasks[0].command().value(), "true");
    EXPECT_EQ(plan->resources.text(), "cpus:0.1; mem:32");
    EXPECT_FALSE(plan->executor);
}

TEST(ExecutePlan, TakesAGroupOfTasksWithTheExecutorOfMesosExecute) {
    ExecuteFlags group;
    std::string second = kTask;
    second.replace(second.find("\"i\""), 3, "\"j\"");
    group.taskGroup = fmt::format(R"({{"tasks":[{},{}]}})", kTask, second);
    group.networks = "net1,,net2";
    const auto plan = planExecute(group, "alice");
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->tasks.size(), 2U);
    EXPECT_EQ(plan->tasks[1].task_id().value(), "j");
    ASSERT_TRUE(plan->executor);
    EXPECT_EQ(plan->executor->type(), mesos::v1::ExecutorInfo::DEFAULT);
    EXPECT_EQ(plan->executor->executor_id().value(), "default-executor");
    ASSERT_EQ(plan->executor->container().network_infos_size(), 2);
    EXPECT_EQ(plan->executor->container().network_infos(1).name(), "net2");
    EXPECT_EQ(plan->resources.text(), "cpus:0.3; mem:96; disk:32");
}

TEST(ExecutePlan, RefusesTasksInJsonThatCannotBe) {
    const auto task = [](const std::string& text) {
        ExecuteFlags flags;
        flags.task = text;
        return refusal(flags);
    };
    const auto group = [](const std::string& text) {
        ExecuteFlags flags;
        flags.taskGroup = text;
        return refusal(flags);
    };
    EXPECT_EQ(task("{"),
        R"(Failed to parse '--task': expected JSON such as {"name":"t","task_id":{"value":"t"},)"
        R"("resources":[...],"command":{"value":"true"}})");
    EXPECT_EQ(task(R"({"name":"n"})"), "Failed to parse '--task': missing field task_id");
    EXPECT_EQ(
        group("[]"), R"(Failed to parse '--task_group': expected JSON such as {"tasks":[...]})");
    EXPECT_EQ(group("{}"), "Failed to parse '--task_group': the group has no tasks");
    EXPECT_EQ(group(fmt::format(R"({{"tasks":[{},{}]}})", kTask, kTask)),
        "Failed to parse '--task_group': two tasks have the id 'i'");
    EXPECT_EQ(task("file:///none/t.json"),
        "Failed to parse '--task': Cannot read '/none/t.json': No such file or directory");
}

TEST(ExecutePlan, RefusesMixedFormsInMesosWords) {
    ExecuteFlags both;
    both.task = both.taskGroup = "{}";
    EXPECT_EQ(planExecute(both, "a").error(),
        (Refusal{"Either task or task group should be set but not both. Provide either '--task' "
                 "OR '--task_group'",
            true}));
    ExecuteFlags mixed = flags();
    mixed.task = "{}";
    EXPECT_EQ(refusal(mixed),
        "'--name, --command, --env, --appc_image, --docker_image, --volumes' can only be set when "
        "both '--task' and '--task_group' are not set");
    ExecuteFlags network;
    network.task = kTask;
    network.networks = "net1";
    EXPECT_EQ(refusal(network), "'--networks' can only be set when '--task' is not set");
    ExecuteFlags forgotten;
    forgotten.taskGroup = "{}";
    forgotten.rlimits = "{}";
    EXPECT_TRUE(refusal(forgotten).starts_with("'--rlimits, --effective_capabilities, "));
    auto images = flags();
    images.dockerImage = images.appcImage = "ubuntu";
    EXPECT_EQ(refusal(images), "Flags '--docker-image' and '--appc-image' are both set");
    images.dockerImage.reset();
    EXPECT_EQ(refusal(images), "'--appc_image' is not supported: use --docker_image");
    auto content = flags();
    content.contentType = "xml";
    EXPECT_EQ(refusal(content), "Invalid content type 'xml'");
    auto providers = flags();
    providers.imageProviders = "docker";
    EXPECT_EQ(refusal(providers), "accepted");
    providers.imageProviders = "appc";
    EXPECT_TRUE(refusal(providers).starts_with("Unknown image provider 'appc': "));
}

TEST(ExecutePlan, ReadsValuesFromFiles) {
    char path[] = "/tmp/muster-execute-XXXXXX";
    const int file = ::mkstemp(path);
    ASSERT_GE(file, 0);
    const std::string text = R"({"A":"from a file"})";
    ASSERT_EQ(::write(file, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(file);
    auto chosen = flags();
    chosen.env = std::string("file://") + path;
    const auto plan = planExecute(chosen, "alice");
    ::unlink(path);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->tasks[0].command().environment().variables(0).value(), "from a file");
    EXPECT_EQ(refusal(chosen),
        fmt::format(
            "Failed to parse '--env': Cannot read '{}': No such file or directory", path));
}

TEST(ExecutePlan, PutsSettingsOfTheContainerBesideTheImage) {
    auto chosen = flags();
    chosen.dockerImage = "busybox";
    chosen.volumes = R"([{"container_path":"/data","host_path":"/srv","mode":"RO"}])";
    chosen.rlimits = R"({"rlimits":[{"type":"RLMT_CPU","soft":"1","hard":"2"}]})";
    chosen.effectiveCapabilities = R"({"capabilities":["NET_RAW","SYS_ADMIN"]})";
    chosen.boundingCapabilities = R"({"capabilities":["NET_RAW"]})";
    chosen.networks = "net1,net2";
    const auto plan = planExecute(chosen, "alice");
    ASSERT_TRUE(plan) << plan.error().message;
    const auto container = plan->tasks[0].container();
    EXPECT_EQ(container.mesos().image().docker().name(), "busybox");
    EXPECT_EQ(container.volumes(0).host_path(), "/srv");
    EXPECT_EQ(container.rlimit_info().rlimits(0).hard(), 2U);
    EXPECT_EQ(container.linux_info().effective_capabilities().capabilities_size(), 2);
    EXPECT_EQ(container.linux_info().bounding_capabilities().capabilities(0),
        mesos::v1::CapabilityInfo::NET_RAW);
    EXPECT_EQ(container.network_infos(1).name(), "net2");

    chosen.containerizer = "docker";
    EXPECT_EQ(refusal(chosen), "'Docker' containerizer can only support a single network");
    chosen.networks = "net1";
    EXPECT_EQ(planExecute(chosen, "alice")->tasks[0].container().docker().network(),
        mesos::v1::ContainerInfo::DockerInfo::USER);
    chosen.volumes = "{}";
    EXPECT_TRUE(refusal(chosen).starts_with("Failed to convert '--volumes' to protobuf: expected JSON"))
        << refusal(chosen);
    chosen.volumes = R"([{"container_path":"/data","mode":"SIDEWAYS"}])";
    EXPECT_TRUE(refusal(chosen).starts_with("Failed to convert '--volumes' to protobuf: "));
    chosen.volumes.reset();
    chosen.effectiveCapabilities = R"({"capabilities":["NOPE"]})";
    EXPECT_EQ(refusal(chosen),
        "Failed to parse '--effective_capabilities': 'NOPE' is not a capability known to Mesos");
}

TEST(ExecutePlan, GivesSettingsWithoutAnImageAContainer) {
    auto chosen = flags();
    chosen.rlimits = R"({"rlimits":[{"type":"RLMT_NOFILE","soft":64,"hard":64}]})";
    const auto container = planExecute(chosen, "alice")->tasks[0].container();
    EXPECT_EQ(container.type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_FALSE(container.mesos().has_image());
}

TEST(ExecutePlan, RunsAnImageByTheContainerizerThatIsAskedFor) {
    auto image = flags();
    image.dockerImage = "nvidia/cuda";
    const auto own = planExecute(image, "alice")->tasks[0].container();
    EXPECT_EQ(own.type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_EQ(own.mesos().image().type(), mesos::v1::Image::DOCKER);
    EXPECT_EQ(own.mesos().image().docker().name(), "nvidia/cuda");
    image.containerizer = "docker";
    const auto docker = planExecute(image, "alice")->tasks[0].container();
    EXPECT_EQ(docker.type(), mesos::v1::ContainerInfo::DOCKER);
    EXPECT_EQ(docker.docker().image(), "nvidia/cuda");
    EXPECT_FALSE(planExecute(flags(), "alice")->tasks[0].has_container());
}

TEST(ExecutePlan, GivesATerminalWithAnImageAndWithout) {
    auto wanted = flags();
    wanted.terminal = true;
    const auto bare = planExecute(wanted, "alice")->tasks[0].container();
    EXPECT_EQ(bare.type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_TRUE(bare.has_tty_info());
    EXPECT_FALSE(bare.mesos().has_image());
    wanted.dockerImage = "busybox";
    EXPECT_TRUE(planExecute(wanted, "alice")->tasks[0].container().has_tty_info());
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
