// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The one decision of why a job waits, for the queue's column and for the explanation.
#include "core/kernel/jobs/reason.h"

#include <random>

#include <gtest/gtest.h>

#include "core/kernel/jobs/explanation.h"
#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

Machine node(const std::string& name, const std::string& free, const std::string& total,
    const std::string& attributes = "") {
    Machine out;
    out.supply.agent = {name};
    out.supply.hostname = name;
    out.supply.free = *Resources::parse(free);
    out.supply.hasGpus = true;
    out.total = *Resources::parse(total);
    if (!attributes.empty()) {
        out.supply.attributes = *parseAttributes(attributes);
    }
    return out;
}

Machine closed(Machine machine, const std::string& why) {
    machine.closed = why;
    return machine;
}

// Both ways to the answer, which have to give the same.
Wait why(const JobSpec& spec, const std::vector<Machine>& machines,
    const std::vector<RoleUse>& roles = {}) {
    std::vector<const Machine*> pointers;
    for (const auto& machine : machines) {
        pointers.push_back(&machine);
    }
    auto wait = whyWaiting(spec, pointers, roles);
    const auto full = explainFully(
        spec, machines, [](const AgentId&) { return std::string(); }, roles);
    EXPECT_EQ(wireName(full.reason), wireName(wait.reason)) << wait.text;
    EXPECT_EQ(full.sentence, wait.text);
    return wait;
}

JobSpec gpus(int count) {
    return FakeMaster::spec(fmt::format("cpus:1;mem:64;gpus:{}", count));
}

const std::string kNode = "cpus:8;mem:512;gpus:4";

TEST(Reason, IsTheFirstThingThatTheNearestNodeLacks) {
    const auto k40 = node(
        "node-7", "cpus:2;mem:512;gpus:1", "cpus:4;mem:512;gpus:4", "gpu:K40;nvlink_group:2");
    const auto plain = node("node-5", "cpus:4;mem:512", "cpus:4;mem:512", "gpu:none");
    auto linked = gpus(4);
    linked.linked = true;
    auto picky = gpus(1);
    picky.constraints = {{"gpu", "H100"}, {"rack", "3"}};
    const std::vector<std::tuple<JobSpec, WaitReason, std::string>> table{
        {gpus(1), WaitReason::None, "1 GPU is free on node-7"},
        {gpus(2), WaitReason::Gpus,
            "Needs 2 GPUs: 1 node qualifies, but at most 1 is free, on node-7"},
        {linked, WaitReason::Links,
            "No node has 4 GPUs linked by NVLink: the largest group, on node-7, has 2. The job "
            "cannot run on this cluster"},
        {picky, WaitReason::GpuType, "No node has gpu:H100. The job cannot run on this cluster"},
        {FakeMaster::spec("cpus:3;mem:64;gpus:1"), WaitReason::Resources,
            "Needs cpus:3: 1 node qualifies, but at most 2 are free, on node-7"},
    };
    for (const auto& [spec, reason, text] : table) {
        const auto wait = why(spec, {plain, k40});
        EXPECT_EQ(wait.text, text);
        EXPECT_EQ(wireName(wait.reason), wireName(reason)) << text;
    }
    EXPECT_EQ(why(gpus(1), {}).reason, WaitReason::NoAgents);
}

TEST(Reason, NamesTheNodeThatWouldDoAndIsDrained) {
    const auto small = node("node-5", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:1");
    const auto drained = closed(node("node-7", kNode, kNode), "drained by alice: fan");
    const auto wait = why(gpus(2), {small, drained});
    EXPECT_EQ(wait.reason, WaitReason::NoAgents);
    EXPECT_EQ(wait.text, "1 node qualifies, but is not available: node-7 is drained by alice: fan");
    EXPECT_EQ(why(gpus(1), {small, drained}).reason, WaitReason::None);
    const auto busy = node("node-8", "cpus:8;mem:512;gpus:0", kNode);
    EXPECT_EQ(why(gpus(2), {busy, drained}).reason, WaitReason::Gpus);
    EXPECT_EQ(why(gpus(2), {busy, drained}).text,
        "Needs 2 GPUs: 1 node qualifies, but has no free GPUs; node-7 would serve it, but is "
        "drained by alice: fan");
}

TEST(Reason, NamesTheNodeThatWouldDoAndIsUnreachable) {
    auto away = closed(node("node-7", kNode, kNode, "gpu:K40"), "unreachable since 12:04:31");
    away.isKnown = false;
    auto spec = gpus(1);
    spec.constraints = {{"gpu", "K40"}};
    EXPECT_EQ(why(spec, {node("node-5", kNode, kNode, "gpu:M60"), away}).text,
        "1 node qualifies, but is not available: node-7 is unreachable since 12:04:31");
}

TEST(Reason, WaitsForNodesThatAreAwaitedBeforeItCallsAJobImpossible) {
    Machine awaited;
    awaited.supply.agent = {"S7"};
    awaited.supply.hostname = "node-7";
    awaited.closed = "awaited since the master's restart at 12:04:31";
    awaited.isKnown = false;
    const auto wait = why(gpus(8), {node("node-5", "cpus:8;mem:512;gpus:0", kNode), awaited});
    EXPECT_EQ(wait.reason, WaitReason::NoAgents);
    EXPECT_EQ(wait.text,
        "1 node may qualify, but is not available: node-7 is awaited since the master's restart at "
        "12:04:31");
    EXPECT_EQ(why(gpus(2), {node("node-5", "cpus:8;mem:512;gpus:0", kNode), awaited}).text,
        "Needs 2 GPUs: 1 node qualifies, but has no free GPUs");
}

TEST(Reason, TellsRestrictedGpusFromFailedOnes) {
    auto partly = node("node-7", "cpus:8;mem:512;gpus:3", "cpus:8;mem:512;gpus:3");
    partly.withheld = "1 restricted by alice: fan";
    partly.restorable = Milli::whole(1);
    partly.isRestricted = true;
    const auto wait = why(gpus(4), {partly});
    EXPECT_EQ(wait.reason, WaitReason::Restricted);
    EXPECT_EQ(wait.text,
        "Needs 4 GPUs: 1 node qualifies, but GPUs of node-7 are withheld: 1 restricted by alice: "
        "fan");
    partly.withheld = "1 lost";
    partly.isRestricted = false;
    EXPECT_EQ(why(gpus(4), {partly}).reason, WaitReason::Gpus);
    EXPECT_EQ(why(gpus(4), {partly, node("node-8", "cpus:8;mem:512;gpus:1", kNode)}).text,
        "Needs 4 GPUs: 2 nodes qualify, but at most 1 is free, on node-8")
        << "a task's end is nearer than a repair";
}

TEST(Reason, SeesWhatIsOfferedToAnotherFramework) {
    auto offering = node("node-7", "cpus:8;mem:512;gpus:2", kNode);
    offering.offered = *Resources::parse("cpus:4;mem:64;gpus:1");
    auto wait = why(gpus(2), {offering});
    EXPECT_EQ(wait.reason, WaitReason::Gpus);
    EXPECT_EQ(wait.text,
        "Needs 2 GPUs: 1 node qualifies, but of 2 GPUs free on node-7, 1 is offered to another "
        "framework");
    EXPECT_EQ(wait.serves, std::nullopt);
    EXPECT_EQ(why(gpus(1), {offering}).reason, WaitReason::None);
    wait = why(FakeMaster::spec("cpus:6;mem:64"), {offering});
    EXPECT_EQ(wait.reason, WaitReason::Resources);
    EXPECT_EQ(wait.text,
        "Needs cpus:6: 1 node qualifies, but of cpus:8 free on node-7, 4 are offered to another "
        "framework");
    const auto full = explainFully(
        gpus(2), std::vector{offering}, [](const AgentId&) { return std::string(); });
    EXPECT_EQ(full.verdicts[0].findings[1].found, "2 of 4 free, 1 offered");
    EXPECT_FALSE(full.verdicts[0].findings[1].met);
    EXPECT_EQ(full.wouldStart,
        (std::vector<std::string>{
            "on node-7, when what is offered to another framework is declined",
            "on node-7, with 1 GPU: 1 is free now; it has 4"}));
}

TEST(Reason, IsAQuotaOrTheQueueWhereANodeWouldServe) {
    const std::vector machines{node("node-7", kNode, kNode)};
    RoleUse use{"*", {}, {}};
    use.quota.limits[Resources::Gpus] = 1000;
    auto wait = why(gpus(2), machines, {use});
    EXPECT_EQ(wait.reason, WaitReason::Quota);
    EXPECT_EQ(behind(wait, {"job-3"}).reason, WaitReason::Quota);
    wait = behind(why(gpus(2), machines), {"job-3"});
    EXPECT_EQ(wait.reason, WaitReason::Priority);
    EXPECT_EQ(wait.text, "2 GPUs are free on node-7, but job-3 is ahead of it in the queue");
    EXPECT_EQ(behind(why(gpus(2), machines), {}).reason, WaitReason::None);
    EXPECT_EQ(behind(why(gpus(5), machines), {"job-3"}).reason, WaitReason::Gpus);
}

TEST(Reason, IsTheSameInTheQueueAndInTheExplanationOfAnyCluster) {
    std::mt19937 random(11);
    const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    for (int round = 0; round < 500; ++round) {
        std::vector<Machine> machines;
        for (int i = upTo(5); i > 0; --i) {
            const int free = upTo(3);
            auto one
                = node(fmt::format("n{}", i), fmt::format("cpus:{};mem:64;gpus:{}", upTo(4), free),
                    fmt::format("cpus:4;mem:64;gpus:{}", free + upTo(2)),
                    upTo(1) != 0 ? "gpu:K40;nvlink_group:2" : "");
            one.closed = upTo(4) == 0 ? "draining" : "";
            one.restorable = Milli::whole(upTo(1));
            one.isRestricted = one.restorable > Milli{};
            one.withheld = one.isRestricted ? "1 restricted" : "";
            one.offered = *Resources::parse(fmt::format("cpus:0.5;gpus:{}", upTo(free)));
            machines.push_back(one);
        }
        auto spec = FakeMaster::spec(fmt::format("cpus:{};mem:32;gpus:{}", upTo(4), upTo(5)));
        spec.linked = upTo(2) == 0;
        if (upTo(1) != 0) {
            spec.constraints = {{"gpu", "K40"}};
        }
        const auto wait = why(spec, machines);
        EXPECT_FALSE(wait.text.empty());
        EXPECT_EQ(wait.serves.has_value(), wait.reason == WaitReason::None) << "round " << round;
    }
}

} // namespace
} // namespace muster::jobs
