// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/service_ports.h"

#include "agentd/master/marathon/task_payload.h"
#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using services::Port;

constexpr PortRange kSmall{100, 103};

TEST(MarathonPorts, AreTheLowestThatNobodyUses) {
    auto app = test::specOf(R"({"id":"/a","cmd":"a","ports":[0,101,0]})");
    ASSERT_TRUE(assignServicePorts(app, nullptr, {100}, kSmall));
    EXPECT_EQ(servicePortsOf(app), (std::set<std::uint16_t>{101, 102, 103}));
    EXPECT_EQ(test::documentOf(app)["portDefinitions"][0]["port"], 102);
    EXPECT_EQ(app.ports[0].host, 0) << "any port of the host will do";
    EXPECT_EQ(test::specOf(app.document), app) << "it is as if they had been asked for";
}

TEST(MarathonPorts, StayWithTheApp) {
    auto before = test::specOf(R"({"id":"/a","cmd":"a","ports":[0]})");
    ASSERT_TRUE(assignServicePorts(before, nullptr, {100, 101}, kSmall));
    auto after = test::specOf(R"({"id":"/a","cmd":"b","ports":[0,0]})");
    ASSERT_TRUE(assignServicePorts(after, &before, {101, 102}, kSmall));
    EXPECT_EQ(after.ports[0].service, 102);
    EXPECT_EQ(after.ports[1].service, 100);
}

TEST(MarathonPorts, AreHostPortsWhereTheyAreRequired) {
    auto app = test::specOf(R"({"id":"/a","cmd":"a","ports":[0],"requirePorts":true})");
    ASSERT_TRUE(assignServicePorts(app, nullptr, {}, kSmall));
    EXPECT_EQ(app.ports[0].host, 100);
    EXPECT_EQ(test::specOf(app.document), app);
}

TEST(MarathonPorts, AreThoseOfMappings) {
    auto app = test::specOf(R"({"id":"/a","container":{"type":"DOCKER","docker":{"image":"i"},
        "portMappings":[{"containerPort":80}]},"networks":[{"mode":"container/bridge"}]})");
    ASSERT_TRUE(assignServicePorts(app, nullptr, {}, kSmall));
    EXPECT_EQ(app.ports[0].service, 100);
    EXPECT_EQ(test::documentOf(app)["container"]["portMappings"][0]["servicePort"], 100);
    EXPECT_EQ(test::specOf(app.document), app);
}

TEST(MarathonPorts, CanRunOut) {
    auto app = test::specOf(R"({"id":"/a","cmd":"a","ports":[0,0]})");
    const auto assigned = assignServicePorts(app, nullptr, {100, 101, 102}, kSmall);
    ASSERT_FALSE(assigned);
    EXPECT_EQ(assigned.error().status, 422U);
}

// ---- what an instance adds to its task

services::Instance instanceWith(std::vector<std::uint16_t> ports) {
    services::Instance out;
    out.hostPorts = std::move(ports);
    return out;
}

TEST(MarathonTask, IsCheckedAtItsOwnPort) {
    const auto app = test::specOf(R"({"id":"/a","cmd":"a","ports":[0,0],
        "healthChecks":[{"portIndex":1}]})");
    auto task = test::taskOf(app);
    completeTask(task, app, instanceWith({31000, 31001}), {});
    EXPECT_EQ(task.health_check().http().port(), 31001U);

    const auto fixed = test::specOf(R"({"id":"/a","cmd":"a","healthChecks":[{"port":80}]})");
    task = test::taskOf(fixed);
    completeTask(task, fixed, instanceWith({31000}), {});
    EXPECT_EQ(task.health_check().http().port(), 80U);
}

TEST(MarathonTask, HasItsPortsMapped) {
    const auto app = test::specOf(R"({"id":"/a","container":{"type":"DOCKER","docker":{"image":"i"},
        "portMappings":[{"containerPort":80},{"protocol":"udp,tcp"},{"containerPort":9}]},
        "networks":[{"mode":"container/bridge"}],"healthChecks":[{"protocol":"TCP"}]})");
    auto task = test::taskOf(app);
    completeTask(task, app, instanceWith({31000, 31001, 0}), {});
    EXPECT_EQ(task.health_check().tcp().port(), 80U) << "the agent looks from inside";
    const auto& mappings = task.container().docker().port_mappings();
    ASSERT_EQ(mappings.size(), 3);
    EXPECT_EQ(
        mappings[0].ShortDebugString(), R"(host_port: 31000 container_port: 80 protocol: "tcp")");
    EXPECT_EQ(mappings[1].ShortDebugString(),
        R"(host_port: 31001 container_port: 31001 protocol: "tcp")");
    EXPECT_EQ(mappings[2].ShortDebugString(),
        R"(host_port: 31001 container_port: 31001 protocol: "udp")");
}

TEST(MarathonTask, KeepsTheVariablesOfItsApp) {
    const auto app = test::specOf(R"({"id":"/a","cmd":"a","env":{"HOST":"mine"}})");
    auto task = test::taskOf(app);
    completeTask(task, app, instanceWith({31000}), {{"HOST", "node-1"}, {"PORT0", "31000"}});
    EXPECT_EQ(task.command().environment().ShortDebugString(),
        R"(variables { name: "HOST" value: "mine" } variables { name: "PORT0" value: "31000" })");
}

} // namespace
} // namespace muster::agentd::marathon
