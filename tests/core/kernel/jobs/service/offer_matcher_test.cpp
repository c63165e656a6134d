// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/offer_matcher.h"

#include <gtest/gtest.h>

#include "core/kernel/jobs/service/port_picker.h"

namespace muster::services {
namespace {

constexpr Instant kNow{std::chrono::hours(1)};

struct Matching {
    AppSpec spec;
    Supply supply{{"1"}, "*", "node-1", {}, {}, {}};
    GpuScheduling scheduling = GpuScheduling::Restricted;

    explicit Matching(const std::string& wanted, const std::string& offered) {
        spec.resources = *Resources::parse(wanted);
        supply.free = *Resources::parse(offered);
    }
    tl::expected<Share, Reject> match() const {
        return services::match(
            spec, ConstraintRules(spec.constraints), supply, {}, scheduling, kNow);
    }
    std::string text() const {
        const auto share = match();
        return share ? share->resources.text() : std::string(wireName(share.error()));
    }
};

std::string matched(const std::string& wanted, const std::string& offered) {
    return Matching(wanted, offered).text();
}

TEST(OfferMatcher, TellsTheFirstReasonInMarathonsOrder) {
    Matching all("cpus:1;mem:1;disk:1;gpus:1", "cpus(other):1");
    all.spec.role = "prod";
    all.spec.constraints = {{"rack", Constraint::Operator::Like, "a"}};
    all.spec.acceptedRoles = {"prod"};
    all.spec.ports = {{}};
    all.supply.unavailability = cluster::Unavailability{kNow, {}};
    EXPECT_EQ(all.text(), "UnfulfilledRole");
    all.supply.role = "prod";
    EXPECT_EQ(all.text(), "UnfulfilledConstraint");
    all.supply.attributes = *parseAttributes("rack:a");
    EXPECT_EQ(all.text(), "NoCorrespondingReservationFound");
    all.spec.acceptedRoles.clear();
    EXPECT_EQ(all.text(), "AgentMaintenance");
    all.supply.unavailability->start += std::chrono::seconds(1); // not yet
    all.supply.free = *Resources::parse("cpus:0.5;mem:1");
    EXPECT_EQ(all.text(), "InsufficientCpus");
    all.supply.free = *Resources::parse("cpus:1;mem:0.5");
    EXPECT_EQ(all.text(), "InsufficientMemory");
    all.supply.free = *Resources::parse("cpus:1;mem:1");
    EXPECT_EQ(all.text(), "InsufficientDisk");
    all.supply.free = *Resources::parse("cpus:1;mem:1;disk:1");
    EXPECT_EQ(all.text(), "InsufficientGpus");
    all.supply.free = *Resources::parse("cpus:1;mem:1;disk:1;gpus:1");
    EXPECT_EQ(all.text(), "InsufficientPorts");
    all.supply.free = *Resources::parse("cpus:1;mem:1;disk:1;gpus:1;ports:[5-5]");
    EXPECT_EQ(all.text(), "cpus:1; mem:1; disk:1; gpus:1; ports:[5-5]");
}

TEST(OfferMatcher, LeavesScarceGpusToThoseWhoNeedThem) {
    Matching match("cpus:1", "cpus:8;gpus:1");
    EXPECT_EQ(match.text(), "DeclinedScarceResources");
    match.scheduling = GpuScheduling::Unrestricted;
    EXPECT_EQ(match.text(), "cpus:1");
    EXPECT_EQ(matched("cpus:1", "cpus:8"), "cpus:1"); // all GPUs there are taken: not scarce
}

TEST(OfferMatcher, TakesWhatIsReservedFirst) {
    EXPECT_EQ(matched("cpus:3", "cpus:4;cpus(prod):2"), "cpus:1; cpus(prod):2");
    Matching unreserved("cpus:3", "cpus:2;cpus(prod):2");
    unreserved.spec.acceptedRoles = {"*"};
    EXPECT_EQ(unreserved.text(), "InsufficientCpus");
}

TEST(OfferMatcher, TakesPortsOfSeveralReservations) {
    Matching match("cpus:1", "cpus:1;ports(prod):[7-7];ports:[3-3]");
    match.spec.ports = {{}, {}};
    EXPECT_EQ(match.text(), "cpus:1; ports:[3-3]; ports(prod):[7-7]");
    EXPECT_EQ(match.match()->hostPorts, (std::vector<std::uint16_t>{3, 7}));
}

TEST(OfferMatcher, TakesNoPartOfAMaintenanceThatIsOver) {
    Matching match("cpus:1", "cpus:1");
    match.supply.unavailability
        = cluster::Unavailability{kNow - std::chrono::hours(1), std::chrono::minutes(59)};
    EXPECT_EQ(match.text(), "cpus:1");
}

using Ports = std::vector<std::uint16_t>;

TEST(PortPicker, TakesTheLowestThatAreLeft) {
    AppSpec spec;
    spec.ports = {{}, {}, {}};
    EXPECT_EQ(
        *pickPorts(spec, Ranges({{31000, 31001}, {32000, 32000}})), (Ports{31000, 31001, 32000}));
    EXPECT_FALSE(pickPorts(spec, Ranges({{31000, 31001}})));
}

TEST(PortPicker, TakesAContainersHostPortByNumber) {
    AppSpec spec;
    spec.ports = {{.host = 0, .container = 80}, {.host = 31000, .container = 443},
        {.host = std::nullopt, .container = 9000}};
    EXPECT_EQ(*pickPorts(spec, Ranges({{31000, 31001}})), (Ports{31001, 31000, 0}));
    EXPECT_FALSE(pickPorts(spec, Ranges({{31001, 31005}})));
}

TEST(PortPicker, TakesAPortOfTheHostByNumberIfThatIsRequired) {
    AppSpec spec;
    spec.ports = {{.host = 10000}};
    EXPECT_EQ(*pickPorts(spec, Ranges({{31000, 31001}})), (Ports{31000}));
    spec.requirePorts = true;
    EXPECT_FALSE(pickPorts(spec, Ranges({{31000, 31001}})));
    EXPECT_EQ(*pickPorts(spec, Ranges({{9000, 31001}})), (Ports{10000}));
}

} // namespace
} // namespace muster::services
