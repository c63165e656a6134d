// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/proto/resources.h"

namespace muster::proto {
namespace {

using Info = mesos::v1::Resource::ReservationInfo;

Reservation dynamic(std::string role) {
    return {Reservation::Type::Dynamic, std::move(role), "ann", {{"flag", {}}, {"team", "x"}}};
}

Resources reserved(std::vector<Reservation> reservations) {
    Resource item("cpus", "*", Milli::whole(2));
    item.reservations = std::move(reservations);
    return Resources({std::move(item)});
}

ResourceList written(const Resources& resources, ResourceFormat format) {
    ResourceList out;
    append(resources, out, format);
    return out;
}

std::string resourceDefect(const mesos::v1::Resource& resource) {
    ResourceList list;
    *list.Add() = resource;
    const auto read = fromProto(list);
    return read ? "" : read.error().message;
}

TEST(ReservationFormat, IsReadAsItWasWritten) {
    const auto unreserved = *Resources::parse("cpus:2;ports:[1-5]");
    const auto fixed = *Resources::parse("cpus(prod):2");
    for (const auto format :
        {ResourceFormat::PreRefinement, ResourceFormat::PostRefinement, ResourceFormat::Endpoint}) {
        for (const auto& resources : {unreserved, fixed, reserved({dynamic("prod")})}) {
            EXPECT_EQ(fromProto(written(resources, format)).value(), resources);
        }
    }
    const auto refined = reserved({{Reservation::Type::Static, "a", {}, {}}, dynamic("a/b")});
    for (const auto format : {ResourceFormat::PostRefinement, ResourceFormat::Endpoint}) {
        EXPECT_EQ(fromProto(written(refined, format)).value(), refined);
    }
}

TEST(ReservationFormat, BeforeRefinementHasARoleAndWhoReserved) {
    const auto out = written(reserved({dynamic("prod")}), ResourceFormat::PreRefinement);
    EXPECT_EQ(out[0].role(), "prod");
    EXPECT_EQ(out[0].reservation().principal(), "ann");
    EXPECT_FALSE(out[0].reservation().has_type());
    EXPECT_FALSE(out[0].reservation().has_role());
    EXPECT_TRUE(out[0].reservations().empty());
}

TEST(ReservationFormat, OfRefinedOnesIsTheListAlone) {
    const auto out = written(reserved({dynamic("a"), dynamic("a/b")}), ResourceFormat::Endpoint);
    EXPECT_FALSE(out[0].has_role());
    EXPECT_FALSE(out[0].has_reservation());
    ASSERT_EQ(out[0].reservations_size(), 2);
    EXPECT_EQ(out[0].reservations(1).type(), Info::DYNAMIC);
    EXPECT_EQ(out[0].reservations(1).labels().labels_size(), 2);
}

TEST(ReservationFormat, ThatIsWrongGetsMesosText) {
    auto resource = written(reserved({}), ResourceFormat::PostRefinement)[0];
    resource.mutable_reservation();
    EXPECT_EQ(resourceDefect(resource),
        "Resource 'cpus:2' is invalid: Invalid reservation: role \"*\" cannot be dynamically "
        "reserved");
    resource.clear_reservation();
    resource.set_role("a b");
    EXPECT_NE(resourceDefect(resource), "");
    resource = written(reserved({dynamic("a"), dynamic("b")}), ResourceFormat::PostRefinement)[0];
    EXPECT_TRUE(resourceDefect(resource).ends_with(
        "Invalid refined reservation: role 'b' is not a refinement of 'a'"))
        << resourceDefect(resource);
    resource.mutable_reservations(1)->set_role("a/b");
    EXPECT_EQ(resourceDefect(resource), "");
    resource.mutable_reservations(1)->set_type(Info::STATIC);
    EXPECT_TRUE(resourceDefect(resource).ends_with(
        "Invalid refined reservation: A refined reservation cannot be STATIC"));
    resource.mutable_reservations(1)->clear_type();
    EXPECT_TRUE(resourceDefect(resource).ends_with(
        "Invalid reservation: 'Resource.ReservationInfo.type' field must be set."));
}

} // namespace
} // namespace muster::proto
