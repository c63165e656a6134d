// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/chronos/views.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "agentd/json_writer.h"
#include "agentd/master/chronos/job_json.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/journal_codec.h"

namespace muster::agentd::chronos {
namespace {

constexpr std::size_t kCountedRuns = 200; // of the statistics

// "fresh": it has never ended.
std::string_view statusOf(const jobs::Schedule& schedule) {
    if (!schedule.lastSuccess && !schedule.lastFailure) {
        return "fresh";
    }
    return schedule.lastSuccess >= schedule.lastFailure ? "success" : "failure";
}

std::string stateOf(const jobs::Schedule& schedule, const Control& control) {
    const auto running = std::ranges::count_if(schedule.live, [&](const JobId& id) {
        const auto* job = control.jobs().job(id);
        return job != nullptr && job->state == JobState::Running;
    });
    return running > 0          ? fmt::format("{} running", running)
        : schedule.live.empty() ? "idle"
                                : "queued";
}

std::string scheduleText(const jobs::Schedule& schedule) {
    return schedule.when ? schedule.when->textAfter(schedule.state.decided) : schedule.spec.text;
}

// A job that is a run, from the master or, when that has forgotten it, from the journal.
std::optional<jobs::Job> runOf(const JobId& id, const Control& control, history::Journal& ended) {
    if (id.empty()) {
        return std::nullopt;
    }
    if (const auto* job = control.jobs().job(id)) {
        return *job;
    }
    const auto record = ended.endedOne(kJobKind, id.value);
    auto job = record && *record ? jobFromRow((*record)->record.payload) : failure("no such job");
    return job ? std::optional(std::move(*job)) : std::nullopt;
}

void addTime(api::JsonWriter& json, const char* name, const std::optional<Instant>& at) {
    json.member(name, at ? isoTime(*at) : "");
}

void addSlot(
    api::JsonWriter& json, const jobs::SlotDecided& slot, const std::optional<jobs::Job>& run) {
    json.beginObject();
    json.member("slot", isoTime(slot.record.first));
    json.member("decision", decisionName(slot.record.decision));
    if (slot.record.slots > 1) {
        json.member("slots", slot.record.slots);
        json.member("lastSlot", isoTime(slot.record.last));
    }
    json.member("byHand", slot.byHand);
    if (!slot.job.empty()) {
        json.member("job", slot.job.value);
    }
    if (run) {
        json.member("state", wireName(run->state));
        json.member("attempts", run->attempts);
        addTime(json, "started", run->firstStarted);
        addTime(json, "ended", run->ended);
        json.member("why", run->why);
        json.member("task", run->task ? run->task->value : "");
    }
    json.endObject();
}

std::string quoted(const std::string& name) { // names need no escapes in Graphviz
    return '"' + name + '"';
}

double percentile(const std::vector<double>& sorted, double share) {
    const auto rank
        = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

} // namespace

std::string jobsJson(const Shown& schedules) {
    std::string out = "[";
    for (const auto* schedule : schedules) {
        out += out.size() > 1 ? "," : "";
        appendJob(*schedule, out);
    }
    return out + ']';
}

std::string summaryJson(const Shown& schedules, const Control& control) {
    std::string out;
    api::JsonWriter json(out);
    json.beginObject();
    json.list("jobs", [&] {
        for (const auto* schedule : schedules) {
            json.beginObject();
            json.member("name", schedule->spec.id.value);
            json.member("status", statusOf(*schedule));
            json.member("state", stateOf(*schedule, control));
            json.member("schedule", scheduleText(*schedule));
            json.list("parents", [&] {
                for (const auto& parent : schedule->spec.parents) {
                    json.value(parent.value);
                }
            });
            json.member("disabled", schedule->spec.policy.paused || schedule->isExhausted());
            json.endObject();
        }
    });
    json.endObject();
    return out;
}

std::string dotGraph(const Shown& schedules) {
    std::string out = "digraph G {\n";
    for (const auto* schedule : schedules) {
        out += "  " + quoted(schedule->spec.id.value) + "\n";
    }
    for (const auto* schedule : schedules) {
        for (const auto& parent : schedule->spec.parents) {
            out += "  " + quoted(parent.value) + " -> " + quoted(schedule->spec.id.value) + "\n";
        }
    }
    return out + "}\n";
}

std::string csvGraph(const Shown& schedules, const Control& control) {
    std::string out;
    for (const auto* schedule : schedules) {
        out += fmt::format("node,{},{},{}\n", schedule->spec.id.value, statusOf(*schedule),
            stateOf(*schedule, control));
    }
    for (const auto* schedule : schedules) {
        for (const auto& parent : schedule->spec.parents) {
            out += fmt::format("link,{},{}\n", parent.value, schedule->spec.id.value);
        }
    }
    return out;
}

Result<std::string> historyJson(const jobs::Schedule& schedule, const Control& control,
    history::Journal& ended, std::size_t limit) {
    const auto slots = decidedSlots(ended, schedule.spec.id, limit);
    if (!slots) {
        return tl::unexpected(slots.error());
    }
    std::string out;
    api::JsonWriter json(out);
    json.beginArray();
    for (const auto& slot : *slots) {
        addSlot(json, slot, runOf(slot.job, control, ended));
    }
    json.endArray();
    return out;
}

Result<std::string> statisticsJson(
    const jobs::Schedule& schedule, const Control& control, history::Journal& ended) {
    const auto slots = decidedSlots(ended, schedule.spec.id, kCountedRuns);
    if (!slots) {
        return tl::unexpected(slots.error());
    }
    std::vector<double> took;
    for (const auto& slot : *slots) {
        const auto run = runOf(slot.job, control, ended);
        if (run && run->state == JobState::Finished && run->started && run->ended) {
            took.push_back(std::chrono::duration<double>(*run->ended - *run->started).count());
        }
    }
    std::ranges::sort(took);
    std::string out;
    api::JsonWriter json(out);
    json.beginObject();
    if (!took.empty()) {
        json.member("75thPercentile", percentile(took, 0.75));
        json.member("95thPercentile", percentile(took, 0.95));
        json.member("98thPercentile", percentile(took, 0.98));
        json.member("99thPercentile", percentile(took, 0.99));
        json.member("median", percentile(took, 0.5));
        json.member("mean",
            std::accumulate(took.begin(), took.end(), 0.0) / static_cast<double>(took.size()));
    }
    json.member("count", took.size());
    json.endObject();
    return out;
}

std::string nextJson(const jobs::Schedule& schedule, std::size_t most) {
    std::string out;
    api::JsonWriter json(out);
    json.beginArray();
    auto next = schedule.spec.policy.paused ? std::nullopt : schedule.next();
    for (std::size_t i = 0; i < most && next; ++i) {
        json.value(isoTime(*next));
        next = schedule.when->next(*next);
    }
    json.endArray();
    return out;
}

} // namespace muster::agentd::chronos
