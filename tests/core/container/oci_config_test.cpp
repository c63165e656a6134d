// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/container/oci_config.h"
#include "tests/core/container/usual_mounts.h"

namespace muster::container {
namespace {

using Json = nlohmann::json;

ContainerSpec task() {
    ContainerSpec spec;
    spec.id = ContainerId{"task-1"};
    spec.argv = {"/bin/sh", "-c", "nvidia-smi"};
    spec.environment = {{"A", "1"}, {"B", "x=y"}};
    spec.user = {1000, 1001, {44, 109}};
    spec.sandbox = "/var/lib/muster/sandboxes/task-1";
    spec.gpuMinors = {0, 3};
    spec.cpus = Milli::whole(2);
    spec.memory = Bytes::mebi(256);
    return spec;
}

HostFacts host() {
    HostFacts facts;
    facts.mounts = parseMountinfo(kUsualMounts);
    facts.controlDevices = {{"/dev/nvidiactl", 195, 255}, {"/dev/nvidia-uvm", 508, 0}};
    facts.cgroupControllers = {"devices", "memory", "cpu", "pids"};
    facts.resolvConf = "/run/systemd/resolve/stub-resolv.conf";
    facts.hidden = {"/var/lib/muster", "/var/lib/muster/state", "/run/muster"};
    return facts;
}

Json config(const ContainerSpec& spec, const HostFacts& facts) {
    return Json::parse(ociConfig(spec, facts,
        {"/run/muster/mounts/task-1", "/usr/libexec/muster/muster-init", "/muster/task-1"}));
}

std::vector<std::string> destinations(const Json& config) {
    std::vector<std::string> result;
    for (const Json& mount : config["mounts"])
        result.push_back(
            mount["type"].get<std::string>() + ' ' + mount["destination"].get<std::string>());
    return result;
}

Json rule(unsigned major, unsigned minor) {
    return {{"allow", true}, {"type", "c"}, {"major", major}, {"minor", minor}, {"access", "rw"}};
}

TEST(OciConfig, MountsTheContainersOwnOverTheHostsFilesAndHidesWhatIsTheAgents) {
    EXPECT_EQ(destinations(config(task(), host())),
        (std::vector<std::string>{"proc /proc", "tmpfs /dev", "devpts /dev/pts", "tmpfs /dev/shm",
            "mqueue /dev/mqueue", "sysfs /sys", "cgroup /sys/fs/cgroup", "tmpfs /run",
            "tmpfs /var/lib/muster", "bind /run/systemd/resolve/stub-resolv.conf",
            "bind /run/muster-init", "bind /var/lib/muster/sandboxes/task-1"}));
}

TEST(OciConfig, MountsSysfsAndInitReadOnlyAndTheSandboxWithoutDevices) {
    const Json config = container::config(task(), host());
    const auto options = [&](const std::string& destination) {
        for (const Json& mount : config["mounts"]) {
            if (mount["destination"] == destination)
                return mount["options"].get<std::set<std::string>>();
        }
        return std::set<std::string>{};
    };
    EXPECT_TRUE(options("/sys").contains("ro"));
    EXPECT_TRUE(options("/run/muster-init").contains("ro"));
    EXPECT_TRUE(options("/run/systemd/resolve/stub-resolv.conf").contains("ro"));
    EXPECT_TRUE(options(task().sandbox).contains("nodev"));
    EXPECT_FALSE(options(task().sandbox).contains("ro"));
    EXPECT_TRUE(options("/dev/shm").contains("size=268435456")) << "the task's memory";
}

TEST(OciConfig, ShowsTheAgentsFolderReadOnlyAtItsPlace) {
    auto spec = task();
    spec.agentFolder = "/var/lib/muster/executors/task-1";
    const Json made = config(spec, host());
    for (const Json& mount : made["mounts"]) {
        if (mount["destination"] == "/run/muster") {
            EXPECT_EQ(mount["source"], spec.agentFolder);
            EXPECT_TRUE(mount["options"].get<std::set<std::string>>().contains("ro"));
            return;
        }
    }
    ADD_FAILURE() << "there is no such mount";
}

TEST(OciConfig, AllowsTheControlNodesAndTheGrantedGpusOnly) {
    const Json config = container::config(task(), host());
    EXPECT_EQ(config["linux"]["resources"]["devices"],
        (Json::array({{{"allow", false}, {"access", "rwm"}}, rule(195, 255), rule(508, 0),
            rule(195, 0), rule(195, 3)})));
    std::vector<std::string> nodes;
    for (const Json& node : config["linux"]["devices"])
        nodes.push_back(node["path"]);
    EXPECT_EQ(nodes,
        (std::vector<std::string>{
            "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0", "/dev/nvidia3"}));
}

TEST(OciConfig, GivesATaskWithoutGpusTheControlNodesAsMesosDoes) {
    auto spec = task();
    spec.gpuMinors = {};
    EXPECT_EQ(config(spec, host())["linux"]["resources"]["devices"],
        (Json::array({{{"allow", false}, {"access", "rwm"}}, rule(195, 255), rule(508, 0)})));
}

TEST(OciConfig, RunsTheCommandUnderInitInTheSandbox) {
    const Json process = config(task(), host())["process"];
    EXPECT_EQ(process["args"],
        (Json{"/run/muster-init", task().sandbox, "67108864", "4", "/bin/sh", "-c", "nvidia-smi"}))
        << "64 MiB of output a file, and four older ones";
    EXPECT_EQ(process["env"], (Json{"A=1", "B=x=y"}));
    EXPECT_EQ(process["cwd"], "/var/lib/muster/sandboxes/task-1");
    EXPECT_EQ(process["user"], (Json{{"uid", 1000}, {"gid", 1001}, {"additionalGids", {44, 109}}}));
    EXPECT_EQ(process["noNewPrivileges"], true);
    EXPECT_FALSE(process.contains("rlimits")) << "those of the agent";
}

TEST(OciConfig, LeavesATerminalToInitAndSaysWhatKindItIs) {
    auto spec = task();
    spec.terminal = TerminalSize{.rows = 24, .columns = 80};
    const Json process = config(spec, host())["process"];
    EXPECT_EQ(process["terminal"], false) << "the runtime's would need somebody who keeps it open";
    EXPECT_EQ(process["args"][1], "--terminal=24x80");
    EXPECT_EQ(process["args"][2], task().sandbox);
    EXPECT_EQ(process["env"], (Json{"A=1", "B=x=y", "TERM=xterm"}));
    spec.environment.emplace_back("TERM", "vt100");
    EXPECT_EQ(config(spec, host())["process"]["env"], (Json{"A=1", "B=x=y", "TERM=vt100"}));
}

TEST(OciConfig, KeepsTheHostsNetworkAndName) {
    EXPECT_EQ(config(task(), host())["linux"]["namespaces"],
        (Json::array(
            {{{"type", "pid"}}, {{"type", "ipc"}}, {{"type", "mount"}}, {{"type", "cgroup"}}})));
}

TEST(OciConfig, GivesAReadOnlyHostAndATmpOfItsOwnWhereThatIsWanted) {
    const auto text = ociConfig(
        task(), host(), {.rootfs = "/r", .init = "/i", .cgroupsPath = "/c", .readOnlyHost = true});
    const Json readOnly = Json::parse(text);
    EXPECT_EQ(readOnly["root"]["readonly"], true);
    EXPECT_EQ(config(task(), host())["root"]["readonly"], false);
    const auto all = destinations(readOnly);
    const auto own = std::find(all.begin(), all.end(), "tmpfs /tmp");
    ASSERT_NE(own, all.end());
    EXPECT_EQ(readOnly["mounts"][static_cast<std::size_t>(own - all.begin())]["options"],
        (Json{"nosuid", "nodev", "mode=1777", "size=268435456"}))
        << "as much as the task's memory, and programs in it run";
}

TEST(OciConfig, FiltersSystemCallsByTheBoundingCapabilities) {
    const auto rules
        = [](const ContainerSpec& spec) { return config(spec, host())["linux"]["seccomp"]; };
    const auto has = [&](const ContainerSpec& spec, const char* call) {
        const Json names = rules(spec)["syscalls"][0]["names"];
        return std::find(names.begin(), names.end(), call) != names.end();
    };
    auto spec = task();
    EXPECT_EQ(rules(spec)["defaultAction"], "SCMP_ACT_ERRNO") << "EPERM";
    EXPECT_TRUE(has(spec, "read"));
    EXPECT_EQ(rules(spec)["architectures"].size(), 1U) << "half the price without 32-bit programs";
    for (const char* call : {"mount", "unshare", "setns", "bpf", "keyctl", "kexec_load", "clone"})
        EXPECT_FALSE(has(spec, call)) << call;
    EXPECT_EQ(rules(spec)["syscalls"].back(),
        (Json{{"names", {"io_uring_setup", "io_uring_enter", "io_uring_register", "clone3"}},
            {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", 38}}));
    spec.capabilities = {"CAP_SYS_ADMIN"};
    for (const char* call : {"mount", "unshare", "setns", "bpf", "clone3"})
        EXPECT_TRUE(has(spec, call)) << call;
    for (const char* call : {"keyctl", "kexec_load", "init_module"})
        EXPECT_FALSE(has(spec, call)) << call;
}

TEST(OciConfig, GivesRootFewCapabilitiesAndAPlainUserNone) {
    auto spec = task();
    const Json none = Json::array();
    EXPECT_EQ(config(spec, host())["process"]["capabilities"]["effective"], none);
    spec.user = {};
    const Json root = config(spec, host())["process"]["capabilities"];
    EXPECT_EQ(root["effective"],
        (Json{"CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_FSETID", "CAP_KILL",
            "CAP_NET_BIND_SERVICE", "CAP_SETFCAP", "CAP_SETGID", "CAP_SETPCAP", "CAP_SETUID"}));
    EXPECT_EQ(root["effective"], root["bounding"]);
}

TEST(OciConfig, SetsLimitsFromTheResources) {
    const Json resources = config(task(), host())["linux"]["resources"];
    EXPECT_EQ(resources["memory"], (Json{{"limit", 268435456}}));
    EXPECT_EQ(resources["cpu"], (Json{{"shares", 2048}}));
    EXPECT_EQ(resources["pids"], (Json{{"limit", 4096}}));
    auto spec = task();
    spec.cpus = Milli{500};
    spec.cpuLimit = Milli{500};
    EXPECT_EQ(config(spec, host())["linux"]["resources"]["cpu"],
        (Json{{"shares", 512}, {"period", 100000}, {"quota", 50000}}));
    spec.cpus = Milli{1};
    EXPECT_EQ(config(spec, host())["linux"]["resources"]["cpu"]["shares"], 2)
        << "the kernel's least";
}

TEST(OciConfig, LeavesOutLimitsThatTheHostCannotSet) {
    auto facts = host();
    facts.cgroupControllers = {"devices"};
    const Json resources = config(task(), facts)["linux"]["resources"];
    EXPECT_EQ(resources.size(), 1U) << resources;
    EXPECT_TRUE(resources.contains("devices"));
}

TEST(OciConfig, NeverMakesATaskSaferFromTheOomKillerThanTheAgent) {
    auto facts = host();
    EXPECT_EQ(config(task(), facts)["process"]["oomScoreAdj"], 300);
    facts.oomScoreAdj = 500;
    EXPECT_EQ(config(task(), facts)["process"]["oomScoreAdj"], 500);
}

TEST(OciConfig, ATerminalsProcessIsTheTasksWithAnotherCommand) {
    const auto config = ociConfig(task(), host(), {"/rootfs", "/muster-init", "/muster/task-1"});
    const auto text = terminalProcess(config, {"bash", "-l"}, {{"A", "2"}}, {40, 120});
    ASSERT_TRUE(text);
    const auto process = Json::parse(*text);
    auto wanted = Json::parse(config)["process"];
    wanted["args"] = {"bash", "-l"};
    wanted["env"].push_back("A=2");
    wanted["terminal"] = true;
    wanted["consoleSize"] = {{"height", 40}, {"width", 120}};
    EXPECT_EQ(process, wanted) << "user, capabilities and folder stay";
    EXPECT_FALSE(Json::parse(*terminalProcess(config, {"sh"}, {}, {})).contains("consoleSize"));
    EXPECT_FALSE(terminalProcess("{", {"sh"}, {}, {}));
}

TEST(OciConfig, GivesExactlyTheCapabilitiesThatAreAskedFor) {
    auto spec = task();
    EXPECT_TRUE(config(spec, host())["process"]["capabilities"]["effective"].empty());
    spec.capabilities = {"CAP_IPC_LOCK"};
    const auto user = config(spec, host())["process"]["capabilities"];
    for (const char* set : {"bounding", "effective", "permitted", "inheritable", "ambient"})
        EXPECT_EQ(user[set], Json{"CAP_IPC_LOCK"}) << set;
    spec.user = {};
    spec.capabilities = std::vector<std::string>();
    EXPECT_TRUE(config(spec, host())["process"]["capabilities"]["bounding"].empty());
}

TEST(OciConfig, PassesTheLimitsOfProcessesAndSharedMemoryOn) {
    auto spec = task();
    EXPECT_FALSE(config(spec, host())["process"].contains("rlimits"));
    spec.limits = {{"RLIMIT_NOFILE", 1024, 4096}, {"RLIMIT_MEMLOCK", {}, {}}};
    spec.sharedMemory = Bytes::mebi(64);
    const auto json = config(spec, host());
    EXPECT_EQ(json["process"]["rlimits"][0],
        (Json{{"type", "RLIMIT_NOFILE"}, {"soft", 1024}, {"hard", 4096}}));
    EXPECT_EQ(json["process"]["rlimits"][1]["hard"], 18446744073709551615U);
    for (const Json& mount : json["mounts"]) {
        if (mount["destination"] == "/dev/shm") {
            EXPECT_EQ(mount["options"].back(), "size=67108864");
        }
    }
}

ContainerSpec imageTask() {
    auto spec = task();
    spec.image = ImageRoot{.layers = {"/store/a", "/store/b"},
        .workingDirectory = "/workspace",
        .mounts = {{"/var/lib/muster/driver/nvidia_390.30", "/usr/local/nvidia", true},
            {"/data/sets", "/sets", false}},
        .links = {},
        .devices = {{"/dev/dri/renderD128", 226, 128}}};
    return spec;
}

TEST(ImageConfig, ShowsNothingOfTheHostButNamesAndWhatIsAskedFor) {
    const auto json = config(imageTask(), host());
    EXPECT_EQ(destinations(json),
        (std::vector<std::string>{"proc /proc", "tmpfs /dev", "devpts /dev/pts", "tmpfs /dev/shm",
            "mqueue /dev/mqueue", "sysfs /sys", "cgroup /sys/fs/cgroup", "bind /sets",
            "bind /etc/resolv.conf", "bind /etc/hosts", "bind /etc/hostname",
            "bind /usr/local/nvidia", "bind /run/muster-init", "bind /mnt/mesos/sandbox"}));
    const auto& driver = json["mounts"][11];
    EXPECT_EQ(driver["source"], "/var/lib/muster/driver/nvidia_390.30");
    EXPECT_EQ(driver["options"], (Json{"bind", "private", "nosuid", "nodev", "ro"}));
    EXPECT_EQ(json["mounts"][7]["options"], (Json{"bind", "private", "nosuid", "nodev"}));
    EXPECT_EQ(json["mounts"][13]["source"], "/var/lib/muster/sandboxes/task-1");
}

TEST(ImageConfig, StartsInTheImagesFolderOrElseInTheSandbox) {
    auto spec = imageTask();
    EXPECT_EQ(config(spec, host())["process"]["cwd"], "/workspace");
    spec.image->workingDirectory.clear();
    EXPECT_EQ(config(spec, host())["process"]["cwd"], "/mnt/mesos/sandbox");
}

TEST(ImageConfig, HasTheDevicesOfTheDriverBesideTheGpus) {
    const auto json = config(imageTask(), host());
    const auto& rules = json["linux"]["resources"]["devices"];
    EXPECT_EQ(rules.back(), rule(226, 128));
    EXPECT_EQ(rules.size(), 6u); // nothing, two control nodes, two GPUs, this one
}

TEST(ImageConfig, CanHaveAReadOnlyRoot) {
    auto spec = imageTask();
    EXPECT_EQ(config(spec, host())["root"]["readonly"], false);
    spec.image->readOnly = true;
    EXPECT_EQ(config(spec, host())["root"]["readonly"], true);
}

TEST(ImageConfig, LimitsATmpfsByTheTasksMemory) {
    auto spec = imageTask();
    spec.image->tmpfs = {{.path = "/scratch"},
        {.path = "/run", .size = Bytes::mebi(1), .mode = 0755, .executable = true}};
    const auto json = config(spec, host());
    EXPECT_EQ(json["mounts"][7],
        (Json{{"destination", "/scratch"}, {"type", "tmpfs"}, {"source", "tmpfs"},
            {"options", {"nosuid", "nodev", "mode=1777", "noexec", "size=268435456"}}}));
    EXPECT_EQ(json["mounts"][8]["options"], (Json{"nosuid", "nodev", "mode=755", "size=1048576"}));
    spec.memory = {};
    EXPECT_EQ(config(spec, host())["mounts"][7]["options"],
        (Json{"nosuid", "nodev", "mode=1777", "noexec"}));
}

TEST(ImageConfig, ShowsAFolderBeforeWhatIsBelowIt) {
    auto spec = imageTask();
    spec.image->tmpfs = {{.path = "/sets/cache"}, {.path = "/usr/local"}, {.path = "/etc"}};
    const auto all = destinations(config(spec, host()));
    const auto at = [&](const char* mount) { return std::find(all.begin(), all.end(), mount); };
    EXPECT_LT(at("bind /sets"), at("tmpfs /sets/cache"));
    EXPECT_LT(at("tmpfs /usr/local"), at("bind /usr/local/nvidia"));
    EXPECT_LT(at("tmpfs /etc"), at("bind /etc/resolv.conf"));
    EXPECT_EQ(all.back(), "bind /mnt/mesos/sandbox");
}

} // namespace
} // namespace muster::container
