// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_constraints.h"

#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using Predicate = AttributeConstraint::Predicate;
using Pseudo = AttributeConstraint::Pseudo;

AttributeConstraint on(const char* attribute, Predicate predicate, std::string text = "") {
    return {std::string(attribute), predicate, std::move(text)};
}

OfferConstraints any(std::vector<OfferConstraints::Group> groups, const std::string& role = "a") {
    OfferConstraints out;
    out.roles[role] = std::move(groups);
    return out;
}

std::string problem(const OfferConstraints& constraints, const RegexLimits& limits = {}) {
    const auto filters = makeFilters(constraints, {"a"}, limits);
    return filters ? "" : filters.error().message;
}

// "gpu:K40;level:10" on a machine n1
bool admits(const AttributeConstraint& constraint) {
    AgentInfo agent;
    agent.hostname = "n1";
    agent.attributes = parseAttributes("gpu:K40;level:10").value();
    return makeFilters(any({{constraint}}), {"a"}, {}).value().at("a").admits(agent);
}

TEST(AttributeConstraints, AskForATextOrItsAbsence) {
    EXPECT_TRUE(admits(on("gpu", Predicate::Exists)));
    EXPECT_FALSE(admits(on("rack", Predicate::Exists)));
    EXPECT_FALSE(admits(on("gpu", Predicate::NotExists)));
    EXPECT_TRUE(admits(on("rack", Predicate::NotExists)));
    EXPECT_TRUE(admits(on("gpu", Predicate::TextEquals, "K40")));
    EXPECT_FALSE(admits(on("gpu", Predicate::TextEquals, "K4")));
    EXPECT_FALSE(admits(on("rack", Predicate::TextEquals, "")));
    EXPECT_FALSE(admits(on("gpu", Predicate::TextNotEquals, "K40")));
    EXPECT_TRUE(admits(on("gpu", Predicate::TextNotEquals, "M60")));
    EXPECT_TRUE(admits(on("rack", Predicate::TextNotEquals, "x")));
}

TEST(AttributeConstraints, MatchTheWholeTextByARegularExpression) {
    EXPECT_TRUE(admits(on("gpu", Predicate::TextMatches, "K[0-9]+")));
    EXPECT_FALSE(admits(on("gpu", Predicate::TextMatches, "K4")));
    EXPECT_FALSE(admits(on("rack", Predicate::TextMatches, ".*")));
    EXPECT_FALSE(admits(on("gpu", Predicate::TextNotMatches, "K.*")));
    EXPECT_TRUE(admits(on("gpu", Predicate::TextNotMatches, "M.*")));
    EXPECT_TRUE(admits(on("rack", Predicate::TextNotMatches, ".*")));
}

TEST(AttributeConstraints, LeaveWhatIsNoTextToTheScheduler) {
    for (const auto predicate : {Predicate::TextEquals, Predicate::TextNotEquals,
             Predicate::TextMatches, Predicate::TextNotMatches}) {
        EXPECT_TRUE(admits(on("level", predicate, "7"))) << static_cast<int>(predicate);
    }
}

TEST(AttributeConstraints, KnowTheHostNameAndThatThereIsNoRegion) {
    EXPECT_TRUE(admits({Pseudo::Hostname, Predicate::TextEquals, "n1"}));
    EXPECT_FALSE(admits({Pseudo::Hostname, Predicate::TextMatches, "m.*"}));
    EXPECT_FALSE(admits({Pseudo::Region, Predicate::Exists}));
    EXPECT_TRUE(admits({Pseudo::Zone, Predicate::TextNotEquals, "z"}));
}

TEST(AttributeConstraints, ThatAreWrongAreRefusedInMesosWords) {
    const std::string invalid
        = "Offer constraints are not valid: A role a has an invalid 'AttributeConstraint': ";
    EXPECT_EQ(problem(any({}, "b")),
        "Offer constraints specify `role_constraints` for a role 'b'not contained in the set of "
        "roles");
    EXPECT_EQ(problem(any({})),
        "Offer constraints are not valid: 'OfferConstraints::role_constraints' has an empty "
        "'RoleConstraints::groups' for role a");
    EXPECT_EQ(problem(any({{}})),
        "Offer constraints are not valid: 'OfferConstraints::RoleConstraints::groups' for role "
        "acontains an empty RoleConstraints::Group");
    EXPECT_EQ(problem(any({{{}}})),
        invalid
            + "Exactly one of 'AttributeConstraint::Selector::name' or "
              "'AttributeConstraint::Selector::pseudoattribute_type' must be set");
    EXPECT_EQ(problem(any({{{Pseudo::Unknown, Predicate::Exists}}})),
        invalid + "Unknown pseudoattribute type");
    EXPECT_EQ(problem(any({{on("gpu", Predicate::None)}})), invalid + "Unknown predicate type");
    EXPECT_EQ(problem(any({{on("gpu", Predicate::TextMatches, "a(b")}})),
        invalid + "Failed to construct regex from pattern 'a(b': missing ): a(b");
    EXPECT_NE(problem(any({{on("gpu", Predicate::TextMatches, "K40")}}), {.programSize = 2})
                  .find("is larger than maximum of 2 allowed"),
        std::string::npos);
    EXPECT_NE(problem(any({{on("gpu", Predicate::TextNotMatches, "(a{30}){30}")}}))
                  .find("pattern too large"),
        std::string::npos);
}

struct Constraints : testing::Test {
    World world;

    void SetUp() override {
        world.attribute("n1", "gpu:K40");
        world.attribute("n2", "gpu:M60");
        world.draw("n1: cpus:4;mem:400 / n2: cpus:2;mem:200 / n3: cpus:1;mem:100");
    }
    void want(OfferConstraints constraints) {
        UpdateFramework call{world.info("f"), {}, std::move(constraints)};
        call.info.id = world.frameworkId("f");
        world.call("f", std::move(call));
    }
    static OfferConstraints gpu(const std::string& model) {
        return any({{on("gpu", Predicate::TextEquals, model)}});
    }
};

TEST_F(Constraints, OfARoleChooseTheAgentsThatItIsOffered) {
    world.subscribeAs("f", {"a"}, {"a"});
    want(any({{on("gpu", Predicate::TextEquals, "M60")},
        {on("gpu", Predicate::NotExists), {Pseudo::Hostname, Predicate::TextMatches, "n[0-9]"}}}));
    EXPECT_EQ(world.toldTo("f"),
        (Lines{
            "subscribed", "offered n2 cpus:2; mem:200 to a", "offered n3 cpus:1; mem:100 to a"}));
}

TEST_F(Constraints, OfOneRoleLeaveTheOthersAlone) {
    world.subscribeAs("f", {"a", "b"}, {"a", "b"});
    want(gpu("K40"));
    const Lines told = world.toldTo("f");
    EXPECT_EQ(told.size(), 4u); // every agent is offered to one of the two
    for (const char* line :
        {"offered n2 cpus:2; mem:200 to a", "offered n3 cpus:1; mem:100 to a"}) {
        EXPECT_EQ(std::count(told.begin(), told.end(), line), 0) << line;
    }
}

TEST_F(Constraints, ThatChangeLeaveOffersStandingAndLookAtIdleAgentsAgain) {
    world.subscribeAs("f", {"a"}, {"a"});
    want(gpu("K40"));
    EXPECT_EQ(world.toldTo("f"), (Lines{"subscribed", "offered n1 cpus:4; mem:400 to a"}));
    want(gpu("M60"));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n2 cpus:2; mem:200 to a"}));
    want({});
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n3 cpus:1; mem:100 to a"}));
}

TEST_F(Constraints, ThatAreWrongChangeNothing) {
    world.subscribeAs("f", {"a"}, {"a"});
    want(gpu("K40"));
    world.told();
    want(any({{on("gpu", Predicate::TextMatches, "(")}}));
    EXPECT_NE(world.answers.back().status.error().message.find("Failed to construct regex"),
        std::string::npos);
    world.registerAgent("n4", "cpus:1;mem:100");
    EXPECT_EQ(world.toldTo("f"), Lines{});
}

TEST_F(Constraints, FollowTheAttributesOfAnAgentThatRegistersAgain) {
    world.subscribeAs("f", {"a"}, {"a"});
    want(gpu("H100"));
    world.told();
    world.attribute("n3", "gpu:H100");
    world.registerAgain("n3");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n3 cpus:1; mem:100 to a"}));
}

} // namespace
} // namespace muster::cluster
