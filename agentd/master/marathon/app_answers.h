// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/jobs/service/deployment.h"
#include "core/kernel/jobs/service/instance.h"

// Apps as GET answers them, straight into one string: of 5,000 apps nothing is parsed.
namespace muster::agentd::marathon {

// What of an app is told beside itself.
struct Embed {
    bool tasks = false;
    bool counts = false;
    bool deployments = false;
    bool lastTaskFailure = false;
    bool readiness = false;
    bool taskStats = false;

    // Of ?embed=, which may come more than once: "apps.tasks", "app.counts" or "counts". What is
    // not known is passed over, as by Marathon. Of a group its apps' begin with "group.apps.".
    static Embed of(const std::vector<std::string>& values);
    static const Embed kOneApp; // what GET /v2/apps/{id} tells of it
    bool operator==(const Embed&) const = default;
};

// An app and what belongs to it.
struct AppView {
    const services::App& app;
    std::span<const services::Instance* const> instances{};
    std::span<const services::DeploymentId> deployments{}; // that change it
};

void appendApp(const AppView& view, const Embed& embed, Instant now, std::string& out);
// What people asked for, without how it stands: a version, or what waits in the queue.
void appendRevision(const services::Revision& revision, std::string& out);

// {"apps":[...]}, {"app":{...}}, {"versions":[...]}
std::string appsAnswer(std::span<const AppView> views, const Embed& embed, Instant now);
std::string appAnswer(const AppView& view, const Embed& embed, Instant now);
std::string versionsAnswer(const services::App& app); // the newest first
// {"version":"...","deploymentId":"..."}
std::string deploymentAnswer(services::Version version, const services::DeploymentId& deployment);

} // namespace muster::agentd::marathon
