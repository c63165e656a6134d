// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/container/docker/create_request.h"

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

DockerSpec task() {
    DockerSpec spec;
    spec.id = ContainerId{"task-1"};
    spec.image = "nvidia/cuda";
    spec.command = {.shell = true, .value = "nvidia-smi"};
    spec.environment = {{"A", "1"}, {"MESOS_SANDBOX", "elsewhere"}};
    spec.user = UserIds{1000, 1001, {44, 109}};
    spec.sandbox = "/var/lib/muster/sandboxes/task-1";
    spec.gpuMinors = {0, 3};
    spec.cpus = Milli::whole(2);
    spec.memory = Bytes::mebi(256);
    return spec;
}

ImageConfig image() {
    ImageConfig image;
    image.id = "sha256:abc";
    image.entrypoint = {"/entry", "point"};
    image.command = {"serve"};
    return image;
}

DockerPlaces places() {
    return {.owner = "agent-1",
        .init = "/usr/libexec/muster/muster-init",
        .controlDevices = {{"/dev/nvidiactl", 195, 255}}};
}

Json request(const DockerSpec& spec, const ImageConfig& image = docker::image()) {
    const auto text = createRequest(spec, image, places());
    EXPECT_TRUE(text) << text.error().message;
    return Json::parse(text.value_or("{}"));
}

Json host(const DockerSpec& spec) {
    return request(spec)["HostConfig"];
}

std::string refusal(const DockerSpec& spec, const ImageConfig& image = docker::image()) {
    const auto text = createRequest(spec, image, places());
    return text ? "(accepted) " + *text : text.error().message;
}

Texts strings(const Json& json) {
    return json.get<Texts>();
}

TEST(CreateRequest, RunsTheImageThatWasExaminedUnderInit) {
    const Json body = request(task());
    EXPECT_EQ(body["Image"], "sha256:abc");
    EXPECT_EQ(strings(body["Entrypoint"]),
        (Texts{"/.muster-init", "/mnt/mesos/sandbox", "67108864", "4"}));
    EXPECT_EQ(strings(body["Cmd"]), (Texts{"/bin/sh", "-c", "nvidia-smi"}));
    EXPECT_EQ(body["User"], "1000:1001");
    EXPECT_EQ(strings(body["HostConfig"]["GroupAdd"]), (Texts{"44", "109"}));
}

TEST(CreateRequest, ValueAndArgumentsFollowTheEntrypointAsMesosHasIt) {
    const auto argv = [](DockerCommand command, ImageConfig config = image()) {
        DockerSpec spec = task();
        spec.command = std::move(command);
        return strings(request(spec, config)["Cmd"]);
    };
    EXPECT_EQ(argv({}), (Texts{"/entry", "point", "serve"}));
    EXPECT_EQ(argv({.value = "train"}), (Texts{"/entry", "point", "train"}));
    EXPECT_EQ(argv({.arguments = {"-v"}}), (Texts{"/entry", "point", "-v"}));
    EXPECT_EQ(argv({.value = "train", .arguments = {"-v", "a b"}}),
        (Texts{"/entry", "point", "train", "-v", "a b"}));
    EXPECT_EQ(argv({.value = "train"}, {.id = "sha256:bare"}), (Texts{"train"}));
}

TEST(CreateRequest, RefusesACommandThatIsNone) {
    DockerSpec spec = task();
    spec.command = {.shell = true};
    EXPECT_EQ(refusal(spec), "Shell specified but no command value provided");
    spec.command = {};
    EXPECT_EQ(refusal(spec, {.id = "sha256:bare"}),
        "The image has no default command: specify one in the task");
    spec.command = {.value = std::string("a\0b", 3)};
    EXPECT_EQ(refusal(spec), "The command holds a NUL byte");
}

TEST(CreateRequest, GivesExactlyTheGrantedGpusAndTheControlDevices) {
    const auto device = [](const char* path) -> Json {
        return {{"PathOnHost", path}, {"PathInContainer", path}, {"CgroupPermissions", "rw"}};
    };
    EXPECT_EQ(host(task())["Devices"],
        (Json{device("/dev/nvidiactl"), device("/dev/nvidia0"), device("/dev/nvidia3")}));
    DockerSpec none = task();
    none.gpuMinors = {};
    EXPECT_EQ(host(none)["Devices"], Json::array({device("/dev/nvidiactl")}));
}

TEST(CreateRequest, LeavesNothingToAPlugInARestartOrAPrivilege) {
    const Json config = host(task());
    EXPECT_EQ(config["Runtime"], "runc") << "a default runtime may have a hook that adds GPUs";
    EXPECT_EQ(config["Privileged"], false);
    EXPECT_EQ(config["RestartPolicy"]["Name"], "no");
    EXPECT_EQ(config["LogConfig"]["Type"], "none");
    EXPECT_EQ(strings(config["SecurityOpt"]), Texts{"no-new-privileges"});
    EXPECT_EQ(config["IpcMode"], "private");
    EXPECT_EQ(strings(config["CapDrop"]), (Texts{"MKNOD", "AUDIT_WRITE", "NET_RAW"}));
    for (const char* name : {"CapAdd", "PidMode", "UsernsMode", "UTSMode", "Binds", "VolumesFrom",
             "DeviceCgroupRules", "DeviceRequests", "CgroupParent"})
        EXPECT_FALSE(config.contains(name)) << name;
}

TEST(CreateRequest, LimitsAreTheEnginesUnits) {
    DockerSpec spec = task();
    spec.cpuLimit = Milli{1500};
    const Json config = host(spec);
    EXPECT_EQ(config["CpuShares"], 2048);
    EXPECT_EQ(config["CpuPeriod"], 100000);
    EXPECT_EQ(config["CpuQuota"], 150000);
    EXPECT_EQ(config["Memory"], 256 << 20);
    EXPECT_EQ(config["MemorySwap"], 256 << 20) << "no swap";
    EXPECT_EQ(config["PidsLimit"], 4096);
}

TEST(CreateRequest, AZeroLimitIsNone) {
    DockerSpec spec = task();
    spec.cpus = {};
    spec.memory = {};
    spec.maxProcesses = 0;
    for (const char* name : {"CpuShares", "CpuQuota", "Memory", "MemorySwap", "PidsLimit"})
        EXPECT_FALSE(host(spec).contains(name)) << name;
}

TEST(CreateRequest, MountsSandboxInitDriverAndVolumes) {
    DockerSpec spec = task();
    spec.driverMounts = {{"/host/libcuda.so", "/usr/local/nvidia/lib64/libcuda.so", false}};
    spec.volumes = {{"/data", "/data", false}, {"/models", "/mnt/mesos/sandbox/models", true}};
    Texts mounts;
    const Json config = host(spec);
    for (const Json& mount : config["Mounts"])
        mounts.push_back(fmt::format("{} {} {}", mount["Source"].get<std::string>(),
            mount["Target"].get<std::string>(), mount["ReadOnly"].get<bool>() ? "ro" : "rw"));
    EXPECT_EQ(mounts,
        (Texts{"/var/lib/muster/sandboxes/task-1 /mnt/mesos/sandbox rw",
            "/usr/libexec/muster/muster-init /.muster-init ro",
            "/host/libcuda.so /usr/local/nvidia/lib64/libcuda.so ro", "/data /data rw",
            "/models /mnt/mesos/sandbox/models ro"}));
}

TEST(CreateRequest, RefusesVolumesOverWhatIsNotTheTasks) {
    for (const char* target :
        {"", "/", "relative", "/dev", "/dev/nvidia1", "/proc/sys", "/sys", "/mnt", "/mnt/mesos",
            "/mnt/mesos/sandbox", "/.muster-init", "/a/../dev", "/a//b", "/a/./b", "/a/"}) {
        DockerSpec spec = task();
        spec.volumes = {{"/data", target, true}};
        EXPECT_TRUE(refusal(spec).starts_with("Nothing can be mounted at")) << target;
    }
}

TEST(CreateRequest, TheEnvironmentNamesTheSandboxWhateverTheTaskSays) {
    EXPECT_EQ(strings(request(task())["Env"]),
        (Texts{"A=1", "MESOS_CONTAINER_NAME=" + engineName(ContainerId{"task-1"}, "agent-1"),
            "MESOS_SANDBOX=/mnt/mesos/sandbox"}));
    DockerSpec spec = task();
    spec.environment = {{"A=B", "1"}};
    EXPECT_EQ(refusal(spec), "Environment variable 'A=B' cannot be passed on");
}

TEST(CreateRequest, NetworksHaveTheEnginesNames) {
    DockerSpec spec = task();
    for (const auto& [mode, name] : {std::pair(NetworkMode::Host, "host"),
             std::pair(NetworkMode::Bridge, "bridge"), std::pair(NetworkMode::None, "none")}) {
        spec.network = mode;
        EXPECT_EQ(host(spec)["NetworkMode"], name);
    }
    spec.network = NetworkMode::User;
    spec.networkName = "team-net";
    EXPECT_EQ(host(spec)["NetworkMode"], "team-net");
}

TEST(CreateRequest, AUserNetworkIsNotAWayIntoAnotherContainer) {
    for (const char* name : {"", "host", "none", "bridge", "default", "container:other", "a/b"}) {
        DockerSpec spec = task();
        spec.network = NetworkMode::User;
        spec.networkName = name;
        EXPECT_EQ(
            refusal(spec), fmt::format("'{}' is not the name of a user-defined network", name));
    }
}

TEST(CreateRequest, PortsAreMappedOnBridges) {
    DockerSpec spec = task();
    spec.network = NetworkMode::Bridge;
    spec.ports = {{31000, 80, "tcp"}, {31001, 80, "tcp"}, {31002, 53, "udp"}};
    const Json body = request(spec);
    EXPECT_EQ(body["ExposedPorts"], Json::parse(R"({"80/tcp": {}, "53/udp": {}})"));
    EXPECT_EQ(body["HostConfig"]["PortBindings"],
        Json::parse(R"({"80/tcp": [{"HostPort": "31000"}, {"HostPort": "31001"}],
                        "53/udp": [{"HostPort": "31002"}]})"));
}

TEST(CreateRequest, RefusesPortsThatCannotBe) {
    DockerSpec spec = task();
    spec.ports = {{31000, 80, "tcp"}};
    EXPECT_EQ(
        refusal(spec), "Port mappings are only supported for bridge and user-defined networks");
    spec.network = NetworkMode::Bridge;
    for (const PortMapping& port :
        {PortMapping{0, 80, "tcp"}, PortMapping{31000, 0, "tcp"}, PortMapping{1, 1, "sctp"}}) {
        spec.ports = {port};
        EXPECT_TRUE(refusal(spec).starts_with("Port mapping ")) << refusal(spec);
    }
}

TEST(CreateRequest, WithoutAUserTheImagesNumbersCount) {
    DockerSpec spec = task();
    spec.user.reset();
    const auto user = [&](const char* name) {
        ImageConfig config = image();
        config.user = name;
        return request(spec, config)["User"].get<std::string>();
    };
    EXPECT_EQ(user(""), "0:0");
    EXPECT_EQ(user("1000"), "1000:1000");
    EXPECT_EQ(user("1000:100"), "1000:100");
    for (const char* name : {"jovyan", "1000:users", "jovyan:1000", ":", "4294967296", "-1"}) {
        ImageConfig config = image();
        config.user = name;
        EXPECT_EQ(refusal(spec, config),
            fmt::format("Image 'nvidia/cuda' runs as its user '{}', which is only known inside the "
                        "image: specify a user of this host in the task",
                name));
    }
}

TEST(CreateRequest, RefusesIdsAndSandboxesThatAreNoNames) {
    DockerSpec spec = task();
    spec.id = ContainerId{"../x"};
    EXPECT_EQ(refusal(spec), "Container id '../x' is not 1 to 64 of a-z, 0-9 and '-'");
    spec = task();
    spec.sandbox = "/dev/shm/x";
    EXPECT_TRUE(refusal(spec).starts_with("Sandbox '/dev/shm/x' is not"));
}

TEST(CreateRequest, TextThatIsNotUtf8StillMakesARequest) {
    DockerSpec spec = task();
    spec.command = {.value = "\xff\xfe"};
    EXPECT_EQ(strings(request(spec)["Cmd"]).back(), "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(CreateRequest, TwoAgentsOfOneEngineNeverNameTheSameContainer) {
    const ContainerId id{"task-1"};
    EXPECT_EQ(engineName(id, "a"), engineName(id, "a"));
    EXPECT_NE(engineName(id, "a"), engineName(id, "b"));
    EXPECT_TRUE(engineName(id, "a").starts_with("muster-task-1-"));
}

} // namespace
} // namespace muster::container::docker
