// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resources/resources.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

Resources bundle(std::string_view text) {
    const auto parsed = Resources::parse(text);
    EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().message);
    return parsed.value_or(Resources{});
}

std::string refusal(std::string_view text) {
    const auto parsed = Resources::parse(text);
    return parsed ? "accepted as " + parsed->text() : parsed.error().message;
}

TEST(Resources, PrintTheOfferTextOfTheMesosDocuments) {
    EXPECT_EQ(
        bundle("gpus:4;disk:65536;mem:1024;cpus:8").text(), "cpus:8; mem:1024; disk:65536; gpus:4");
}

TEST(Resources, PrintTheAgentsStartLogWithGpusInFront) {
    EXPECT_EQ(bundle("cpus:40;mem:256904;disk:3489713;ports:[31000-32000];gpus:1").agentText(),
        "gpus(*):1; cpus(*):40; mem(*):256904; disk(*):3489713; ports(*):[31000-32000]");
    EXPECT_EQ(bundle("bay:{x};ports:[1-2];cpus:1;cpus(prod):2;gpus(prod):1").agentText(),
        "gpus(prod):1; cpus(*):1; cpus(prod):2; ports(*):[1-2]; bay(*):{x}");
}

TEST(Resources, KeepThreeDecimals) {
    EXPECT_EQ(bundle("cpus:0.1").scalar(Resources::Cpus), Milli{100});
    EXPECT_EQ(bundle("cpus:1.0004").text(), "cpus:1");
    EXPECT_EQ(bundle("cpus:0.0001").text(), "");
    EXPECT_EQ(bundle("mem:1e3").text(), "mem:1000");
}

TEST(Resources, AddUpEqualNames) {
    EXPECT_EQ(bundle("cpus:1;cpus:0.5;cpus(a):1;cpus(a):2").text(), "cpus:1.5; cpus(a):3");
    EXPECT_EQ(bundle("ports:[1-5];ports:[6-9, 20-20]").text(), "ports:[1-9, 20-20]");
    EXPECT_EQ(bundle("bay:{b};bay:{a,b}").text(), "bay:{a, b}");
}

TEST(Resources, CountOneNameOverAllRoles) {
    const auto all = bundle("gpus:1;gpus(prod):2;gpus(dev):1;ports:[1-5]");
    EXPECT_EQ(all.gpus(), Milli::whole(4));
    EXPECT_EQ(all.scalar(Resources::Gpus), Milli::whole(1));
    EXPECT_EQ(all.total("ports"), Milli{});
    EXPECT_EQ(all.total("fpgas"), Milli{});
}

TEST(Resources, TolerateSpacesAndEmptyPartsAsMesos) {
    EXPECT_EQ(bundle(" cpus : 8 ;; mem ( prod ) : 1 024;\n ports:[ 1 - 5 , 9-9 ];bay: { a , b };"),
        bundle("cpus:8;mem(prod):1024;ports:[1-5,9-9];bay:{a,b}"));
    EXPECT_TRUE(bundle("").empty());
    EXPECT_TRUE(bundle("  ;; ").empty());
}

TEST(Resources, GiveItemsWithoutRoleTheDefaultRole) {
    const auto parsed = Resources::parse("cpus:1;mem(x):2", "prod");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->text(), "cpus(prod):1; mem(x):2");
}

TEST(Resources, KeepZerosAmongItemsOnly) {
    const auto items = Resources::parseItems("cpus:1;gpus:0");
    ASSERT_TRUE(items);
    ASSERT_EQ(items->size(), 2U);
    EXPECT_EQ(items->at(1), (Resource{"gpus", "*", Milli{}}));
    EXPECT_EQ(bundle("cpus:1;gpus:0"), bundle("cpus:1"));
}

TEST(Resources, NameTheOffendingPartAndTheRemedy) {
    EXPECT_EQ(refusal("cpus:1;mem"),
        "Bad value for resources, missing or extra ':' in mem: write name:value");
    EXPECT_EQ(refusal("cpus:1:2"),
        "Bad value for resources, missing or extra ':' in cpus:1:2: write name:value");
    EXPECT_EQ(refusal("mem(prod:1"),
        "Bad value for resources, mismatched parentheses in mem(prod:1: write name(role):value");
    EXPECT_EQ(refusal("mem(a)b:1"),
        "Bad value for resources, mismatched parentheses in mem(a)b:1: write name(role):value");
    EXPECT_EQ(refusal("cpus():1"),
        "Bad value for resources, bad name or role in cpus():1: write name(role):value without any "
        "of ;:,()[]{}");
    EXPECT_EQ(refusal("cpus: "),
        "Failed to parse resource cpus value  error Expecting non-empty string: write a number, "
        "[1-5] or {a,b}");
    EXPECT_EQ(refusal("gpus:two"),
        "Failed to parse resource gpus value two error Failed to convert 'two' to number: write a "
        "number, [1-5] "
        "or {a,b}");
    EXPECT_EQ(refusal("gpus:-1"),
        "Failed to parse resource gpus value -1 error value < 0: write a number that is not "
        "negative");
    EXPECT_EQ(refusal("ports:[5-1]"),
        "Failed to parse resource ports value [5-1] error The range '5-1' ends before it begins: "
        "write 1-5");
    EXPECT_EQ(refusal("ports:[1-x]"),
        "Failed to parse resource ports value [1-x] error Expecting non-negative integers in "
        "'1-x': write each "
        "range as first-last, for example 5-5");
    EXPECT_EQ(refusal("ports:[1-2"),
        "Failed to parse resource ports value [1-2 error Mismatched brackets: write ranges as "
        "[1-5, 9-9]");
    EXPECT_EQ(refusal("bay:{a,,b}"),
        "Failed to parse resource bay value {a,,b} error Bad set item '': write words between "
        "commas, for example "
        "{a, b}");
    EXPECT_EQ(refusal("gpus:{GPU-1}"),
        "Bad type for resource gpus value {GPU-1}: write a number, for example gpus:1");
    EXPECT_EQ(refusal("x:1;x(a):[1-2]"),
        "Resources with the same name ('x') but different types are not allowed");
    EXPECT_EQ(refusal("cpus:8e15;cpus:8e15"),
        "The sum of resource cpus is too large: write less than 9e15");
}

TEST(Resources, RefuseWhatIsNoNumber) {
    for (const auto* text :
        {"cpus:nan", "cpus:inf", "cpus:1e400", "cpus:9e15", "cpus:0x10", "cpus:1,5", "cpus:-0.1"}) {
        EXPECT_FALSE(Resources::parse(text)) << text;
    }
}

TEST(Resources, AreOneBundleInDifferentRolesOnlyIfTheRolesMatch) {
    EXPECT_FALSE(bundle("gpus:4").contains(bundle("gpus(prod):1")));
    EXPECT_FALSE(bundle("gpus(prod):4").contains(bundle("gpus:1")));
    EXPECT_TRUE(bundle("gpus(prod):4;cpus:1").contains(bundle("gpus(prod):1")));
}

TEST(Resources, ContainRangesAndSetsByTheirElements) {
    const auto node = bundle("cpus:1;ports:[31000-32000];bay:{a,b,c}");
    EXPECT_TRUE(node.contains(bundle("ports:[31005-31010, 32000-32000];bay:{a,c}")));
    EXPECT_FALSE(node.contains(bundle("ports:[31999-32001]")));
    EXPECT_FALSE(node.contains(bundle("bay:{d}")));
    EXPECT_EQ((node - bundle("ports:[31001-31999];bay:{b}")).text(),
        "cpus:1; bay:{a, c}; ports:[31000-31000, 32000-32000]");
}

TEST(Resources, StopAtZero) {
    EXPECT_TRUE((bundle("cpus:1;fpgas:1") - bundle("cpus:2;fpgas:3;mem:1")).empty());
    EXPECT_TRUE(Resources({{"cpus", "*", Milli{-5}}, {"fpgas", "*", Milli{-5}}}).empty());
}

TEST(Gpus, AreWholeNumbers) {
    const std::string text = "The 'gpus' resource must be an unsigned integer";
    EXPECT_TRUE(validateGpus(bundle("gpus:4;cpus:0.1")));
    EXPECT_TRUE(validateGpus(bundle("gpus:1.0004")));
    EXPECT_TRUE(validateGpus(bundle("cpus:0.5")));
    for (const auto* bad : {"gpus:0.1", "gpus:1.5", "gpus:2;gpus(prod):0.001"}) {
        const auto status = validateGpus(bundle(bad));
        ASSERT_FALSE(status) << bad;
        EXPECT_EQ(status.error().message, text);
    }
}

} // namespace
} // namespace muster
