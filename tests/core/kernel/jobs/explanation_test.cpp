// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/explanation.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/reason.h"
#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

using Texts = std::vector<std::string>;

struct Drawn {
    std::string name;
    std::string free;
    std::string total;
    std::string attributes = "";
    std::string closed = "";
    std::string withheld = "";
    bool isKnown = true;
    int restorable = 0;
};

// Who holds the GPUs of each.
using Holders = std::map<std::string, std::string>;

std::vector<Machine> draw(const std::vector<Drawn>& machines) {
    std::vector<Machine> out;
    for (const auto& drawn : machines) {
        Machine machine;
        machine.supply.agent = {drawn.name};
        machine.supply.hostname = drawn.name;
        machine.supply.free = *Resources::parse(drawn.free);
        machine.total = *Resources::parse(drawn.total);
        machine.supply.hasGpus = machine.total.gpus() > Milli{};
        if (!drawn.attributes.empty()) {
            machine.supply.attributes = *parseAttributes(drawn.attributes);
        }
        machine.closed = drawn.closed;
        machine.withheld = drawn.withheld;
        machine.isKnown = drawn.isKnown;
        machine.restorable = Milli::whole(drawn.restorable);
        out.push_back(machine);
    }
    return out;
}

Explanation explain(
    const JobSpec& spec, const std::vector<Machine>& machines, const Holders& holders = {}) {
    return explainFully(spec, machines, [&](const AgentId& agent) {
        const auto found = holders.find(agent.value);
        return found == holders.end() ? "" : found->second;
    });
}

JobSpec gpus(int count) {
    return FakeMaster::spec(fmt::format("cpus:1;mem:64;gpus:{}", count));
}

// "name: found, found!" of each machine, with a mark behind what is not met.
Texts table(const Explanation& explanation, const std::vector<Machine>& machines) {
    Texts out;
    for (const auto& verdict : explanation.verdicts) {
        std::string line = machines[verdict.machine].supply.hostname + ":";
        for (const auto& finding : verdict.findings) {
            line += fmt::format(" {}{};", finding.found, finding.met ? "" : "!");
        }
        out.push_back(line);
    }
    return out;
}

TEST(Explanation, NamesTheMachineThatWouldServe) {
    const auto machines = draw({{"big", "cpus:8;mem:512;gpus:4", "cpus:8;mem:512;gpus:4"},
        {"tight", "cpus:8;mem:512;gpus:2", "cpus:8;mem:512;gpus:4"}});
    const auto explanation = explain(gpus(2), machines);
    EXPECT_EQ(explanation.reason, WaitReason::None);
    EXPECT_EQ(explanation.serves, 1u);
    EXPECT_EQ(explanation.sentence, "2 GPUs are free on tight");
    EXPECT_EQ(explanation.wouldStart, Texts{});
}

TEST(Explanation, CountsMachinesThatAreLargeEnoughButBusy) {
    const auto machines = draw({{"node-1", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:4"},
        {"node-2", "cpus:8;mem:512;gpus:2", "cpus:8;mem:512;gpus:4"},
        {"node-3", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:1"}});
    const auto explanation = explain(
        gpus(3), machines, {{"node-1", "a (b)"}, {"node-2", "train (alice), sweep (bob)"}});
    EXPECT_EQ(explanation.reason, WaitReason::Gpus);
    EXPECT_EQ(
        explanation.sentence, "Needs 3 GPUs: 2 nodes qualify, but at most 2 are free, on node-2");
    EXPECT_EQ(explanation.serves, std::nullopt);
    EXPECT_EQ(table(explanation, machines),
        (Texts{"node-2: active; 2 of 4 free!; 8 of 8 free; 512 of 512 free;",
            "node-1: active; 1 of 4 free!; 8 of 8 free; 512 of 512 free;",
            "node-3: active; 1 of 1 free!; 8 of 8 free; 512 of 512 free;"}));
    EXPECT_EQ(explanation.wouldStart,
        (Texts{"on node-2, when 1 more GPU is free; held by train (alice), sweep (bob)",
            "on node-2, with 2 GPUs: 2 are free now; it has 4"}));
}

TEST(Explanation, SaysThatItCannotStartOnThisClusterAtAll) {
    const auto machines = draw({{"node-1", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:4"},
        {"node-2", "cpus:8;mem:512;gpus:2", "cpus:8;mem:512;gpus:2"}});
    const auto explanation = explain(gpus(8), machines);
    EXPECT_EQ(explanation.reason, WaitReason::Gpus);
    EXPECT_EQ(explanation.sentence,
        "No node has 8 GPUs: the largest, node-1, has 4. The job cannot run on this cluster");
    EXPECT_EQ(explanation.wouldStart, Texts{"on node-2, with 2 GPUs"});
}

TEST(Explanation, SaysWhatAConstraintCosts) {
    const auto machines
        = draw({{"old", "cpus:8;mem:512;gpus:4", "cpus:8;mem:512;gpus:4", "gpu:K40"},
            {"new", "cpus:8;mem:512;gpus:0", "cpus:8;mem:512;gpus:4", "gpu:H100"}});
    auto spec = gpus(1);
    spec.constraints = {{"gpu", "H100"}};
    const auto explanation = explain(spec, machines, {{"new", "train (alice)"}});
    EXPECT_EQ(explanation.sentence, "Needs 1 GPU: 1 node qualifies, but has no free GPUs");
    EXPECT_EQ(explanation.requirements,
        (std::vector<Requirement>{{"state", "active", WaitReason::NoAgents},
            {"gpu:H100", "yes", WaitReason::GpuType}, {"GPUs", "1", WaitReason::Gpus},
            {"cpus", "1", WaitReason::Resources}, {"mem", "64", WaitReason::Resources}}));
    EXPECT_EQ(table(explanation, machines),
        (Texts{"new: active; yes; 0 of 4 free!; 8 of 8 free; 512 of 512 free;",
            "old: active; gpu:K40!; 4 of 4 free; 8 of 8 free; 512 of 512 free;"}));
    EXPECT_EQ(explanation.wouldStart,
        (Texts{
            "on new, when 1 more GPU is free; held by train (alice)", "on old, without gpu:H100"}));
    spec.constraints = {{"gpu", "B200"}};
    EXPECT_EQ(explain(spec, machines).sentence,
        "No node has gpu:B200. The job cannot run on this cluster");
}

TEST(Explanation, TellsOfMachinesThatAreClosedAndOfGpusThatAreWithheld) {
    const auto machines
        = draw({{"shut", "cpus:8;mem:512;gpus:4", "cpus:8;mem:512;gpus:4", "", "draining by bob"},
            {"partly", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:1", "", "",
                "1 restricted by alice: fan"}});
    const auto explanation = explain(gpus(2), machines);
    EXPECT_EQ(
        explanation.sentence, "1 node qualifies, but is not available: shut is draining by bob");
    EXPECT_EQ(table(explanation, machines),
        (Texts{"shut: draining by bob!; 4 of 4 free; 8 of 8 free; 512 of 512 free;",
            "partly: active; 1 of 1 free, 1 restricted by alice: fan!; 8 of 8 free; 512 of 512 "
            "free;"}));
    EXPECT_EQ(explanation.wouldStart,
        (Texts{"on shut, when it is available again", "on partly, with 1 GPU"}))
        << "which is all that it has";
}

TEST(Explanation, NeverCallsImpossibleWhatAnOrderOfAnOperatorKeepsBack) {
    const auto machines = draw({{"partly", "cpus:8;mem:512;gpus:1", "cpus:8;mem:512;gpus:2", "", "",
        "1 restricted by alice: fan", true, 1}});
    auto explanation = explain(gpus(3), machines, {{"partly", "train (bob)"}});
    EXPECT_EQ(explanation.reason, WaitReason::Gpus);
    EXPECT_EQ(explanation.sentence,
        "Needs 3 GPUs: 1 node qualifies, but GPUs of partly are withheld: 1 restricted by alice: "
        "fan");
    EXPECT_EQ(explanation.wouldStart,
        (Texts{
            "on partly, when 1 GPU is returned to service (1 restricted by alice: fan) and 1 more "
            "GPU is free; held by train (bob)",
            "on partly, with 1 GPU: 1 is free now; it has 3"}));
    explanation = explain(gpus(4), machines);
    EXPECT_EQ(explanation.sentence,
        "No node has 4 GPUs: the largest, partly, has 2. The job cannot run on this cluster");
}

TEST(Explanation, NamesLinksAndOtherResources) {
    const auto machines
        = draw({{"pairs", "cpus:8;mem:512;gpus:4", "cpus:8;mem:512;gpus:4", "nvlink_group:2"},
            {"small", "cpus:1;mem:512;gpus:4", "cpus:2;mem:512;gpus:4", "nvlink_group:4"}});
    auto linked = FakeMaster::spec("cpus:2;mem:64;gpus:4");
    linked.linked = true;
    auto explanation = explain(linked, machines);
    EXPECT_EQ(explanation.reason, WaitReason::Resources);
    EXPECT_EQ(
        explanation.sentence, "Needs cpus:2: 1 node qualifies, but at most 1 is free, on small");
    EXPECT_EQ(explanation.wouldStart,
        (Texts{"on small, when cpus:1 more is free", "on pairs, without NVLink between its GPUs",
            "on small, with cpus:1"}));
}

TEST(Explanation, CountsNothingAsFreeOnAMachineThatIsAway) {
    const auto machines = draw({{"away", "cpus:8;mem:512;gpus:4", "cpus:8;mem:512;gpus:4", "",
                                    "unreachable", "", /*isKnown=*/false},
        {"busy", "cpus:8;mem:512;gpus:0", "cpus:8;mem:512;gpus:4"}});
    const auto explanation = explain(gpus(2), machines);
    EXPECT_EQ(explanation.serves, std::nullopt);
    EXPECT_EQ(table(explanation, machines),
        (Texts{"away: unreachable!; 4 in total; 8 in total; 512 in total;",
            "busy: active; 0 of 4 free!; 8 of 8 free; 512 of 512 free;"}));
    EXPECT_EQ(explanation.wouldStart, Texts{"on away, when it is available again"});
}

TEST(Explanation, OfAClusterWithoutMachines) {
    const auto explanation = explain(gpus(1), std::vector<Machine>{});
    EXPECT_EQ(explanation.reason, WaitReason::NoAgents);
    EXPECT_EQ(explanation.sentence, "No node has joined the cluster");
}

TEST(Explanation, AgreesWithThePlacement) {
    std::mt19937 random(7);
    const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    for (int round = 0; round < 500; ++round) {
        std::vector<Drawn> drawn;
        for (int i = 0; i < 5; ++i) {
            const int cpus = upTo(4);
            const int free = upTo(4);
            drawn.push_back(
                {fmt::format("n{}", i), fmt::format("cpus:{};mem:64;gpus:{}", cpus, free),
                    fmt::format("cpus:4;mem:64;gpus:{}", free + upTo(2)),
                    upTo(1) != 0 ? "gpu:K40" : "", upTo(4) == 0 ? "draining" : ""});
        }
        const auto machines = draw(drawn);
        auto spec = FakeMaster::spec(fmt::format("cpus:{};mem:32;gpus:{}", upTo(4), upTo(4)));
        if (upTo(1) != 0) {
            spec.constraints = {{"gpu", "K40"}};
        }
        std::vector<Supply> open;
        for (const auto& machine : machines) {
            if (machine.closed.empty()) {
                open.push_back(machine.supply);
            }
        }
        const auto placed = bestFit(spec, open);
        const auto explanation = explain(spec, machines);
        ASSERT_EQ(explanation.serves.has_value(), placed.has_value()) << "round " << round;
        ASSERT_EQ(explanation.reason == WaitReason::None, placed.has_value()) << "round " << round;
        if (placed) {
            EXPECT_EQ(machines[*explanation.serves].supply.agent, open[*placed].agent);
            EXPECT_EQ(explanation.verdicts.front().unmet, 0u);
        } else {
            EXPECT_GT(explanation.verdicts.front().unmet, 0u);
        }
        EXPECT_EQ(explanation.verdicts.size(), machines.size());
    }
}

RoleUse use(const std::string& role, std::int64_t gpusUsed, std::int64_t guarantee,
    std::int64_t limit = allocator::Quota::kUnlimited) {
    RoleUse out{role, {}, {}};
    out.consumed[Resources::Gpus] = gpusUsed * 1000;
    out.quota.guarantees[Resources::Gpus] = guarantee * 1000;
    out.quota.limits[Resources::Gpus]
        = limit == allocator::Quota::kUnlimited ? limit : limit * 1000;
    return out;
}

Quantities free(const std::string& resources) {
    return unreservedQuantities(*Resources::parse(resources));
}

TEST(QuotaExplanation, SaysNothingWhereTheQuotaLeavesRoom) {
    const std::vector<RoleUse> roles{use("*", 2, 0, 4), use("ml", 2, 2)};
    EXPECT_EQ(quotaText(gpus(2), "*", roles, free("cpus:8;mem:512;gpus:2")), "");
    EXPECT_EQ(quotaText(gpus(2), "*", {}, free("cpus:8;mem:512;gpus:2")), "");
}

TEST(QuotaExplanation, NamesTheLimitOfTheRole) {
    const std::vector<RoleUse> roles{use("*", 3, 0, 4)};
    EXPECT_EQ(quotaText(gpus(2), "*", roles, free("cpus:8;mem:512;gpus:8")),
        "2 GPUs requested, but role * uses 3 of its quota limit of 4 GPUs");
}

TEST(QuotaExplanation, NamesTheRolesThatWhatIsFreeIsHeldBackFor) {
    const std::vector<RoleUse> roles{use("*", 0, 0), use("ml", 1, 4)};
    EXPECT_EQ(quotaText(gpus(2), "*", roles, free("cpus:8;mem:512;gpus:4")),
        "2 GPUs requested, but 3 of 4 GPUs free in the cluster are held back for the quota "
        "guarantees of ml");
    EXPECT_EQ(quotaText(gpus(1), "*", roles, free("cpus:8;mem:512;gpus:4")), "");
    EXPECT_EQ(quotaText(gpus(0), "*", roles, free("cpus:8;mem:512;gpus:2")), "")
        << "a job without GPUs may start though more GPUs are guaranteed than are free";
}

} // namespace
} // namespace muster::jobs
