// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/role_settings.h"

#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

QuotaConfig quotaOf(const std::string& role, std::int64_t guarantee, std::int64_t limit) {
    QuotaConfig config{role, {}};
    config.quota.guarantees[Resources::Gpus] = guarantee * 1000;
    config.quota.limits[Resources::Gpus] = limit * 1000;
    return config;
}

struct RoleSettingsTest : testing::Test {
    allocator::FairShare share;
    RoleSettings settings{share};

    Status check(const std::vector<QuotaConfig>& configs, bool force = false) const {
        return settings.validate(
            configs, force, [](const allocator::FairShare::Role&) { return Quantities{}; });
    }
};

} // namespace

TEST_F(RoleSettingsTest, AreKeptWhereTheyDifferFromTheDefault) {
    settings.set(quotaOf("ml", 2, 4));
    EXPECT_EQ(settings.quotas().at("ml").guarantees[Resources::Gpus], 2000);
    EXPECT_EQ(share.find("ml")->quota.limits[Resources::Gpus], 4000) << "the share follows";
    settings.set(QuotaConfig{"ml", {}});
    EXPECT_TRUE(settings.quotas().empty());
    settings.set(RoleWeight{"ml", Milli::whole(3)});
    EXPECT_EQ(settings.weights().at("ml"), Milli::whole(3));
}

TEST_F(RoleSettingsTest, GuaranteeTogetherNoMoreThanTheClusterHas) {
    share.addTotal(*Resources::parse("gpus:4"));
    settings.set(quotaOf("ml", 3, 4));
    EXPECT_TRUE(check({quotaOf("vision", 1, 4)}));
    const Status tooMuch = check({quotaOf("vision", 2, 4)});
    ASSERT_FALSE(tooMuch);
    EXPECT_NE(tooMuch.error().message.find("exceed cluster capacity"), std::string::npos);
    EXPECT_TRUE(check({quotaOf("vision", 2, 4)}, true));
    EXPECT_TRUE(check({quotaOf("ml", 1, 4), quotaOf("vision", 3, 4)})) << "all of them are set";
}

TEST_F(RoleSettingsTest, LimitNoLessThanWhatTheRoleUses) {
    share.addTotal(*Resources::parse("gpus:4"));
    share.allocate("ml", *Resources::parse("gpus:3"));
    settings.set(quotaOf("ml", 0, 4));
    EXPECT_TRUE(check({quotaOf("ml", 0, 3)}));
    const Status less = check({quotaOf("ml", 0, 2)});
    ASSERT_FALSE(less);
    EXPECT_NE(less.error().message.find("already consuming 'gpus:3'"), std::string::npos)
        << less.error().message;
    const auto offered = [](const allocator::FairShare::Role&) {
        Quantities one;
        one[Resources::Gpus] = 1000;
        return one;
    };
    EXPECT_TRUE(settings.validate({quotaOf("ml", 0, 2)}, false, offered)) << "it may be rescinded";
}

TEST_F(RoleSettingsTest, AreRefusedWithTheFieldThatIsWrong) {
    EXPECT_FALSE(check({quotaOf("a/b", 0, 1)})) << "a nested role";
    EXPECT_FALSE(check({quotaOf("ml", 2, 1)})) << "guaranteed beyond the limit";
    EXPECT_FALSE(check({quotaOf("ml", -1, 1)}, true)) << "negative";
    EXPECT_FALSE(RoleSettings::validate({{"ml", Milli{}}})) << "a weight of nothing";
    EXPECT_FALSE(RoleSettings::validate({{"..", Milli::whole(1)}})) << "no role's name";
    EXPECT_TRUE(RoleSettings::validate({{"ml", Milli::whole(1)}}));
}

} // namespace muster::cluster
