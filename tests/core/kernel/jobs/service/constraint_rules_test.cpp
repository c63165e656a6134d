// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/constraint_rules.h"

#include <memory>

#include <gtest/gtest.h>

namespace muster::services {
namespace {

using Operator = Constraint::Operator;

// Instances on agents of these attributes; their hosts are node-1, node-2, ...
struct Placed {
    explicit Placed(const std::vector<std::string>& attributes) {
        for (const auto& text : attributes) {
            auto& one = all.emplace_back(std::make_unique<Instance>());
            one->host = "node-" + std::to_string(all.size());
            one->attributes = *parseAttributes(text);
            list.push_back(one.get());
        }
    }
    std::vector<std::unique_ptr<Instance>> all;
    InstanceList list;
};

bool admits(const Constraint& constraint, const std::string& attributes,
    const std::vector<std::string>& placed = {}, const std::string& host = "node-9") {
    const auto parsed = attributes.empty() ? Attributes() : *parseAttributes(attributes);
    return ConstraintRules({constraint}).admit({host, parsed}, Placed(placed).list);
}

TEST(ConstraintRules, UniqueAdmitsEachValueOnce) {
    EXPECT_TRUE(admits({"rack", Operator::Unique}, "rack:a", {"rack:b", "rack:c"}));
    EXPECT_FALSE(admits({"rack", Operator::Unique}, "rack:a", {"rack:b", "rack:a"}));
    EXPECT_FALSE(admits({"hostname", Operator::Unique}, "", {"rack:a"}, "node-1"));
    EXPECT_TRUE(admits({"@hostname", Operator::Unique}, "", {"rack:a"}, "node-2"));
}

TEST(ConstraintRules, ClusterKeepsAllTogether) {
    EXPECT_TRUE(admits({"rack", Operator::Cluster}, "rack:a"));
    EXPECT_TRUE(admits({"rack", Operator::Cluster}, "rack:a", {"rack:a"}));
    EXPECT_FALSE(admits({"rack", Operator::Cluster}, "rack:a", {"rack:b"}));
    EXPECT_TRUE(admits({"rack_id", Operator::Cluster, "rack-1"}, "rack_id:rack-1"));
    EXPECT_FALSE(admits({"rack_id", Operator::Cluster, "rack-1"}, "rack_id:rack-2"));
}

TEST(ConstraintRules, GroupBySpreadsEvenly) {
    EXPECT_TRUE(admits({"rack", Operator::GroupBy}, "rack:a", {"rack:b", "rack:b"})); // new
    EXPECT_TRUE(admits({"rack", Operator::GroupBy}, "rack:a", {"rack:b", "rack:b", "rack:a"}));
    EXPECT_FALSE(admits({"rack", Operator::GroupBy}, "rack:b", {"rack:b", "rack:b", "rack:a"}));
    EXPECT_TRUE(admits({"rack", Operator::GroupBy}, "rack:a", {"rack:a"})); // the only one known
    EXPECT_FALSE(admits({"rack", Operator::GroupBy, "2"}, "rack:a", {"rack:a"})); // there are two
}

TEST(ConstraintRules, LikeAndUnlikeMatchTheWholeText) {
    EXPECT_TRUE(admits({"gpu", Operator::Like, "A[18]00"}, "gpu:A100"));
    EXPECT_FALSE(admits({"gpu", Operator::Like, "A[18]00"}, "gpu:A100X"));
    EXPECT_FALSE(admits({"gpu", Operator::Like, ".*"}, "")); // there is none
    EXPECT_FALSE(admits({"gpu", Operator::Unlike, "K80|K40"}, "gpu:K40"));
    EXPECT_TRUE(admits({"gpu", Operator::Unlike, "K80|K40"}, "gpu:A100"));
    EXPECT_TRUE(admits({"gpu", Operator::Unlike, ".*"}, "")); // there is none
    EXPECT_TRUE(admits({"hostname", Operator::Like, "node-[0-9]+"}, ""));
    EXPECT_TRUE(admits({"level", Operator::Like, "1."}, "level:10"));
}

TEST(ConstraintRules, MaxPerLimitsEachValue) {
    EXPECT_TRUE(admits({"rack", Operator::MaxPer, "2"}, "rack:a", {"rack:a", "rack:b"}));
    EXPECT_FALSE(admits({"rack", Operator::MaxPer, "2"}, "rack:a", {"rack:a", "rack:a"}));
}

TEST(ConstraintRules, IsComparesNumbersAsNumbers) {
    EXPECT_TRUE(admits({"level", Operator::Is, "10.0"}, "level:10"));
    EXPECT_FALSE(admits({"level", Operator::Is, "1"}, "level:10"));
    EXPECT_FALSE(admits({"level", Operator::Is, "ten"}, "level:10"));
    EXPECT_TRUE(admits({"rack", Operator::Is, "a"}, "rack:a"));
    EXPECT_FALSE(admits({"@region", Operator::Is, "europe"}, "rack:a")); // no agent has one
}

TEST(ConstraintRules, CheckNamesWhatTheValueMustBe) {
    EXPECT_TRUE(check({"rack", Operator::Unique}));
    EXPECT_EQ(check({"rack", Operator::Unique, "a"}).error().message,
        "Constraint on 'rack': UNIQUE takes no value");
    EXPECT_FALSE(check({"rack", Operator::GroupBy, "0"}));
    EXPECT_FALSE(check({"rack", Operator::MaxPer}));
    EXPECT_FALSE(check({"rack", Operator::MaxPer, "1.5"}));
    EXPECT_FALSE(check({"rack", Operator::Like, "("}));
    EXPECT_FALSE(check({"rack", Operator::Is}));
    EXPECT_FALSE(check({"", Operator::Unique}));
}

} // namespace
} // namespace muster::services
