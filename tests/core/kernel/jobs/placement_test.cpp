// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/placement.h"

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

// "agent resources attributes" each.
std::vector<Supply> drawSupplies(const std::vector<std::array<std::string, 3>>& agents) {
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
        EXPECT_EQ(AttributeTest({name, value}).passes(attributes), expected)
            << name << ":" << value;
    }
}

TEST(Placement, AsksTextsForRegularExpressions) {
    using Operator = Constraint::Operator;
    const auto attributes = *parseAttributes("gpu:K40;level:10");
    const auto passes = [&](const char* name, const char* value, Operator op) {
        return AttributeTest({name, value, op}).passes(attributes);
    };
    EXPECT_TRUE(passes("gpu", "K\\d+", Operator::Like));
    EXPECT_FALSE(passes("gpu", "K4", Operator::Like)) << "the whole text";
    EXPECT_FALSE(passes("level", "10", Operator::Like)) << "a number is no text";
    EXPECT_TRUE(passes("gpu", "T.*", Operator::Unlike));
    EXPECT_FALSE(passes("gpu", "K.*", Operator::Unlike));
    EXPECT_FALSE(passes("rack", "K.*", Operator::Unlike)) << "it has none, as in Chronos";
    EXPECT_EQ(validate(Constraint{"gpu", "K(", Operator::Like}).error().message,
        "The constraint gpu LIKE K( is no regular expression: missing ): K(");
    EXPECT_EQ(constraintText({"gpu", "K40"}), "gpu:K40");
}

TEST(Placement, TakesTheTightestFit) {
    const auto supplies
        = drawSupplies({{"1", "cpus:8;mem:512;gpus:4", ""}, {"2", "cpus:8;mem:512;gpus:2", ""},
            {"3", "cpus:2;mem:512;gpus:2", ""}, {"4", "cpus:8;mem:512", ""}});
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:2"), supplies), 2u);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:3"), supplies), 0u);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:5"), supplies), std::nullopt);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64"), supplies), 3u)
        << "a job without GPUs keeps away from machines that have some";
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64"), {supplies.data(), 3}), 2u);
}

TEST(Placement, TakesWhatIsAvoidedOnlyIfNothingElseFits) {
    const auto supplies
        = drawSupplies({{"1", "cpus:8;mem:512;gpus:4", ""}, {"2", "cpus:8;mem:512;gpus:2", ""}});
    const auto spec = FakeMaster::spec("cpus:1;mem:64;gpus:2");
    EXPECT_EQ(bestFit(spec, supplies, {{"2"}}), 0u);
    EXPECT_EQ(bestFit(spec, supplies, {{"1"}, {"2"}}), 1u);
    EXPECT_EQ(bestFit(FakeMaster::spec("cpus:1;mem:64;gpus:3"), supplies, {{"1"}}), 0u);
}

} // namespace
} // namespace muster::jobs
