// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/placement.h"

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

// "agent resources attributes" each.
std::vector<Supply> draw(const std::vector<std::array<std::string, 3>>& agents) {
    std::vector<Supply> out;
    for (const auto& [agent, resources, attributes] : agents) {
        Supply supply;
        supply.agent = {agent};
        supply.hostname = "node-" + agent;
        supply.free = *Resources::parse(resources);
        supply.hasGpus = supply.free.gpus() > Milli{};
        if (!attributes.empty()) {
            supply.attributes = *parseAttributes(attributes);
        }
        out.push_back(supply);
    }
    return out;
}

Wait why(const JobSpec& spec, const std::vector<Supply>& supplies) {
    std::vector<const Supply*> pointers;
    for (const auto& supply : supplies) {
        pointers.push_back(&supply);
    }
    return explain(spec, pointers);
}

TEST(Placement, ComparesConstraintsByTheKindOfTheAttribute) {
    const auto attributes = *parseAttributes("gpu:K40;level:10;ports:[5-9];zone:west;zone:north");
    const std::vector<std::tuple<std::string, std::string, bool>> table{
        {"gpu", "K40", true},
        {"gpu", "K4", false},
        {"gpu", "k40", false},
        {"level", "10", true},
        {"level", "9.5", true},
        {"level", "11", false},
        {"level", "high", false},
        {"ports", "7", true},
        {"ports", "4", false},
        {"zone", "west", true},
        {"zone", "north", true},
        {"rack", "1", false},
    };
    for (const auto& [name, value, expected] : table) {
        EXPECT_EQ(matches({name, value}, attributes), expected) << name << ":" << value;
    }
}

TEST(Placement, TakesTheTightestFit) {
    const auto supplies
        = draw({{"1", "cpus:8;mem:512;gpus:4", ""}, {"2", "cpus:8;mem:512;gpus:2", ""},
            {"3", "cpus:2;mem:512;gpus:2", ""}, {"4", "cpus:8;mem:512", ""}});
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:2"), supplies), 2u);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:3"), supplies), 0u);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:5"), supplies), std::nullopt);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64"), supplies), 3u)
        << "a job without GPUs keeps away from machines that have some";
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64"), {supplies.data(), 3}), 2u);
}

TEST(Placement, SaysWithNumbersWhyAJobWaits) {
    const auto supplies = draw({{"5", "cpus:4;mem:512", "gpu:none"},
        {"7", "cpus:2;mem:1024;gpus:1", "gpu:K40;nvlink_group:2"}});
    auto one = FakeMaster::spec("cpus:1;mem:64;gpus:1");
    auto two = FakeMaster::spec("cpus:1;mem:64;gpus:2");
    auto linked = FakeMaster::spec("cpus:1;mem:64;gpus:4");
    linked.linked = true;
    auto picky = one;
    picky.constraints = {{"gpu", "H100"}, {"rack", "3"}};
    auto wide = FakeMaster::spec("cpus:3;mem:64;gpus:1");
    const auto split = FakeMaster::spec("cpus:3;mem:1000");
    const std::vector<std::tuple<JobSpec, WaitReason, std::string>> table{
        {one, WaitReason::None, "waiting for the next offer"},
        {two, WaitReason::Gpus, "2 GPUs requested, the largest offer has 1 free on node-7"},
        {linked, WaitReason::Links,
            "4 GPUs linked by NVLink requested, the largest group has 2 on node-7"},
        {picky, WaitReason::GpuType, "no node has gpu:H100 and rack:3"},
        {wide, WaitReason::Resources, "3 cpus requested, the largest offer has 2 free on node-7"},
        {split, WaitReason::Resources,
            "cpus:3; mem:1000 requested, no single node offers all of it"},
    };
    for (const auto& [spec, reason, text] : table) {
        const auto wait = why(spec, supplies);
        EXPECT_EQ(wait.text, text);
        EXPECT_EQ(wireName(wait.reason), wireName(reason)) << text;
    }
    EXPECT_EQ(why(one, {supplies[0]}).text, "1 GPU requested, no node offers a free GPU");
    EXPECT_EQ(why(one, {}).reason, WaitReason::NoAgents);
}

TEST(Placement, SaysThatTheAgentThatWouldDoIsClosed) {
    auto supplies = draw({{"5", "cpus:4;mem:512;gpus:1", ""}, {"7", "cpus:4;mem:512;gpus:2", ""}});
    supplies[1].closed = "drained by alice: fan";
    const auto two = FakeMaster::spec("cpus:1;mem:64;gpus:2");
    EXPECT_EQ(why(two, supplies).text,
        "2 GPUs requested, the largest offer has 1 free on node-5; node-7 qualifies, but is "
        "drained by alice: fan");
    EXPECT_EQ(why(FakeMaster::spec("cpus:1;mem:64;gpus:1"), supplies).reason, WaitReason::None);
    EXPECT_EQ(why(two, {supplies[1]}).reason, WaitReason::NoAgents);
    EXPECT_EQ(
        why(two, {supplies[1]}).text, "no node accepts new work: node-7 is drained by alice: fan");
    supplies[0].closed = "unreachable";
    EXPECT_EQ(why(two, supplies).text,
        "no node accepts new work: node-5 is unreachable; 1 more is unavailable");
}

} // namespace
} // namespace muster::jobs
