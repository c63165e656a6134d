// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

using Type = Reservation::Type;

Resources bundle(std::string_view text) {
    return Resources::parse(text).value();
}

// All of it with these reservations.
Resources reserved(std::string_view text, std::vector<Reservation> reservations) {
    auto items = bundle(text).items();
    for (auto& item : items) {
        item.reservations = reservations;
    }
    return Resources(std::move(items));
}

Reservation dynamic(std::string role, std::string principal = "ann") {
    return {Type::Dynamic, std::move(role), std::move(principal), {}};
}

TEST(Reservation, OfAnotherKindPrincipalOrLabelIsAnotherResource) {
    const auto one = reserved("cpus:2", {dynamic("prod")});
    EXPECT_FALSE(one.contains(bundle("cpus(prod):1")));
    EXPECT_FALSE(one.contains(reserved("cpus:1", {dynamic("prod", "bob")})));
    EXPECT_TRUE(one.contains(reserved("cpus:1", {dynamic("prod")})));
    auto labelled = dynamic("prod");
    labelled.labels = {{"team", "x"}};
    EXPECT_FALSE(one.contains(reserved("cpus:1", {labelled})));
    EXPECT_EQ((one + bundle("cpus(prod):1")).total("cpus"), Milli::whole(3));
    EXPECT_EQ(one + bundle("cpus(prod):1") - bundle("cpus(prod):1"), one);
}

TEST(Reservation, IsForTheRoleOfTheLast) {
    const auto refined = reserved("gpus:1", {{Type::Static, "a", {}, {}}, dynamic("a/b")});
    ASSERT_EQ(refined.others().size(), 1u);
    EXPECT_EQ(refined.others()[0].role(), "a/b");
    EXPECT_TRUE(refined.others()[0].isDynamic());
    EXPECT_EQ(bundle("gpus:1").items()[0].role(), "*");
    EXPECT_FALSE(bundle("gpus(a):1").others()[0].isDynamic());
}

TEST(Reservation, IsTakenOffOneByOne) {
    const auto refined = reserved("gpus:1", {{Type::Static, "a", {}, {}}, dynamic("a/b")});
    EXPECT_EQ(refined.withoutLastReservations(), bundle("gpus(a):1"));
    EXPECT_EQ(refined.described(), bundle("gpus(a):1"));
    EXPECT_EQ(bundle("gpus(a):1").withoutLastReservations(), bundle("gpus:1"));
    EXPECT_EQ(reserved("cpus:1;ports:[1-5]", {dynamic("a"), dynamic("a/b")}).described(),
        bundle("cpus:1;ports:[1-5]"));
}

TEST(Reservation, TakesFromTheDescriptionAsMuchAsThereIs) {
    const auto wanted = reserved("gpus:2;ports:[1-5]", {dynamic("prod")});
    EXPECT_EQ(bundle("cpus:4;gpus:4;ports:[1-9]").reservedAs(wanted),
        bundle("cpus:4;gpus:2;ports:[6-9]") + wanted);
    EXPECT_EQ(bundle("gpus:1;ports:[4-9]").reservedAs(wanted),
        bundle("ports:[6-9]") + reserved("gpus:1;ports:[4-5]", {dynamic("prod")}));
    EXPECT_EQ(bundle("cpus:4").reservedAs(wanted), bundle("cpus:4"));
    const auto refined = reserved("cpus:1", {{Type::Static, "a", {}, {}}, dynamic("a/b")});
    EXPECT_EQ(bundle("cpus:4;cpus(a):3").reservedAs(refined), bundle("cpus:4;cpus(a):2") + refined);
}

TEST(Reservation, IsPrintedAsMesosDoes) {
    auto labelled = dynamic("a/b");
    labelled.labels = {{"flag", {}}, {"team", "x"}};
    EXPECT_EQ(reservationsText({{Type::Static, "a", {}, {}}, labelled}),
        "(reservations: [(STATIC,a),(DYNAMIC,a/b,ann,{flag, team: x})])");
    EXPECT_EQ(reservationsText({}), "");
}

} // namespace
} // namespace muster
