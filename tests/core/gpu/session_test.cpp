// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The binding and the queries by direct dlopen of the simulator, without the child.

#include "core/gpu/sim/scenario.h"
#include "core/gpu/traffic.h"
#include "tests/core/gpu/direct.h"
#include "tests/core/gpu/machine.h"

namespace muster::gpu {
namespace {

TEST(Session, FindsWhatTheScenarioSays) {
    for (const auto* name : {"m60x4", "k40x1", "h100x8"}) {
        const auto scenario = sim::readScenario(scenarioPath(name)).value();
        Direct direct(scenarioPath(name));
        const auto found = discoveryOf(direct.session.answer(Request::Discover));
        EXPECT_EQ(found.driverVersion, scenario.driver);
        EXPECT_EQ(found.nvmlVersion, scenario.nvml);
        EXPECT_TRUE(found.unreachable.empty());
        ASSERT_EQ(found.gpus.size(), scenario.gpus.size()) << name;
        for (unsigned i = 0; i < found.gpus.size(); ++i) {
            const auto& gpu = found.gpus[i];
            const auto& wanted = scenario.gpus[i];
            EXPECT_EQ(gpu.uuid.value, wanted.uuid);
            EXPECT_EQ(gpu.index, i);
            EXPECT_EQ(gpu.minor, wanted.minor);
            EXPECT_EQ(gpu.model, wanted.model);
            EXPECT_EQ(gpu.busId,
                fmt::format("{:08X}:{:02X}:{:02X}.0", wanted.domain, wanted.bus, wanted.device));
            EXPECT_EQ(gpu.memory, Bytes::mebi(wanted.memoryMebibytes));
            EXPECT_EQ(gpu.powerLimit, wanted.watts.most * 1000);
            EXPECT_EQ(gpu.computeMode, "Default");
            EXPECT_EQ(gpu.persistence, wanted.persistence);
            EXPECT_EQ(gpu.displayActive, wanted.display);
            EXPECT_EQ(gpu.mig, wanted.mig);
            EXPECT_EQ(gpu.ecc, wanted.ecc);
        }
    }
}

TEST(Session, WritesTheCudaVersionAsPeopleDo) {
    Direct direct(scenarioPath("m60x4"));
    EXPECT_EQ(discoveryOf(direct.session.answer(Request::Discover)).cudaVersion, "9.1");
}

TEST(Session, TellsWhatImagesMayAskOfAGpu) {
    const auto first = [](const std::string& scenario) {
        Direct direct(scenario);
        return discoveryOf(direct.session.answer(Request::Discover)).classes.at(0);
    };
    EXPECT_EQ(first(scenarioPath("m60x4")).capability, "5.2");
    EXPECT_EQ(first(scenarioPath("m60x4")).brand, "tesla");
    EXPECT_EQ(first(scenarioPath("h100x8")).capability, "9.0");
    EXPECT_EQ(first(scenarioPath("h100x8")).brand, "nvidia");
}

TEST(Session, GpusBehindASwitchAreAllConnected) {
    Direct direct(scenarioPath("h100x8"));
    const auto found = discoveryOf(direct.session.answer(Request::Discover));
    for (const auto& gpu : found.gpus) {
        ASSERT_EQ(gpu.links.size(), 7U);
        for (const auto& link : gpu.links) {
            EXPECT_EQ(link.lanes, 18U);
            EXPECT_NE(link.peer, gpu.uuid);
        }
    }
}

TEST(Session, DirectLinksAreCountedByPeer) {
    const Machine machine(
        R"({"driver": "410.48", "nvml": "10", "cuda": 10000, "boards": {"v": {"model": "V100",
        "memoryMiB": 16160}}, "gpus": [
        {"board": "v", "bus": "0:4:0", "nvlink": {"peers": {"1": 1, "2": 2}}},
        {"board": "v", "bus": "0:5:0", "nvlink": {"peers": {"0": 1}}},
        {"board": "v", "bus": "0:6:0", "nvlink": {"peers": {"0": 2}}}]})");
    Direct direct(machine.path());
    const auto gpus = discoveryOf(direct.session.answer(Request::Discover)).gpus;
    using Links = std::vector<GpuInfo::Link>;
    EXPECT_EQ(gpus.at(0).links, (Links{{gpus.at(1).uuid, 1}, {gpus.at(2).uuid, 2}}));
    EXPECT_EQ(gpus.at(1).links, (Links{{gpus.at(0).uuid, 1}}));
    EXPECT_EQ(gpus.at(2).links, (Links{{gpus.at(0).uuid, 2}}));
}

TEST(Session, PutsEachGpuInItsPlaceOfTheMachine) {
    const auto words = [](const char* scenario) {
        Direct direct(scenarioPath(scenario));
        std::string out;
        for (const auto& gpu : discoveryOf(direct.session.answer(Request::Discover)).gpus) {
            out += gpu.numaNode ? std::to_string(*gpu.numaNode) : "?";
            for (const auto& path : gpu.paths) {
                EXPECT_NE(path.peer, gpu.uuid);
                out += fmt::format(" {}", wireName(path.level));
            }
            out += "\n";
        }
        return out;
    };
    EXPECT_EQ(words("m60x4"), "0 PIX SYS SYS\n0 PIX SYS SYS\n1 SYS SYS PIX\n1 SYS SYS PIX\n");
    EXPECT_EQ(words("k40x1"), "0\n");
    EXPECT_TRUE(words("h100x8").starts_with("0 PXB NODE NODE SYS SYS SYS SYS\n"));
}

TEST(Session, TellsNoPlaceWhereTheDriverTellsNone) {
    const Machine machine(boards(2));
    Direct direct(machine.path());
    for (const auto& gpu : discoveryOf(direct.session.answer(Request::Discover)).gpus) {
        EXPECT_TRUE(gpu.paths.empty());
        EXPECT_EQ(gpu.numaNode, std::nullopt);
    }
}

TEST(Session, UnsupportedIsUnknownAndNeverZero) {
    Direct direct(scenarioPath("m60x4"));
    const auto sample = sampleOf(direct.session.answer(Request::SampleSlow));
    ASSERT_EQ(sample.gpus.size(), 4U);
    for (const auto& gpu : sample.gpus) {
        EXPECT_EQ(valueOf(gpu, Metric::FanSpeed), kUnknown);
        EXPECT_EQ(valueOf(gpu, Metric::EccUncorrected), kUnknown);
        EXPECT_EQ(valueOf(gpu, Metric::NvlinkReceived), kUnknown);
        EXPECT_NE(valueOf(gpu, Metric::GpuUtilization), kUnknown);
        EXPECT_EQ(gpu.health, GpuHealth::Ok);
        EXPECT_EQ(gpu.trouble, "");
    }
}

TEST(Session, AFastSampleRepeatsTheLastSlowLane) {
    Direct direct(scenarioPath("k40x1"));
    const auto before = sampleOf(direct.session.answer(Request::SampleFast)).gpus.at(0);
    for (const auto& row : metricTable()) {
        if (!isTraffic(row.metric)) {
            EXPECT_EQ(valueOf(before, row.metric) == kUnknown, row.slow) << row.key;
        }
    }
    const auto slow = sampleOf(direct.session.answer(Request::SampleSlow)).gpus.at(0);
    const auto fast = sampleOf(direct.session.answer(Request::SampleFast)).gpus.at(0);
    for (const auto& row : metricTable()) {
        if (!isTraffic(row.metric)) {
            EXPECT_NE(valueOf(slow, row.metric), kUnknown) << row.key;
            EXPECT_NE(valueOf(fast, row.metric), kUnknown) << row.key;
        }
    }
    EXPECT_EQ(valueOf(fast, Metric::FanSpeed), valueOf(slow, Metric::FanSpeed));
}

TEST(Session, ListsComputeAndGraphicsProcesses) {
    const Machine machine(
        boards(1, "", R"(, "processes": [{"pid": 12, "name": "/usr/lib/xorg/Xorg :0", "type": "G",
        "memoryMiB": 64}, {"pid": 34, "name": "python3", "memoryMiB": 2048}])"));
    Direct direct(machine.path());
    const std::vector<GpuProcess> wanted
        = {{34, "python3", false, Bytes::mebi(2048)}, {12, "Xorg", true, Bytes::mebi(64)}};
    EXPECT_EQ(sampleOf(direct.session.answer(Request::SampleSlow)).gpus.at(0).processes, wanted);
}

TEST(Session, SeesAScenarioThatChangesOnDisk) {
    const Machine machine(boards(2));
    Direct direct(machine.path());
    EXPECT_EQ(discoveryOf(direct.session.answer(Request::Discover)).gpus.size(), 2U);
    machine.write(boards(3));
    usleep(150000);
    EXPECT_EQ(discoveryOf(direct.session.answer(Request::Discover)).gpus.size(), 3U);
    machine.write("{ half");
    usleep(150000);
    EXPECT_EQ(discoveryOf(direct.session.answer(Request::Discover)).gpus.size(), 3U);
}

TEST(Session, KnowsAGpuByItsUuidWhenMinorsArePermuted) {
    const Machine machine(boards(2));
    Direct direct(machine.path());
    const auto before = discoveryOf(direct.session.answer(Request::Discover)).gpus;
    auto permuted = boards(2);
    permuted.replace(permuted.find("\"minor\": 0"), 10, "\"minor\": 1");
    permuted.replace(permuted.rfind("\"minor\": 1"), 10, "\"minor\": 0");
    machine.write(permuted);
    usleep(150000);
    const auto after = discoveryOf(direct.session.answer(Request::Discover)).gpus;
    EXPECT_EQ(after.at(0).uuid, before.at(0).uuid);
    EXPECT_EQ(after.at(0).minor, 1U);
    EXPECT_EQ(after.at(1).minor, 0U);
}

TEST(Session, AGpuLostFromTheStartIsToldAndTheOthersAnswer) {
    auto json = boards(3);
    json.replace(json.find("\"minor\": 1"), 10, R"("minor": 1, "faults": {"lost": true})");
    const Machine machine(json);
    Direct direct(machine.path());
    const auto found = discoveryOf(direct.session.answer(Request::Discover));
    EXPECT_EQ(found.unreachable, (std::vector<Discovery::Unreachable>{{1, "GPU is lost"}}));
    EXPECT_EQ(found.count(), 3U);
    EXPECT_EQ(sampleOf(direct.session.answer(Request::SampleSlow)).gpus.size(), 2U);
}

TEST(Session, AGpuThatFallsOffTheBusIsLostAndTheOthersAnswer) {
    auto json = boards(3);
    json.replace(json.find("\"minor\": 1"), 10, R"("minor": 1, "faults": {"lostAfter": 0.2})");
    const Machine machine(json);
    Direct direct(machine.path());
    EXPECT_EQ(
        sampleOf(direct.session.answer(Request::SampleSlow)).gpus.at(1).health, GpuHealth::Ok);
    usleep(250000);
    const auto gpus = sampleOf(direct.session.answer(Request::SampleFast)).gpus;
    EXPECT_EQ(gpus.at(1).health, GpuHealth::Lost);
    EXPECT_EQ(gpus.at(1).trouble, "GPU is lost");
    EXPECT_TRUE(gpus.at(1).processes.empty());
    for (const auto value : gpus.at(1).values) {
        EXPECT_EQ(value, kUnknown);
    }
    for (const auto i : {0, 2}) {
        EXPECT_EQ(gpus.at(i).health, GpuHealth::Ok);
        EXPECT_NE(valueOf(gpus.at(i), Metric::Power), kUnknown);
    }
    machine.write(boards(3)); // it was reset
    usleep(150000);
    EXPECT_TRUE(discoveryOf(direct.session.answer(Request::Discover)).unreachable.empty());
    EXPECT_EQ(
        sampleOf(direct.session.answer(Request::SampleFast)).gpus.at(1).health, GpuHealth::Ok);
}

TEST(Session, AGpuHiddenByACgroupIsToldAsHidden) {
    const Machine machine(boards(1, "", R"(, "faults": {"hidden": true})"));
    Direct direct(machine.path());
    EXPECT_EQ(discoveryOf(direct.session.answer(Request::Discover)).unreachable,
        (std::vector<Discovery::Unreachable>{{0, "Insufficient Permissions"}}));
}

TEST(Session, CountsEccErrors) {
    const Machine machine(boards(1, "", R"(, "faults": {"eccErrors": 3, "throttle": 64})"));
    Direct direct(machine.path());
    const auto gpu = sampleOf(direct.session.answer(Request::SampleSlow)).gpus.at(0);
    EXPECT_EQ(valueOf(gpu, Metric::EccUncorrected), 3);
    EXPECT_EQ(valueOf(gpu, Metric::ThrottleReasons) & 64, 64);
}

TEST(Session, NoLibraryIsPlainlyNoDriver) {
    Session session("/nowhere/libnvidia-ml.so.1");
    const auto reply = session.answer(Request::Discover);
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(reply.error().message,
        "No NVIDIA driver: Failed to load /nowhere/libnvidia-ml.so.1: /nowhere/libnvidia-ml.so.1: "
        "cannot open shared object file: No such file or directory; install the driver or specify "
        "its library with --nvml_library");
}

TEST(Session, ALibraryThatIsNotNvmlIsNoDriver) {
    Session session("libm.so.6");
    EXPECT_EQ(session.answer(Request::SampleFast).error().message,
        "No NVIDIA driver: libm.so.6 is not an NVML library");
}

TEST(Session, RefusalsToInitializeGetTheirPlainMessage) {
    const std::pair<int, Error> cases[] = {
        {9,
            {"Failed to initialize NVML: Driver Not Loaded; load the nvidia kernel module",
                Error::Kind::NotFound}},
        {12,
            {"Failed to initialize NVML: NVML Shared Library Not Found; load the nvidia kernel "
             "module",
                Error::Kind::NotFound}},
        {18,
            {"Failed to initialize NVML: Driver/library version mismatch: kernel module unknown, "
             "library unknown; "
             "reload the nvidia kernel module or reboot, running tasks are not touched",
                Error::Kind::Unavailable}},
        {999, {"Failed to initialize NVML: Unknown Error", Error::Kind::Unavailable}},
    };
    for (const auto& [code, error] : cases) {
        const Machine machine(
            boards(1, fmt::format(R"("calls": {{"nvmlInit_v2": {{"error": {}}}}}, )", code)));
        Direct direct(machine.path());
        const auto reply = direct.session.answer(Request::Discover);
        ASSERT_FALSE(reply) << code;
        EXPECT_EQ(reply.error(), error);
    }
}

TEST(Session, ADriverThatComesLateIsFoundByTheNextDiscovery) {
    const Machine machine(boards(1, R"("calls": {"nvmlInit_v2": {"error": 9}}, )"));
    Direct direct(machine.path());
    EXPECT_FALSE(direct.session.answer(Request::Discover));
    machine.write(boards(1));
    usleep(150000);
    EXPECT_TRUE(direct.session.answer(Request::Discover));
}

// Mesos got along with six functions. Without a UUID a GPU has no identity here, and is told as
// such.
TEST(Session, ADriverWithSixFunctionsSwitchesFeaturesOffWithoutACrash) {
    Session session(MUSTER_SIX_FUNCTIONS);
    const auto found = discoveryOf(session.answer(Request::Discover));
    EXPECT_EQ(found.driverVersion, "331.62");
    EXPECT_EQ(found.cudaVersion, "");
    EXPECT_EQ(found.unreachable.size(), 2U);
    EXPECT_EQ(found.unreachable.at(0).reason, "The driver does not report its UUID");
    EXPECT_TRUE(sampleOf(session.answer(Request::SampleSlow)).gpus.empty());
}

} // namespace
} // namespace muster::gpu
