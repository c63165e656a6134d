// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/scenario.h"
#include "tests/support/paths.h"

#include <set>

#include <gtest/gtest.h>

namespace muster::sim {
namespace {

Result<Scenario> shipped(const std::string& name) {
    return readScenario(MUSTER_SOURCE_DIR "/resources/scenarios/" + name + ".json");
}

TEST(Scenario, TheShippedOnesAreReadable) {
    for (const auto& [name, count] :
        {std::pair("m60x4", 4U), {"k40x1", 1U}, {"h100x8", 8U}, {"lost-gpu", 4U}}) {
        const auto scenario = shipped(name);
        ASSERT_TRUE(scenario) << scenario.error().message;
        EXPECT_EQ(scenario->gpus.size(), count) << name;
        std::set<std::string> uuids;
        for (const auto& gpu : scenario->gpus) {
            EXPECT_EQ(gpu.uuid.size(), 40U);
            uuids.insert(gpu.uuid);
        }
        EXPECT_EQ(uuids.size(), count) << name;
    }
    EXPECT_EQ(shipped("lost-gpu")->gpus[2].lostAfter, 30);
    EXPECT_EQ(shipped("m60x4")->gpus[2].uuid, shipped("lost-gpu")->gpus[2].uuid);
}

TEST(Scenario, AnUuidHasTheFormOfNvmls) {
    EXPECT_EQ(uuidFor(1, 0), uuidFor(1, 0));
    EXPECT_NE(uuidFor(1, 0), uuidFor(1, 1));
    EXPECT_NE(uuidFor(1, 0), uuidFor(2, 0));
    EXPECT_EQ(uuidFor(1, 0).find_first_not_of("0123456789abcdef-", 4), std::string::npos);
    EXPECT_EQ(uuidFor(1, 0).substr(0, 4), "GPU-");
}

TEST(Scenario, TellsWhatIsWrong) {
    const std::pair<const char*, const char*> cases[] = {
        {R"({"driver": "1", "nvml": "1", "cuda": 1, "gpu": []})",
            "Failed to read the scenario: the scenario has an unknown key 'gpu'"},
        {R"({"driver": "1", "nvml": "1", "cuda": 1, "calls": {"nvmlInit_v2": {"hangs": true}}})",
            "Failed to read the scenario: nvmlInit_v2 has an unknown key 'hangs'"},
        {R"({"driver": "1", "nvml": "1", "cuda": 1, "gpus": [{"model": "A", "bus": "x", "memoryMiB": 1}]})",
            "Failed to read the scenario: bus 'x' is not like 0000:04:00.0"},
        {R"({"driver": "1", "nvml": "1", "cuda": 1,
            "gpus": [{"model": "A", "bus": "0:4:0", "memoryMiB": 1, "load": "mad"}]})",
            "Failed to read the scenario: load 'mad' is none of idle, busy, mixed"},
    };
    for (const auto& [json, message] : cases) {
        EXPECT_EQ(parseScenario(json).error().message, message);
    }
    for (const auto* json : {"", "[]", "{", R"({"driver": 7})",
             R"({"driver": "1", "nvml": "1", "cuda": 1, "gpus": 3})"}) {
        EXPECT_FALSE(parseScenario(json)) << json;
    }
    EXPECT_EQ(readScenario("/nowhere").error().kind, Error::Kind::NotFound);
}

TEST(Scenario, OnTwoMachinesHasOtherUuidsAndOnEachTheSame) {
    const std::string json = R"({"driver": "1.0", "nvml": "1", "cuda": 9010, "seed": 5, "gpus": [
        {"model": "m", "bus": "0000:04:00.0", "memoryMiB": 1},
        {"model": "m", "bus": "0000:05:00.0", "memoryMiB": 1, "uuid": "GPU-named"}]})";
    const auto plain = parseScenario(json).value();
    const auto one = parseScenario(json, "node1:/work").value();
    const auto other = parseScenario(json, "node2:/work").value();
    EXPECT_EQ(plain.gpus[0].uuid, uuidFor(5, 0));
    EXPECT_NE(one.gpus[0].uuid, plain.gpus[0].uuid);
    EXPECT_NE(one.gpus[0].uuid, other.gpus[0].uuid);
    EXPECT_EQ(one.gpus[0].uuid, parseScenario(json, "node1:/work")->gpus[0].uuid);
    EXPECT_EQ(one.gpus[0].seed, other.gpus[0].seed) << "the load is the scenario's";
    EXPECT_EQ(one.gpus[1].uuid, "GPU-named");
    EXPECT_EQ(parseScenario(withMachine(json, "node1:/work"))->gpus[0].uuid, one.gpus[0].uuid)
        << "as it is carried into containers";
}

} // namespace
} // namespace muster::sim
