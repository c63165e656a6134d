// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_answers.h"

#include <algorithm>
#include <array>

#include "agentd/json_writer.h"
#include "agentd/master/marathon/task_answers.h"

namespace muster::agentd::marathon {
namespace {

using api::JsonWriter;
using services::Instance;

struct TaskCounts {
    int staged = 0;
    int running = 0;
    int healthy = 0;
    int unhealthy = 0;

    void add(const Instance& instance) {
        staged += instance.state == TaskState::Staging || instance.state == TaskState::Starting;
        running += instance.state == TaskState::Running;
        healthy += instance.healthy == true;
        unhealthy += instance.healthy == false;
    }
};

// The last change of each kind, as Marathon counts: a new configuration is a scaling, too.
services::Version lastScaling(const services::Revision& revision) {
    return std::max(revision.configured, revision.scaled.value_or(revision.configured));
}

// The document is an object of JSON; further members go to its end.
JsonWriter openDocument(const services::AppSpec& spec, std::string& out) {
    out.append(spec.document, 0, spec.document.size() - 1);
    out += ',';
    JsonWriter json(out);
    json.member("instances", spec.instances);
    return json;
}

void addVersions(const services::Revision& revision, JsonWriter& json) {
    json.member("version", isoTime(revision.version));
    json.key("versionInfo");
    json.beginObject();
    json.member("lastScalingAt", isoTime(lastScaling(revision)));
    json.member("lastConfigChangeAt", isoTime(revision.configured));
    json.endObject();
}

void addCounts(const AppView& view, JsonWriter& json) {
    TaskCounts counts;
    for (const auto* instance : view.instances) {
        counts.add(*instance);
    }
    json.member("tasksStaged", counts.staged);
    json.member("tasksRunning", counts.running);
    json.member("tasksHealthy", counts.healthy);
    json.member("tasksUnhealthy", counts.unhealthy);
}

void addDeployments(const AppView& view, JsonWriter& json) {
    json.list("deployments", [&] {
        for (const auto& deployment : view.deployments) {
            json.beginObject();
            json.member("id", deployment.value);
            json.endObject();
        }
    });
}

void addLastFailure(const AppView& view, JsonWriter& json) {
    const auto& failure = view.app.lastFailure;
    if (!failure) {
        return;
    }
    json.key("lastTaskFailure");
    json.beginObject();
    json.member("appId", view.app.spec.id.value);
    json.member("host", failure->host);
    json.member("message", failure->message);
    json.member("state", wireName(failure->state));
    json.member("taskId", failure->instance.value);
    json.member("timestamp", isoTime(failure->at));
    json.member("version", isoTime(failure->version));
    json.member("slaveId", failure->agent.value);
    json.endObject();
}

void addReadiness(const AppView& view, JsonWriter& json) {
    json.list("readinessCheckResults", [&] {
        for (const auto* instance : view.instances) {
            for (const auto& check : view.app.spec.readinessChecks) {
                json.beginObject();
                json.member("name", check);
                json.member("taskId", instance->id.value);
                json.member("ready", !instance->unready.contains(check));
                json.endObject();
            }
        }
    });
}

using Seconds = std::chrono::duration<double>;

void addLifeTime(std::vector<double> seconds, JsonWriter& json) {
    if (seconds.empty()) {
        return;
    }
    std::ranges::sort(seconds);
    double sum = 0;
    for (const auto one : seconds) {
        sum += one;
    }
    json.key("lifeTime");
    json.beginObject();
    json.member("averageSeconds", sum / static_cast<double>(seconds.size()));
    json.member("medianSeconds", seconds[seconds.size() / 2]);
    json.endObject();
}

// Nothing where the app has no such instance.
template <typename Filter>
void addStatistics(std::string_view name, const AppView& view, Instant now, JsonWriter& json,
    const Filter& filter) {
    TaskCounts counts;
    std::vector<double> lifeTimes;
    bool any = false;
    for (const auto* instance : view.instances) {
        if (!filter(*instance)) {
            continue;
        }
        any = true;
        counts.add(*instance);
        if (instance->started) {
            lifeTimes.push_back(Seconds(now - *instance->started).count());
        }
    }
    if (!any) {
        return;
    }
    json.key(name);
    json.beginObject();
    json.key("stats");
    json.beginObject();
    json.key("counts");
    json.beginObject();
    json.member("staged", counts.staged);
    json.member("running", counts.running);
    json.member("healthy", counts.healthy);
    json.member("unhealthy", counts.unhealthy);
    json.endObject();
    addLifeTime(std::move(lifeTimes), json);
    json.endObject();
    json.endObject();
}

void addTaskStats(const AppView& view, Instant now, JsonWriter& json) {
    const auto scaled = lastScaling(view.app);
    const auto configured = view.app.configured;
    json.key("taskStats");
    json.beginObject();
    addStatistics("startedAfterLastScaling", view, now, json,
        [&](const Instance& instance) { return instance.version >= scaled; });
    addStatistics("withLatestConfig", view, now, json,
        [&](const Instance& instance) { return instance.version >= configured; });
    addStatistics("withOutdatedConfig", view, now, json,
        [&](const Instance& instance) { return instance.version < configured; });
    addStatistics("totalSummary", view, now, json, [](const Instance&) { return true; });
    json.endObject();
}

} // namespace

const Embed Embed::kOneApp{.tasks = true,
    .counts = true,
    .deployments = true,
    .lastTaskFailure = true,
    .readiness = false,
    .taskStats = false};

Embed Embed::of(const std::vector<std::string>& values) {
    Embed out;
    for (std::string_view name : values) {
        for (const std::string_view prefix : {"group.apps.", "apps.", "app."}) {
            if (name.starts_with(prefix)) {
                name.remove_prefix(prefix.size());
                break;
            }
        }
        const bool failures = name == "failures"; // an old name for three
        out.tasks |= failures || name == "tasks";
        out.deployments |= failures || name == "tasks" || name == "deployments";
        out.lastTaskFailure |= failures || name == "lastTaskFailure";
        out.counts |= name == "counts";
        out.readiness |= name == "readiness";
        out.taskStats |= name == "taskStats";
    }
    return out;
}

void appendApp(const AppView& view, const Embed& embed, Instant now, std::string& out) {
    auto json = openDocument(view.app.spec, out);
    addVersions(view.app, json);
    if (embed.counts) {
        addCounts(view, json);
    }
    if (embed.deployments) {
        addDeployments(view, json);
    }
    if (embed.tasks) {
        json.list("tasks", [&] {
            for (const auto* instance : view.instances) {
                appendTask(*instance, view.app.spec, json);
            }
        });
    }
    if (embed.lastTaskFailure) {
        addLastFailure(view, json);
    }
    if (embed.readiness) {
        addReadiness(view, json);
    }
    if (embed.taskStats) {
        addTaskStats(view, now, json);
    }
    out += '}';
}

void appendRevision(const services::Revision& revision, std::string& out) {
    auto json = openDocument(revision.spec, out);
    addVersions(revision, json);
    out += '}';
}

std::string appsAnswer(std::span<const AppView> views, const Embed& embed, Instant now) {
    std::string out = R"({"apps":[)";
    for (const auto& view : views) {
        out += &view == views.data() ? "" : ",";
        appendApp(view, embed, now, out);
    }
    return out + "]}";
}

std::string appAnswer(const AppView& view, const Embed& embed, Instant now) {
    std::string out = R"({"app":)";
    appendApp(view, embed, now, out);
    return out + "}";
}

std::string versionsAnswer(const services::App& app) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("versions", [&] {
        for (auto each = app.versions.rbegin(); each != app.versions.rend(); ++each) {
            json.value(isoTime(each->first));
        }
    });
    json.endObject();
    return out;
}

std::string deploymentAnswer(services::Version version, const services::DeploymentId& deployment) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("version", isoTime(version));
    json.member("deploymentId", deployment.value);
    json.endObject();
    return out;
}

} // namespace muster::agentd::marathon
