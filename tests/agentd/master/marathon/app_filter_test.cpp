// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_filter.h"

#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using Labels = std::map<std::string, std::string>;

bool matches(std::string_view text, const Labels& labels) {
    const auto selector = LabelSelector::parse(text);
    EXPECT_TRUE(selector) << text;
    return selector && selector->matches(labels);
}

TEST(MarathonFilter, SelectsByLabels) {
    const Labels labels{{"tier", "front"}, {"env", "prod"}, {"!x", "a b"}};
    for (const auto* text : {"", " ", "tier==front", "tier == front, env != test", "env", "!other",
             "tier in (back, front)", "tier in(front)", "env notin (test)", "env notin ()",
             "tier==front,env in (a,prod),!z", "\\!x", "\\!x == a\\ b", "!\\!y"}) {
        EXPECT_TRUE(matches(text, labels)) << text;
    }
    for (const auto* text :
        {"tier==back", "tier != front", "other", "!env", "tier in (back)", "tier in ()",
            "env notin (prod)", "tier==front,env==test", "other != a", "other notin (a)"}) {
        EXPECT_FALSE(matches(text, labels)) << text;
    }
    EXPECT_TRUE(matches("in==notin", {{"in", "notin"}})) << "no word is reserved";
    EXPECT_TRUE(matches("in in (in)", {{"in", "in"}}));
}

TEST(MarathonFilter, RefusesWhatIsNoSelector) {
    for (const auto* text : {",", "a,", "a=b", "a==", "==a", "a in", "a in (", "a in (b", "a in b",
             "a in (b,)", "a b", "!", "!a==b", "\\", "a;b", "(a)"}) {
        const auto selector = LabelSelector::parse(text);
        ASSERT_FALSE(selector) << text;
        EXPECT_EQ(selector.error().status, 422U);
    }
    EXPECT_EQ(LabelSelector::parse("a;b").error().body,
        R"({"message":"Can not parse label selector a;b. Reason: character 2 is not expected"})");
}

TEST(MarathonFilter, FindsPartsOfCommandsAndIds) {
    const auto app = test::specOf(test::kFounding);
    EXPECT_TRUE(AppFilter{}.matches(app));
    EXPECT_TRUE((AppFilter{.command = "NVIDIA-smi", .id = "DEMO"}).matches(app));
    EXPECT_FALSE((AppFilter{.command = "python"}).matches(app));
    EXPECT_FALSE((AppFilter{.id = "web"}).matches(app));
    EXPECT_FALSE((AppFilter{.labels = *LabelSelector::parse("a")}).matches(app));
}

} // namespace
} // namespace muster::agentd::marathon
