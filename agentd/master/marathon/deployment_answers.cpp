// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/deployment_answers.h"

#include "agentd/master/marathon/app_answers.h"

namespace muster::agentd::marathon {
namespace {

using api::JsonWriter;
using services::Action;
using services::Deployment;
using services::Revision;

std::string_view nameOf(Action::Kind kind) {
    switch (kind) {
    case Action::Kind::Start:
        return "StartApplication";
    case Action::Kind::Stop:
        return "StopApplication";
    case Action::Kind::Scale:
        return "ScaleApplication";
    case Action::Kind::Restart:
        break;
    }
    return "RestartApplication";
}

void addAction(const Action& action, JsonWriter& json) {
    json.member("action", nameOf(action.kind));
    json.member("app", action.app.value);
}

void addSteps(const Deployment& deployment, JsonWriter& json) {
    json.list("steps", [&] {
        for (const auto& step : deployment.steps) {
            appendStep(step, json);
        }
    });
}

void appendDeployment(const Deployment& deployment, JsonWriter& json) {
    const bool isDone = deployment.current >= deployment.steps.size();
    json.beginObject();
    json.member("id", deployment.id.value);
    json.member("version", isoTime(deployment.version));
    json.list("affectedApps", [&] {
        for (const auto& [app, before] : deployment.before) {
            json.value(app.value);
        }
    });
    json.list("affectedPods", [] {});
    addSteps(deployment, json);
    json.list("currentActions", [&] {
        for (const auto& action :
            isDone ? services::Step{} : deployment.steps[deployment.current]) {
            json.beginObject();
            addAction(action, json);
            json.list("readinessCheckResults", [] {});
            json.endObject();
        }
    });
    json.member("currentStep", deployment.current + (isDone ? 0 : 1)); // counted from 1
    json.member("totalSteps", deployment.steps.size());
    json.endObject();
}

void addOffers(const services::OfferSummary& offers, JsonWriter& json) {
    json.key("processedOffersSummary");
    json.beginObject();
    json.member("processedOffersCount", offers.processed());
    json.member("unusedOffersCount", offers.unused());
    if (const auto at = offers.lastUnused()) {
        json.member("lastUnusedOfferAt", isoTime(*at));
    }
    if (const auto at = offers.lastUsed()) {
        json.member("lastUsedOfferAt", isoTime(*at));
    }
    // One summary is kept: since the app waits.
    for (const auto* name : {"rejectSummaryLastOffers", "rejectSummaryLaunchAttempt"}) {
        json.list(name, [&] {
            for (std::size_t i = 0; i < services::kRejects; ++i) {
                const auto reason = static_cast<services::Reject>(i);
                json.beginObject();
                json.member("reason", services::wireName(reason));
                json.member("declined", offers.declined(reason));
                json.member("processed", offers.processed(reason));
                json.endObject();
            }
        });
    }
    json.endObject();
}

// The root group, with the apps that the deployment changes.
void addState(const char* name, const std::vector<const Revision*>& apps, services::Version version,
    JsonWriter& json) {
    json.key(name);
    json.beginObject();
    json.member("id", "/");
    json.list("apps", [&] {
        for (const auto* revision : apps) {
            std::string app;
            appendRevision(*revision, app);
            json.raw(app);
        }
    });
    for (const auto* none : {"dependencies", "groups", "pods"}) {
        json.list(none, [] {});
    }
    json.member("version", isoTime(version));
    json.endObject();
}

} // namespace

void appendStep(const services::Step& step, JsonWriter& json) {
    json.beginObject();
    json.list("actions", [&] {
        for (const auto& action : step) {
            json.beginObject();
            addAction(action, json);
            json.endObject();
        }
    });
    json.endObject();
}

void appendPlan(const Deployment& deployment, std::span<const Revision> after, JsonWriter& json) {
    std::vector<const Revision*> old;
    for (const auto& [id, before] : deployment.before) {
        if (before) {
            old.push_back(&*before);
        }
    }
    std::vector<const Revision*> wanted;
    for (const auto& revision : after) {
        wanted.push_back(&revision);
    }
    json.beginObject();
    json.member("id", deployment.id.value);
    addState("original", old, deployment.version, json);
    addState("target", wanted, deployment.version, json);
    addSteps(deployment, json);
    json.member("version", isoTime(deployment.version));
    json.endObject();
}

void appendLightPlan(const Deployment& deployment, JsonWriter& json) {
    json.beginObject();
    json.member("id", deployment.id.value);
    addSteps(deployment, json);
    json.member("version", isoTime(deployment.version));
    json.endObject();
}

std::string deploymentsAnswer(std::span<const Deployment* const> deployments) {
    std::string out;
    JsonWriter json(out);
    json.beginArray();
    for (const auto* deployment : deployments) {
        appendDeployment(*deployment, json);
    }
    json.endArray();
    return out;
}

std::string queueAnswer(std::span<const QueueEntry> entries) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("queue", [&] {
        for (const auto& [queued, app] : entries) {
            const auto left = std::chrono::ceil<std::chrono::seconds>(queued.timeLeft).count();
            json.beginObject();
            json.member("count", queued.count);
            json.member("role", app.spec.role);
            json.key("delay");
            json.beginObject();
            json.member("timeLeftSeconds", left);
            json.member("overdue", left == 0);
            json.endObject();
            json.member("since", isoTime(queued.since));
            addOffers(queued.offers, json);
            json.key("app");
            appendRevision(app, out); // the last member: the writer does not know of it
            json.endObject();
        }
    });
    json.endObject();
    return out;
}

} // namespace muster::agentd::marathon
