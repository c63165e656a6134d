// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/kernel/jobs/service/deployment.h"
#include "core/kernel/jobs/service/instance.h"

// What GET /v2/events tells. An instance is its task: both have the task's id.
namespace muster::agentd::marathon::event {

struct StreamAttached {
    std::string remoteAddress;
};
struct StreamDetached {
    std::string remoteAddress;
};
struct ApiPost {
    std::string clientIp;
    std::string uri;
    services::Revision app;
};
struct StatusUpdate {
    services::Instance instance;
    std::string message;
};
struct AppTerminated { // its last instance is gone
    services::AppId app;
};
struct InstanceChanged {
    services::Instance instance;
};
struct UnknownInstanceTerminated {
    TaskId instance;
    services::AppId app;
    TaskState state;
};
struct InstanceHealthChanged {
    services::Instance instance;
};
struct HealthStatusChanged {
    services::Instance instance;
    bool alive;
};
struct HealthCheckAdded {
    services::AppId app;
    services::Version version;
    std::string check; // JSON
};
struct HealthCheckRemoved {
    services::AppId app;
};
struct HealthCheckFailed {
    services::AppId app;
    TaskId instance;
    std::string check; // JSON
};
struct UnhealthyTaskKilled {
    services::Instance instance;
    std::string reason;
};
struct GroupChangeSuccess {
    services::AppId group;
    services::Version version;
};
struct GroupChangeFailed {
    services::AppId group;
    services::Version version;
    std::string reason;
};
struct Plan {
    services::Deployment deployment;
    std::vector<services::Revision> after{}; // what its apps are to be
};
struct DeploymentInfo { // a step of it begins
    Plan plan;
    std::size_t step;
};
struct DeploymentStepSuccess {
    Plan plan;
    std::size_t step;
};
struct DeploymentStepFailure {
    Plan plan;
    std::size_t step;
};
struct DeploymentSuccess {
    Plan plan;
};
struct DeploymentFailed {
    Plan plan;
};

using Event = std::variant<StreamAttached, StreamDetached, ApiPost, StatusUpdate, AppTerminated,
    InstanceChanged, UnknownInstanceTerminated, InstanceHealthChanged, HealthStatusChanged,
    HealthCheckAdded, HealthCheckRemoved, HealthCheckFailed, UnhealthyTaskKilled,
    GroupChangeSuccess, GroupChangeFailed, DeploymentInfo, DeploymentStepSuccess,
    DeploymentStepFailure, DeploymentSuccess, DeploymentFailed>;

std::string_view typeOf(const Event& event); // "status_update_event", as ?event_type= names it

// A frame of the stream. `light`: as ?plan-format=light asks, plans do not say how the apps were
// and are to be.
std::string frameOf(const Event& event, Instant at, bool light = false);
inline constexpr std::string_view kKeepAlive = ":\n\n"; // a comment

} // namespace muster::agentd::marathon::event
