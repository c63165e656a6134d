// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/events.h"

#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using test::kNoon;

services::Instance instance() {
    auto app = test::runningApp(test::kFounding);
    test::addInstance(app, 0);
    return app.instances[0];
}

services::Deployment deployment() {
    services::Deployment out{.id = {"d-1"}, .version = kNoon, .steps = {}};
    out.steps = {{{services::Action::Kind::Start, {"/a"}}}};
    return out;
}

std::vector<event::Event> allEvents() {
    const auto task = instance();
    const event::Plan plan{deployment()};
    return {event::StreamAttached{"::1"}, event::StreamDetached{"::1"},
        event::ApiPost{"::1", "/v2/apps", test::runningApp(test::kFounding).app},
        event::StatusUpdate{task, "a\nb"}, event::AppTerminated{{"/a"}},
        event::InstanceChanged{task},
        event::UnknownInstanceTerminated{{"a.1"}, {"/a"}, TaskState::Failed},
        event::InstanceHealthChanged{task}, event::HealthStatusChanged{task, true},
        event::HealthCheckAdded{{"/a"}, kNoon, "{}"}, event::HealthCheckRemoved{{"/a"}},
        event::HealthCheckFailed{{"/a"}, {"a.1"}, "{}"}, event::UnhealthyTaskKilled{task, "why"},
        event::GroupChangeSuccess{{"/"}, kNoon}, event::GroupChangeFailed{{"/"}, kNoon, "why"},
        event::DeploymentInfo{plan, 0}, event::DeploymentStepSuccess{plan, 0},
        event::DeploymentStepFailure{plan, 7}, event::DeploymentSuccess{plan},
        event::DeploymentFailed{plan}};
}

TEST(MarathonEvents, AreFramesOfOneLineOfJson) {
    const auto events = allEvents();
    EXPECT_EQ(events.size(), std::variant_size_v<event::Event>) << "one of each";
    for (const auto& each : events) {
        const auto frame = frameOf(each, kNoon);
        const auto type = std::string(typeOf(each));
        const auto beginning = "event: " + type + "\ndata: ";
        ASSERT_TRUE(frame.starts_with(beginning)) << frame;
        ASSERT_TRUE(frame.ends_with("\n\n"));
        const auto data = frame.substr(beginning.size(), frame.size() - beginning.size() - 2);
        EXPECT_EQ(data.find('\n'), std::string::npos) << frame;
        const auto json = Json::parse(data);
        EXPECT_EQ(json["eventType"], type);
        EXPECT_EQ(json["timestamp"], "2026-11-27T12:00:00.000Z");
    }
}

TEST(MarathonEvents, TellOfATask) {
    EXPECT_EQ(frameOf(event::StatusUpdate{instance(), "it runs"}, kNoon),
        "event: status_update_event\n"
        R"(data: {"eventType":"status_update_event","timestamp":"2026-11-27T12:00:00.000Z",)"
        R"("slaveId":"S0","taskId":"gpu-demo.0","taskStatus":"TASK_RUNNING","message":"it runs",)"
        R"("appId":"/gpu-demo","host":"node-0","ipAddresses":[],"ports":[31000],)"
        R"("version":"2026-11-27T12:00:00.000Z"})"
        "\n\n");
    auto gone = instance();
    gone.state = TaskState::Unreachable;
    gone.inactive = true;
    gone.goal = services::Instance::Goal::Stop;
    EXPECT_EQ(frameOf(event::InstanceChanged{gone}, kNoon),
        "event: instance_changed_event\n"
        R"(data: {"eventType":"instance_changed_event","timestamp":"2026-11-27T12:00:00.000Z",)"
        R"("instanceId":"gpu-demo.0","condition":"UnreachableInactive","runSpecId":"/gpu-demo",)"
        R"("agentId":"S0","host":"node-0","runSpecVersion":"2026-11-27T12:00:00.000Z",)"
        R"("goal":"Decommissioned"})"
        "\n\n");
}

TEST(MarathonEvents, TellOfADeployment) {
    const event::DeploymentInfo event{{deployment()}, 0};
    EXPECT_EQ(frameOf(event, kNoon, true),
        "event: deployment_info\n"
        R"(data: {"eventType":"deployment_info","timestamp":"2026-11-27T12:00:00.000Z",)"
        R"("plan":{"id":"d-1","steps":[{"actions":[{"action":"StartApplication","app":"/a"}]}],)"
        R"("version":"2026-11-27T12:00:00.000Z"},)"
        R"("currentStep":{"actions":[{"action":"StartApplication","app":"/a"}]}})"
        "\n\n");
}

TEST(MarathonEvents, TellHowTheAppsOfADeploymentAreToBe) {
    const services::Revision app = test::runningApp(test::kFounding).app;
    const auto frame = frameOf(event::DeploymentSuccess{{deployment(), {app}}}, kNoon);
    const auto plan = Json::parse(frame.substr(frame.find('{')))["plan"];
    EXPECT_EQ(plan["original"]["apps"], Json::array());
    ASSERT_EQ(plan["target"]["apps"].size(), 1U);
    EXPECT_EQ(plan["target"]["apps"][0]["id"], app.spec.id.value);
    for (const auto* state : {"original", "target"}) {
        EXPECT_EQ(plan[state]["id"], "/");
        EXPECT_EQ(plan[state]["groups"], Json::array());
    }
}

} // namespace
} // namespace muster::agentd::marathon
