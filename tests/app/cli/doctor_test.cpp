// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/doctor/doctor.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/world.h"

namespace muster::cli::doctor {
namespace {

// Four GPUs, and nothing to complain of.
Facts healthy() {
    Facts facts;
    facts.pciGpus = 4;
    facts.moduleVersion = "535.216.01";
    gpu::Discovery found;
    found.gpus.resize(4);
    found.driverVersion = "535.216.01";
    found.cudaVersion = "12.2";
    facts.nvml = found;
    facts.hasControlNode = facts.hasUvmNode = facts.hasModprobe = true;
    facts.libraries = std::vector<container::driver::CachedLibrary>(
        {{.soname = "libcuda.so.1", .path = "/usr/lib/libcuda.so.1"},
            {.soname = "libnvidia-ml.so.1", .path = "/usr/lib/libnvidia-ml.so.1"}});
    facts.host.root = true;
    facts.host.facts.cgroupV2 = true;
    facts.host.facts.cgroupControllers = {"cpu", "devices", "memory", "pids"};
    facts.host.runcVersion = "1.3.3";
    facts.host.conmonVersion = "2.1.6";
    facts.delegated = std::vector<std::string>{"cpu", "memory", "pids"};
    facts.skopeoVersion = "1.9.3";
    facts.workDir = "/var/lib/muster";
    facts.disk = Disk{"/var/lib", Bytes::mebi(500 << 10), Bytes::mebi(900 << 10), 900, 1000};
    facts.clockSynchronised = true;
    facts.port = 5050;
    facts.portHolder.emplace();
    return facts;
}

Facts withoutGpu() {
    auto facts = healthy();
    facts.pciGpus = 0;
    facts.moduleVersion.clear();
    facts.nvml = failure("no NVML", Error::Kind::NotFound);
    facts.hasControlNode = facts.hasUvmNode = false;
    facts.libraries->clear();
    return facts;
}

void expectFinding(
    const Finding& finding, Verdict verdict, const std::string& found, const std::string& remedy) {
    EXPECT_EQ(finding.verdict, verdict) << finding.check << ": " << finding.found;
    EXPECT_NE(finding.found.find(found), std::string::npos) << finding.found;
    EXPECT_NE(finding.remedy.find(remedy), std::string::npos) << finding.remedy;
}

TEST(Doctor, FindsNothingToDoOnAHealthyMachine) {
    const auto findings = examine(healthy());
    EXPECT_EQ(findings.size(), 14U);
    for (const auto& finding : findings)
        EXPECT_EQ(finding.verdict, Verdict::Ok) << finding.check << ": " << finding.found;
    for (const auto& finding : findings)
        EXPECT_EQ(finding.remedy, "") << finding.check;
    EXPECT_EQ(checkDriver(healthy()).found, "4 GPUs, driver 535.216.01, CUDA 12.2.");
}

// Whatever a machine is like: what is wrong comes with one sentence on what to do.
TEST(Doctor, SaysARemedyForAllThatIsWrong) {
    auto broken = healthy();
    broken.nvml = failure("The NVIDIA driver is not answering", Error::Kind::Timeout);
    broken.nouveau = true;
    broken.hasControlNode = broken.hasUvmNode = broken.hasModprobe = false;
    broken.libraries->clear();
    broken.host = {};
    broken.delegated.reset();
    broken.skopeoVersion.reset();
    broken.disk = Disk{"/", Bytes::mebi(1), Bytes::mebi(100), 1, 1000};
    broken.clockSynchronised = false;
    broken.portHolder.emplace(PortHolder{0, "nginx (pid 7)"});
    for (const auto& finding : examine(broken)) {
        if (finding.check != "root") {
            EXPECT_GE(finding.verdict, Verdict::Warning) << finding.check << ": " << finding.found;
        }
        EXPECT_TRUE(finding.found.ends_with('.')) << finding.check << ": " << finding.found;
        EXPECT_TRUE(finding.remedy.ends_with('.')) << finding.check << ": " << finding.remedy;
    }
}

TEST(Doctor, NeedsNoDriverWithoutAGpu) {
    const auto facts = withoutGpu();
    expectFinding(checkDriver(facts), Verdict::Warning, "no NVIDIA GPU", "--simulate=m60x4");
    for (const auto& finding : {checkDevices(facts), checkUvm(facts), checkLinkerCache(facts)})
        EXPECT_EQ(finding.verdict, Verdict::Ok) << finding.check;
    auto nouveau = facts;
    nouveau.nouveau = true;
    EXPECT_EQ(checkNouveau(nouveau).verdict, Verdict::Warning);
    EXPECT_EQ(worst(examine(facts)), Verdict::Warning);
}

TEST(Doctor, KnowsADriverThatIsMissingOldOrMismatched) {
    auto facts = withoutGpu();
    facts.pciGpus = 2;
    expectFinding(
        checkDriver(facts), Verdict::Error, "2 GPUs on the PCI bus", "apt install nvidia-driver");
    facts = healthy();
    (*facts.nvml)->driverVersion = facts.moduleVersion = "331.62";
    expectFinding(checkDriver(facts), Verdict::Error, "331.62, older than 340.29", "Upgrade it.");
    facts = healthy();
    facts.moduleVersion = "535.54.03";
    expectFinding(checkDriver(facts), Verdict::Error, "module is 535.54.03", "Reboot or reload");
    facts = healthy();
    facts.nvml.reset();
    expectFinding(
        checkDriver(facts), Verdict::Unknown, "muster-nvml is not installed", "muster-daemon");
    facts.nvml = failure("Failed to initialize NVML: Driver Not Loaded");
    expectFinding(checkDriver(facts), Verdict::Error, "Driver Not Loaded.", "Run nvidia-smi");
    facts = healthy();
    (*facts.nvml)->unreachable.push_back({3, "GPU is lost"});
    expectFinding(checkDriver(facts), Verdict::Error,
        "1 of 5 GPUs unusable, GPU 3: GPU is lost", "reboot the host");
}

TEST(Doctor, NamesTheDeviceNodesThatAreMissing) {
    auto facts = healthy();
    facts.hasControlNode = false;
    facts.missingNodes = {1, 3};
    expectFinding(checkDevices(facts), Verdict::Error,
        "/dev/nvidiactl, /dev/nvidia1, /dev/nvidia3 missing.", "nvidia-persistenced");
    facts.hasUvmNode = false;
    EXPECT_EQ(checkUvm(facts).verdict, Verdict::Ok) << "the agent will create it";
    facts.hasModprobe = false;
    expectFinding(
        checkUvm(facts), Verdict::Error, "/dev/nvidia-uvm", "apt install nvidia-modprobe");
}

TEST(Doctor, WantsTheDriversLibrariesOfThisMachinesKindInTheLinkerCache) {
    auto facts = healthy();
    facts.libraries->front().is64 = false;
    expectFinding(checkLinkerCache(facts), Verdict::Error, "It lacks libcuda.so.1:", "ldconfig");
    facts.libraries.reset();
    EXPECT_EQ(checkLinkerCache(facts).verdict, Verdict::Error);
}

TEST(Doctor, TellsControlGroupsOfBothVersions) {
    auto facts = healthy();
    EXPECT_EQ(checkCgroups(facts).found, "Version v2 with devices, cpu, memory, pids.");
    facts.delegated = std::vector<std::string>{"cpu"};
    expectFinding(checkCgroups(facts), Verdict::Warning, "delegate memory, pids yet",
        "cgroup.subtree_control");
    facts.host.facts.cgroupControllers = {"cpu", "devices", "pids"};
    expectFinding(checkCgroups(facts), Verdict::Warning,
        "controller 'memory' is missing on this host: tasks are not limited in memory",
        "cgroup_enable=memory");
    facts.host.facts.cgroupControllers.clear();
    facts.host.facts.cgroupV2 = false;
    expectFinding(checkCgroups(facts), Verdict::Error, "needs cgroups", "Mount one");
}

TEST(Doctor, WantsThePrograms) {
    auto facts = healthy();
    facts.host.runcVersion = "1.1.5+ds1";
    expectFinding(checkRunc(facts), Verdict::Warning, "older than 1.2.8", "or upgrade runc.");
    facts.host.runcVersion.reset();
    facts.host.conmonVersion.reset();
    facts.skopeoVersion.reset();
    expectFinding(checkRunc(facts), Verdict::Error, "'runc'", "Install it (apt install runc)");
    expectFinding(
        checkConmon(facts), Verdict::Error, "'conmon'", "Install it (apt install conmon)");
    expectFinding(
        checkSkopeo(facts), Verdict::Warning, "tasks with an image", "apt install skopeo");
}

TEST(Doctor, LooksAtSpaceAndInodes) {
    auto facts = healthy();
    EXPECT_EQ(checkDisk(facts).found, "500 GiB of 900 GiB are free for /var/lib/muster.");
    facts.disk->free = Bytes::mebi(2048);
    expectFinding(checkDisk(facts), Verdict::Warning, "2048 MiB of 900 GiB", "--work_dir");
    facts.disk->free = Bytes::mebi(99);
    EXPECT_EQ(checkDisk(facts).verdict, Verdict::Error);
    facts.disk->freeInodes = 20;
    expectFinding(checkInodes(facts), Verdict::Warning, "2 % of the inodes", "Remove small files");
    facts.disk->freeInodes = 9;
    EXPECT_EQ(checkInodes(facts).verdict, Verdict::Error);
    facts.disk->inodes = 0;
    EXPECT_EQ(checkInodes(facts).verdict, Verdict::Ok) << "as on btrfs";
    facts.disk.reset();
    EXPECT_EQ(checkDisk(facts).verdict, Verdict::Unknown);
}

TEST(Doctor, SaysWhoHoldsThePort) {
    auto facts = healthy();
    EXPECT_EQ(checkPort(facts).found, "Port 5050 is free.");
    facts.portHolder.emplace(PortHolder{998, "muster-agentd (pid 7)"});
    EXPECT_EQ(checkPort(facts).verdict, Verdict::Ok) << "the master itself";
    facts.portHolder.emplace(PortHolder{33, "nginx (pid 7)"});
    expectFinding(checkPort(facts), Verdict::Error, "nginx (pid 7) listens", "(--port)");
    facts.portHolder.emplace(PortHolder{33, ""});
    facts.host.root = false;
    expectFinding(checkPort(facts), Verdict::Unknown, "A process of user 33", "sudo muster doctor");
    facts.portHolder.reset();
    EXPECT_EQ(checkPort(facts).verdict, Verdict::Unknown);
}

TEST(Doctor, LooksAtTheClock) {
    auto facts = healthy();
    facts.clockSynchronised = false;
    expectFinding(checkClock(facts), Verdict::Warning, "not synchronised", "systemd-timesyncd");
    facts.clockSynchronised.reset();
    EXPECT_EQ(checkClock(facts).verdict, Verdict::Unknown);
}

TEST(Doctor, OfAnOrdinaryUserSaysWhatItCouldNotSee) {
    auto facts = healthy();
    facts.host.root = false;
    expectFinding(checkRoot(facts), Verdict::Unknown, "ordinary user", "sudo muster doctor");
    EXPECT_EQ(checkCgroups(facts).verdict, Verdict::Ok)
        << "that the daemon runs as root is another matter";
    EXPECT_EQ(worst(examine(facts)), Verdict::Ok);
}

TEST(Doctor, ExitsByTheWorstFinding) {
    EXPECT_EQ(exitCodeOf(Verdict::Ok, true), ExitCode::Ok);
    EXPECT_EQ(exitCodeOf(Verdict::Unknown, true), ExitCode::Ok);
    EXPECT_EQ(exitCodeOf(Verdict::Warning, false), ExitCode::Ok);
    EXPECT_EQ(static_cast<int>(exitCodeOf(Verdict::Warning, true)), 1);
    EXPECT_EQ(static_cast<int>(exitCodeOf(Verdict::Error, false)), 2);
}

// On whatever machine the test runs.
TEST(Doctor, PrintsATableOrJson) {
    World table;
    const int code = table.run({"doctor", "--work_dir=/"});
    EXPECT_TRUE(code == 0 || code == 2) << table.err.str();
    EXPECT_TRUE(table.out.str().starts_with("CHECK")) << table.out.str();
    EXPECT_EQ(remediesText({{"clock", Verdict::Ok, "Fine.", ""}}), "");
    EXPECT_EQ(remediesText({{"clock", Verdict::Warning, "Off.", "Set it."}}),
        "\nWhat to do:\n  clock: Set it.\n");
    World json;
    json.run({"doctor", "--work_dir=/", "-o", "json"});
    const auto parsed = nlohmann::json::parse(json.out.str());
    EXPECT_EQ(parsed["schema_version"], 1);
    EXPECT_EQ(parsed["checks"].size(), 14U);
    EXPECT_EQ(parsed["checks"][0]["check"], "driver");
    World wrong;
    EXPECT_EQ(wrong.run({"doctor", "--port=0"}), 2);
}

} // namespace
} // namespace muster::cli::doctor
