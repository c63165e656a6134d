// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/acls.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using Action = Acls::Action;

constexpr const char* kRules = R"({
  "permissive": false,
  "register_frameworks": [
    {"principals": {"values": ["ann", "bob"]}, "roles": {"values": ["eng", "ops/%"]}},
    {"principals": {"values": ["eve"]}, "roles": {"type": "ANY"}}],
  "run_tasks": [
    {"principals": {"type": "ANY"}, "users": {"type": "SOME", "values": ["nobody"]}},
    {"principals": {"values": ["ann"]}, "users": {"type": "NONE"}},
    {"principals": {"values": ["ann", "bob"]}, "users": {"type": "ANY"}}],
  "teardown_frameworks": [
    {"principals": {"type": "NONE"}, "framework_principals": {"values": ["ann"]}},
    {"principals": {"type": "ANY"}, "framework_principals": {"type": "ANY"}}],
  "drain_agents": [{"principals": {"values": ["ann"]}, "agents": {"type": "ANY"}}]
})";

TEST(Acls, AreDecidedByTheFirstRuleThatMatches) {
    const auto acls = Acls::parse(kRules);
    ASSERT_TRUE(acls) << acls.error().message;
    struct {
        Action action;
        const char* principal;
        std::optional<std::string_view> object;
        bool allowed;
    } const rows[] = {
        {Action::RegisterFrameworks, "ann", "eng", true},
        {Action::RegisterFrameworks, "bob", "ops/night", true},
        {Action::RegisterFrameworks, "bob", "ops/night/late", true},
        {Action::RegisterFrameworks, "bob", "ops", false},
        {Action::RegisterFrameworks, "bob", "opsnight", false},
        {Action::RegisterFrameworks, "ann", "eng/x", false},
        {Action::RegisterFrameworks, "ann", std::nullopt, false},
        {Action::RegisterFrameworks, "eve", "any", true},
        {Action::RegisterFrameworks, "eve", std::nullopt, true},
        {Action::RegisterFrameworks, "", "eng", false},
        {Action::RunTasks, "ann", "nobody", true},
        {Action::RunTasks, "ann", "root", false},
        {Action::RunTasks, "bob", "root", true},
        {Action::RunTasks, "eve", "nobody", true},
        {Action::RunTasks, "eve", "root", false},
        {Action::RunTasks, "", "nobody", true},
        {Action::TeardownFrameworks, "bob", "ann", false},
        {Action::TeardownFrameworks, "ann", "ann", false},
        {Action::TeardownFrameworks, "ann", "bob", true},
        {Action::DrainAgents, "ann", std::nullopt, true},
        {Action::DrainAgents, "bob", std::nullopt, false},
        {Action::ViewRoles, "ann", "eng", false},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(acls->allows(row.action, row.principal, row.object), row.allowed)
            << static_cast<int>(row.action) << " " << row.principal << " "
            << row.object.value_or("(all)");
    }
}

TEST(Acls, AllowWhatNoRuleForbidsUnlessToldOtherwise) {
    EXPECT_TRUE(Acls().allows(Action::RunTasks, "ann", "root"));
    const auto acls = Acls::parse(
        R"({"view_flags": [{"principals": {"values": ["ann"]}, "flags": {"type": "NONE"}}]})");
    ASSERT_TRUE(acls) << acls.error().message;
    EXPECT_FALSE(acls->allows(Action::ViewFlags, "ann"));
    EXPECT_TRUE(acls->allows(Action::ViewFlags, "bob"));
    EXPECT_TRUE(acls->allows(Action::RunTasks, "ann", "root"));
    EXPECT_FALSE(Acls::parse(R"({"permissive": false})")->allows(Action::RunTasks, "ann", "root"));
}

std::optional<Acls::Account> account(const std::string& user) {
    if (user == "root" || user == "0" || user == "toor") {
        return Acls::Account{0, {0}};
    }
    return user == "www" || user == "33" ? std::optional(Acls::Account{33, {33, 100}})
                                         : std::nullopt;
}

TEST(Acls, KnowAUserByItsUidHoweverItIsWritten) {
    const auto acls = Acls::parse(R"({"permissive": true, "run_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www", "77"]}},
        {"principals": {"type": "NONE"}, "users": {"values": ["root"]}},
        {"principals": {"values": ["ann"]}, "users": {"type": "NONE"}}]})",
        account);
    ASSERT_TRUE(acls) << acls.error().message;
    for (const auto* root : {"root", "0", "0:0", "00", "toor", "0:33"}) {
        EXPECT_FALSE(acls->allows(Action::RunTasks, "ann", root)) << root;
        EXPECT_FALSE(acls->allows(Action::RunTasks, "bob", root)) << root;
    }
    for (const auto* www : {"www", "33", "033", "33:33", "33:100", "77"}) {
        EXPECT_TRUE(acls->allows(Action::RunTasks, "ann", www)) << www;
    }
    for (const auto* more : {"33:0", "77:0", "nobody", "34", "33x"}) {
        EXPECT_FALSE(acls->allows(Action::RunTasks, "ann", more)) << more;
    }
}

TEST(Acls, DenyWhatDependsOnAUserThatCannotBeLookedUp) {
    const auto acls = Acls::parse(R"({"permissive": true, "run_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www"]}},
        {"principals": {"type": "NONE"}, "users": {"values": ["root"]}}]})",
        [](const std::string&) -> Result<std::optional<Acls::Account>> {
            return failure("The directory does not answer", Error::Kind::Unavailable);
        });
    ASSERT_TRUE(acls) << acls.error().message;
    EXPECT_TRUE(acls->allows(Action::RunTasks, "ann", "www")) << "the same word";
    EXPECT_FALSE(acls->allows(Action::RunTasks, "ann", "33"));
    EXPECT_FALSE(acls->allows(Action::RunTasks, "bob", "0")) << "it may be root";
    EXPECT_FALSE(acls->allows(Action::RunTasks, "bob", "carol"));
    EXPECT_TRUE(acls->allows(Action::ViewTasks, "bob", "carol")) << "no rule speaks of users";
}

TEST(Acls, LookUpTheUsersOfTheirRulesAsTheyAreRead) {
    std::vector<std::string> asked;
    ASSERT_TRUE(Acls::parse(R"({"run_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www", "root"]}}],
        "register_frameworks": [{"principals": {"values": ["ann"]}, "roles": {"values": ["r"]}}]})",
        [&](const std::string& user) {
            asked.push_back(user);
            return std::optional<Acls::Account>();
        }));
    EXPECT_EQ(asked, (std::vector<std::string>{"www", "root"}));
}

TEST(Acls, AwaitTheUsersOfTheirRulesAndNameThoseThatNobodyKnows) {
    int asked = 0; // for www
    const auto acls = Acls::parse(R"({"run_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www", "eve", "root"]}}]})",
        [&asked](const std::string& user) -> Result<std::optional<Acls::Account>> {
            if (user == "eve" || (user == "www" && ++asked < 3)) {
                return failure("The directory does not answer", Error::Kind::Unavailable);
            }
            return std::nullopt;
        }).value();
    EXPECT_EQ(acls.awaitUsers({}), (std::vector<std::string>{"www", "eve"}));
    EXPECT_EQ(acls.awaitUsers(std::chrono::milliseconds(100)), (std::vector<std::string>{"eve"}));
}

TEST(Acls, DoNotTakeAnEmptyUser) {
    const auto acls = Acls::parse(
        R"({"run_tasks": [{"principals": {"type": "ANY"}, "users": {"values": [""]}}]})");
    ASSERT_FALSE(acls);
    EXPECT_NE(acls.error().message.find("a user name must not be empty"), std::string::npos);
}

TEST(Acls, BindTheOperatorByRulesOnly) {
    const auto acls = Acls::parse(R"({"permissive": false, "view_flags": [
        {"principals": {"values": ["operator"]}, "flags": {"type": "NONE"}}]})")
                          .value();
    EXPECT_TRUE(acls.allows(Action::RegisterAgents, kOperator));
    EXPECT_FALSE(acls.allows(Action::RegisterAgents, "bob"));
    EXPECT_FALSE(acls.allows(Action::ViewFlags, kOperator));
}

TEST(Acls, KnowWhoMayDoItToEverything) {
    const auto acls = Acls::parse(R"({"permissive": false, "view_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["root"]}},
        {"principals": {"values": ["bob"]}, "users": {"type": "NONE"}},
        {"principals": {"values": ["ann", "bob"]}, "users": {"type": "ANY"}}]})")
                          .value();
    EXPECT_TRUE(acls.allowsAll(Action::ViewTasks, "ann"));
    EXPECT_FALSE(acls.allowsAll(Action::ViewTasks, "bob"));
    EXPECT_FALSE(acls.allowsAll(Action::ViewTasks, "eve"));
    EXPECT_TRUE(Acls().allowsAll(Action::ViewTasks, "eve"));
}

TEST(Acls, KnowWhoMayDoItToSomething) {
    const auto acls = Acls::parse(R"({"permissive": false, "run_tasks": [
        {"principals": {"type": "NONE"}, "users": {"values": ["root"]}},
        {"principals": {"values": ["ann"]}, "users": {"values": ["root"]}},
        {"principals": {"values": ["bob"]}, "users": {"type": "NONE"}},
        {"principals": {"values": ["ann", "bob", "eve"]}, "users": {"type": "ANY"}}]})")
                          .value();
    EXPECT_TRUE(acls.allowsSome(Action::RunTasks, "ann"));
    EXPECT_TRUE(acls.allowsSome(Action::RunTasks, "eve"));
    EXPECT_FALSE(acls.allowsSome(Action::RunTasks, "bob"));
    EXPECT_FALSE(acls.allowsSome(Action::RunTasks, "carol"));
    EXPECT_TRUE(acls.allowsSome(Action::RunTasks, kOperator));
    EXPECT_FALSE(acls.allowsSome(Action::ViewFlags, "ann"));
    EXPECT_TRUE(Acls().allowsSome(Action::RunTasks, "carol"));
}

TEST(Acls, SayWhichKeyIsWrongAndWhatToWrite) {
    struct {
        const char* text;
        const char* message;
    } const rows[] = {
        {"{", "invalid JSON: "},
        {"[]", "not a JSON object: use "},
        {R"({"permissive": "false"})", "permissive: use true or false"},
        {R"({"run_task": []})", "'run_task' is not an action: "},
        {R"({"run_tasks": {}})", "run_tasks: is not an array: "},
        {R"({"run_tasks": [1]})", "run_tasks[0]: is not an object: use "},
        {R"({"run_tasks": [{"principals": {"type": "ANY"}}]})",
            "run_tasks[0]: users: is missing or not an object: use "},
        {R"({"run_tasks": [{"users": {"type": "ANY"}}]})",
            "run_tasks[0]: principals: is missing or not an object: "},
        {R"({"run_tasks": [{"principals": {}, "roles": {}}]})",
            "run_tasks[0]: 'roles' is not known: the keys are 'principals' and 'users'"},
        {R"({"run_tasks": [{"principals": {"type": "ALL"}, "users": {}}]})",
            "run_tasks[0]: principals: the type \"ALL\" is not known: use "},
        {R"({"run_tasks": [{"principals": {"value": ["a"]}, "users": {}}]})",
            "run_tasks[0]: principals: 'value' is not known: use "},
        {R"({"run_tasks": [{"principals": {"values": "a"}, "users": {}}]})",
            "run_tasks[0]: principals: 'values' is not an array: "},
        {R"({"run_tasks": [{"principals": {"values": [1]}, "users": {}}]})",
            "run_tasks[0]: principals: a value is not a string: "},
        {R"({"drain_agents": [{"principals": {}, "agents": {"values": ["a"]}}]})",
            "drain_agents[0]: agents: individual values are not possible here: use "
            "{\"type\":\"ANY\"}"},
    };
    for (const auto& row : rows) {
        const auto acls = Acls::parse(row.text);
        ASSERT_FALSE(acls) << row.text;
        EXPECT_TRUE(acls.error().message.starts_with(row.message)) << acls.error().message;
    }
}

TEST(Acls, ComeFromTheFlagOrFromAFile) {
    const test::TemporaryFolder folder;
    const std::string path = folder / "acls.json";
    folder.write("acls.json", kRules);
    for (const auto& flag : {std::string(kRules), path, "file://" + path}) {
        const auto acls = Acls::load(flag);
        ASSERT_TRUE(acls) << acls.error().message;
        EXPECT_FALSE(acls->allows(Action::ViewRoles, "ann", "eng"));
    }
    EXPECT_EQ(Acls::load("/none/acls").error().message,
        "cannot read /none/acls: use the path of a file, or the JSON itself");
    folder.write("acls.json", "{\"x\":[]}");
    EXPECT_TRUE(Acls::load(path).error().message.starts_with(path + ": 'x' is not an action"));
}

} // namespace
} // namespace muster::agentd
