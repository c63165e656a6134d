// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/group_json.h"

#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using services::AppId;
using Ids = std::set<AppId>;

GroupContent contentOf(std::string_view body, const AppId& id = kRoot) {
    const auto change = groupChange(body, id, {});
    EXPECT_TRUE(change) << (change ? "" : change.error().body);
    return change ? std::get<GroupContent>(change->to) : GroupContent{};
}

Refusal groupRefusal(std::string_view body, const AppId& id = kRoot) {
    const auto change = groupChange(body, id, {});
    EXPECT_FALSE(change);
    return change ? Refusal{} : change.error();
}

constexpr const char* kShop = R"({"id":"/shop","dependencies":["/base"],
    "apps":[{"id":"web","cmd":"a","dependencies":["db/main"]}],
    "groups":[{"id":"db","dependencies":["../queue"],"apps":[{"id":"main","cmd":"b"}]}]})";

TEST(MarathonGroups, BecomeAListOfApps) {
    const auto content = contentOf(kShop);
    ASSERT_EQ(content.apps.size(), 2U);
    EXPECT_EQ(content.apps[0].id, AppId{"/shop/web"});
    EXPECT_EQ(content.apps[0].dependencies, (Ids{{"/base"}, {"/shop/db/main"}}));
    EXPECT_EQ(content.apps[1].id, AppId{"/shop/db/main"});
    EXPECT_EQ(content.apps[1].dependencies, (Ids{{"/base"}, {"/shop/queue"}}));
    EXPECT_EQ(test::documentOf(content.apps[1])["dependencies"].size(), 0U) << "of its own";
    EXPECT_EQ(content.groups.at({"/shop/db"}).dependencies, (Ids{{"/shop/queue"}}));
}

TEST(MarathonGroups, AreRelativeToThePath) {
    EXPECT_EQ(contentOf(R"({"apps":[{"id":"web","cmd":"a"}]})", {"/shop"}).apps[0].id,
        AppId{"/shop/web"});
    EXPECT_EQ(contentOf(R"({"id":"shop","apps":[{"id":"web","cmd":"a"}]})").apps[0].id,
        AppId{"/shop/web"});
}

TEST(MarathonGroups, RemoveWhatTheyListNoMore) {
    const std::vector<AppId> existing{{"/other"}, {"/shop/web"}, {"/shop/old"}, {"/shop/db/main"},
        {"/shop/db/old"}, {"/shop/cache/one"}};
    EXPECT_EQ(removedApps(contentOf(kShop), existing),
        (Ids{{"/shop/old"}, {"/shop/db/old"}, {"/shop/cache/one"}}));
    EXPECT_EQ(removedApps(contentOf(R"({"id":"/shop","apps":[]})"), existing),
        (Ids{{"/shop/old"}, {"/shop/web"}}));
    EXPECT_EQ(removedApps(contentOf(R"({"id":"/shop","groups":[]})"), existing),
        (Ids{{"/shop/db/main"}, {"/shop/db/old"}, {"/shop/cache/one"}}));
    EXPECT_EQ(removedApps(contentOf(R"({"id":"/shop"})"), existing), Ids{});
}

TEST(MarathonGroups, AreScaledOrBroughtBack) {
    const auto scale = groupChange(R"({"scaleBy":1.5})", {"/shop"}, {});
    ASSERT_TRUE(scale);
    EXPECT_EQ(scale->id, AppId{"/shop"});
    const auto by = std::get<ScaleBy>(scale->to);
    EXPECT_EQ(scaledInstances(3, by), 5);
    EXPECT_EQ(scaledInstances(0, by), 0);
    EXPECT_EQ(scaledInstances(2'000'000'000, {1e6}), std::numeric_limits<int>::max());
    const auto back = groupChange(R"({"version":"2026-11-27T12:00:00.000Z"})", {"/shop"}, {});
    ASSERT_TRUE(back);
    EXPECT_EQ(std::get<services::Version>(back->to), test::kNoon);
    EXPECT_EQ(groupRefusal(R"({"version":"now"})").status, 422U);
    EXPECT_EQ(groupRefusal(R"({"scaleBy":-1})").status, 422U);
}

TEST(MarathonGroups, SayWhereSomethingIsWrong) {
    EXPECT_EQ(groupRefusal(R"({"groups":[{"id":"a","apps":[{"id":"b","cmd":"c","cpus":"x"}]}]})"),
        (Refusal{400,
            R"({"message":"Invalid JSON","details":[{"path":"/groups(0)/apps(0)/cpus",)"
            R"("errors":["error.expected.jsnumber"]}]})"}));
    EXPECT_EQ(groupRefusal(R"({"groups":[{"apps":[]}]})").body,
        R"({"message":"Invalid JSON","details":[{"path":"/groups(0)/id",)"
        R"("errors":["error.path.missing"]}]})");
    EXPECT_EQ(groupRefusal(R"({"apps":[{"id":"/x/y","cmd":"c"}]})", {"/shop"}).body,
        R"({"message":"Object is not valid","details":[{"path":"/apps(0)/id",)"
        R"("errors":["Identifier is not child of '/shop'"]}]})");
    EXPECT_EQ(groupRefusal(R"({"groups":[{"id":"/x"}]})", {"/shop"}).status, 422U);
    EXPECT_EQ(groupRefusal(R"({"groups":[{"id":"a"},{"id":"/a"}]})").status, 422U);
    EXPECT_EQ(
        groupRefusal(R"({"apps":[{"id":"a","cmd":"c"},{"id":"/a","cmd":"c"}]})").status, 422U);
    EXPECT_EQ(groupRefusal(R"({"pods":[{}]})").body,
        R"({"message":"Object is not valid","details":[{"path":"/pods",)"
        R"("errors":["Pods are not supported: use apps"]}]})");
    EXPECT_EQ(groupRefusal(R"({"groups":[{"id":"a","enforceRole":true}]})").body,
        R"({"message":"Object is not valid","details":[{"path":"/groups(0)/enforceRole",)"
        R"("errors":["is not supported: all apps have the role of the master"]}]})");
    EXPECT_EQ(groupRefusal("[]").status, 400U);
}

TEST(MarathonGroups, AreToldAsATree) {
    auto web = test::runningApp(R"({"id":"/shop/web","cmd":"a"})");
    auto lone = test::runningApp(R"({"id":"/lone","cmd":"a"})");
    const std::vector views{lone.view(), web.view()};
    const std::map<AppId, Group> groups{
        {{"/shop/db/cold"}, {.dependencies = {{"/lone"}}}}, {{"/other"}, {}}};
    const auto json = Json::parse(groupAnswer(kRoot, views, groups, test::kNoon, {}, test::kNoon));
    EXPECT_EQ(json["id"], "/");
    EXPECT_EQ(json["version"], "2026-11-27T12:00:00.000Z");
    EXPECT_EQ(json["pods"].dump(), "[]");
    ASSERT_EQ(json["apps"].size(), 1U);
    EXPECT_EQ(json["apps"][0]["id"], "/lone");
    ASSERT_EQ(json["groups"].size(), 2U);
    EXPECT_EQ(json["groups"][0]["id"], "/other");
    const auto& shop = json["groups"][1];
    EXPECT_EQ(shop["apps"][0]["id"], "/shop/web");
    EXPECT_EQ(shop["groups"][0]["groups"][0].dump(),
        R"({"apps":[],"dependencies":["/lone"],"groups":[],)"
        R"("id":"/shop/db/cold","pods":[],"version":"2026-11-27T12:00:00.000Z"})");
    const auto inner
        = Json::parse(groupAnswer({"/shop"}, views, groups, test::kNoon, {}, test::kNoon));
    EXPECT_EQ(inner, shop);
}

} // namespace
} // namespace muster::agentd::marathon
