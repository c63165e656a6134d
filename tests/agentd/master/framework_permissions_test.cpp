// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_permissions.h"

#include <gtest/gtest.h>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

cluster::FrameworkInfo framework(const std::string& principal, std::set<std::string> roles = {}) {
    return {.id = {"F"}, .user = "root", .roles = std::move(roles), .principal = principal};
}

std::string refusal(const Acls& acls, const std::string& shown, cluster::FrameworkInfo info) {
    const auto admitted = admit(acls, shown, info);
    return admitted ? "" : admitted.error().message;
}

TEST(FrameworkPermissions, LetTheOperatorsTokenActWhereNoRuleSpeaks) {
    const auto acls = *Acls::parse(R"({"permissive": false})");
    EXPECT_EQ(refusal(acls, "operator", framework("", {"ml"})), "");
    EXPECT_NE(refusal(acls, "", framework("", {"ml"})), "") << "nobody in particular";
    EXPECT_NE(refusal(acls, "operator", framework("bob", {"ml"})), "") << "it acts for bob";
}

TEST(FrameworkPermissions, TakeThePrincipalThatWasShown) {
    auto info = framework("");
    EXPECT_TRUE(admit({}, "ann", info));
    EXPECT_EQ(info.principal, "ann");
    info.principal.clear();
    EXPECT_TRUE(admit({}, "operator", info));
    EXPECT_EQ(info.principal, "") << "the operator's token stands for nobody in particular";
    EXPECT_EQ(refusal({}, "operator", framework("bob")), "");
    EXPECT_EQ(refusal({}, "", framework("bob")), "") << "nobody is asked";
    EXPECT_EQ(refusal({}, "ann", framework("bob")),
        "Framework principal 'bob' does not match the authenticated principal 'ann'");
}

TEST(FrameworkPermissions, NeedEveryRole) {
    const auto acls = Acls::parse(R"({"permissive":false,"register_frameworks":[
        {"principals":{"values":["ann"]},"roles":{"values":["ml/%","web"]}}]})")
                          .value();
    EXPECT_EQ(refusal(acls, "ann", framework("", {"ml/a", "web"})), "");
    EXPECT_EQ(refusal(acls, "ann", framework("", {"prod", "web"})),
        "Not authorized to register framework F with roles { prod, web }");
    EXPECT_NE(refusal(acls, "bob", framework("", {"web"})), "");
}

TEST(FrameworkPermissions, MarkTasksOfUsersThatTheFrameworkMayNotBe) {
    const auto acls = Acls::parse(R"({"permissive":false,"run_tasks":[
        {"principals":{"values":["ann"]},"users":{"values":["www"]}}]})")
                          .value();
    mesos::v1::ExecutorInfo executor;
    executor.mutable_command()->set_user("www");
    cluster::TaskInfo own{.id = {"own"}, .user = "www"};
    cluster::TaskInfo ofExecutor{.id = {"executor"}, .executor = cluster::ExecutorInfo{}};
    ofExecutor.executor->payload = executor.SerializePartialAsString();
    cluster::TaskInfo ofFramework{.id = {"framework"}};
    cluster::Accept call;
    call.operations.emplace_back(cluster::LaunchTasks{{own, ofExecutor, ofFramework}});
    markDenied(acls, framework("ann"), "ann", call);
    const auto& tasks = std::get<cluster::LaunchTasks>(call.operations[0]).tasks;
    EXPECT_EQ(tasks[0].defect, cluster::Defect{});
    EXPECT_EQ(tasks[1].defect, cluster::Defect{});
    EXPECT_EQ(tasks[2].defect.stage, cluster::Defect::Stage::Denied);
    EXPECT_EQ(tasks[2].defect.text,
        "Principal 'ann' no authorized to launch task framework of framework F under user 'root'");
}

TEST(FrameworkPermissions, DropTasksOfUsersThatNobodyKnowsNow) {
    const auto acls = Acls::parse(R"({"run_tasks":[
        {"principals":{"type":"NONE"},"users":{"values":["root"]}}]})",
        [](const std::string&) -> Result<std::optional<Acls::Account>> {
            return failure("nobody knows now: try again", Error::Kind::Unavailable);
        }).value();
    cluster::Accept call;
    call.operations.emplace_back(
        cluster::LaunchTasks{{{.id = {"root"}, .user = "root"}, {.id = {"bob"}, .user = "bob"}}});
    markDenied(acls, framework("ann"), "ann", call);
    const auto& tasks = std::get<cluster::LaunchTasks>(call.operations[0]).tasks;
    EXPECT_EQ(tasks[0].defect.stage, cluster::Defect::Stage::Denied) << "the same word";
    EXPECT_EQ(tasks[1].defect,
        (cluster::Defect{cluster::Defect::Stage::Undecided, "nobody knows now: try again"}));
}

// The framework's own program runs as its own user, whoever its tasks are.
TEST(FrameworkPermissions, AskForTheUserOfAnExecutorOfItsOwnInAGroup) {
    const auto acls = Acls::parse(R"({"permissive":false,"run_tasks":[
        {"principals":{"values":["ann"]},"users":{"values":["nobody"]}}]})")
                          .value();
    auto info = framework("ann");
    info.user = "nobody";
    mesos::v1::ExecutorInfo program;
    program.mutable_command()->set_user("root");
    cluster::LaunchGroup group;
    group.executor = {.id = {"e"},
        .type = cluster::ExecutorInfo::Type::Custom,
        .payload = program.SerializePartialAsString()};
    group.tasks = {{.id = {"a"}, .user = "nobody"}, {.id = {"b"}}};
    cluster::Accept call;
    call.operations.emplace_back(group);
    markDenied(acls, info, info.principal, call);
    for (const auto& task : std::get<cluster::LaunchGroup>(call.operations[0]).tasks) {
        EXPECT_EQ(task.defect.stage, cluster::Defect::Stage::Denied) << task.id.value;
        EXPECT_NE(task.defect.text.find("under user 'root'"), std::string::npos)
            << task.defect.text;
    }
}

TEST(FrameworkPermissions, RefuseATaskOfNoUser) {
    auto info = framework("ann");
    info.user = "";
    cluster::Accept call;
    call.operations.emplace_back(
        cluster::LaunchTasks{{{.id = {"t"}}, {.id = {"u"}, .user = "nobody"}}});
    markDenied({}, info, info.principal, call);
    const auto& tasks = std::get<cluster::LaunchTasks>(call.operations[0]).tasks;
    EXPECT_EQ(tasks[0].defect.text,
        "Neither task 't' nor its framework specifies a user: set 'FrameworkInfo.user' or "
        "'CommandInfo.user'");
    EXPECT_EQ(tasks[1].defect, cluster::Defect{});
}

TEST(FrameworkPermissions, LetNobodySpeakForTheFrameworkOfAnother) {
    EXPECT_EQ(strangerRefusal("ann", framework("ann")), "");
    EXPECT_EQ(strangerRefusal("operator", framework("ann")), "");
    EXPECT_EQ(strangerRefusal("", framework("ann")), "") << "nobody is asked";
    EXPECT_EQ(strangerRefusal("bob", framework("ann")),
        "Authenticated principal 'bob' does not match principal 'ann' set in `FrameworkInfo`");
}

} // namespace
} // namespace muster::agentd
