// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "agentd/json_writer.h"
#include "core/kernel/jobs/service/deployment.h"
#include "core/kernel/jobs/service/launch_queue.h"

namespace muster::agentd::marathon {

// The body of GET /v2/deployments.
std::string deploymentsAnswer(std::span<const services::Deployment* const> deployments);

// As events tell of a deployment: its plan, and one step of it.
// With the apps as they were, and as they are to be; `after` are those that are to be.
void appendPlan(const services::Deployment& deployment, std::span<const services::Revision> after,
    api::JsonWriter& json);
void appendLightPlan(const services::Deployment& deployment, api::JsonWriter& json);
void appendStep(const services::Step& step, api::JsonWriter& json);

// What waits for offers, with its app.
struct QueueEntry {
    const services::QueuedApp& queued;
    const services::Revision& app;
};
// The body of GET /v2/queue.
std::string queueAnswer(std::span<const QueueEntry> entries);

} // namespace muster::agentd::marathon
