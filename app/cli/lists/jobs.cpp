// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/jobs.h"

#include <algorithm>

#include "core/kernel/base/wire_names.h"
#include "core/proto/job.h"

namespace muster::cli {

using muster::v1::Job;

namespace {

const std::vector<Field> kFields = {
    {"JOB", "job_id"},
    {"NAME", "name"},
    {"STATE", "state"},
    {"USER", "user"},
    {"RESOURCES", "resources"},
    {"PRIORITY", "priority", false, true},
    {"NODE", "node"},
    {"SUBMITTED", "submitted"},
    {"WHY", ""},
    {"", "wait_reason"},
    {"", "wait_text"},
    {"", "message"},
    {"TASK", "task_id", true},
    {"ATTEMPTS", "attempts", true, true},
    {"RETRIES", "retries", true, true},
    {"LINKED", "linked", true},
    {"CONSTRAINTS", "constraints", true},
    {"STARTED", "started", true},
    {"ENDED", "ended", true},
    {"COMMAND", "command", true},
    {"", "framework_id"},
    {"", "agent_id"},
    {"", "why"},
    {"", "killed_by"},
    {"", "kill_reason"},
    {"", "held_by"},
    {"", "hold_reason"},
};

// Of a queued job why it waits, of an ended one why its last attempt ended.
Cell why(const Job& job) {
    const bool waits = proto::isWaiting(job);
    std::string text = waits ? job.wait_text() : job.why().empty() ? job.message() : job.why();
    if (waits && text.empty() && job.wait_reason() != "None")
        text = job.wait_reason();
    return {{}, text.empty() ? "-" : text};
}

// None while it waits: it may go elsewhere than the last time.
std::string nodeOf(const ClusterView& view, const Job& job) {
    return proto::isWaiting(job) ? "" : view.node(job.agent_id());
}

std::vector<Cell> row(const ClusterView& view, const Job& job) {
    std::vector<std::string> constraints;
    for (const auto& constraint : job.constraints())
        constraints.push_back(constraint.attribute() + ":" + constraint.value());
    const bool waits = proto::isWaiting(job);
    return {Cell::word(job.id()), Cell::word(job.name()), Cell::word(job.state()),
        Cell::word(job.user()), Cell::word(job.resources()), Cell::number(job.priority()),
        Cell::word(nodeOf(view, job)), timeCell(job.submitted_ms()), why(job),
        Cell::word(waits ? job.wait_reason() : ""), Cell::word(waits ? job.wait_text() : ""),
        Cell::word(job.message()), Cell::word(job.task_id()), Cell::number(job.attempts()),
        Cell::number(job.retries()), {job.linked(), {}}, {constraints, {}},
        timeCell(job.started_ms()), timeCell(job.ended_ms()), Cell::word(job.command()),
        Cell::word(job.framework_id()), Cell::word(job.agent_id()), Cell::word(job.why()),
        Cell::word(job.killed_by().author()), Cell::word(job.killed_by().reason()),
        Cell::word(job.hold().author()), Cell::word(job.hold().reason())};
}

} // namespace

Listing Jobs::list(const ClusterView& view) const {
    std::vector<const Job*> jobs;
    for (const auto& [id, job] : view.jobs()) {
        if (passes(job.state(), nodeOf(view, job)))
            jobs.push_back(&job);
    }
    std::stable_sort(jobs.begin(), jobs.end(),
        [](const Job* a, const Job* b) { return a->submitted_ms() < b->submitted_ms(); });
    Listing listing{"jobs", kFields, {}};
    for (const auto* job : jobs)
        listing.rows.push_back(row(view, *job));
    return listing;
}

void Jobs::addTo(CommandLine& line) {
    line.flags.push_back({"--all", &m_all, "Include finished jobs"});
    line.flags.push_back({"--state", &m_filters.state,
        "Only in this state: queued, running, finished, failed, killed", "STATE"});
    line.examples = "  muster jobs\n  muster jobs --state=queued --watch";
}

std::vector<std::string> Jobs::states() const {
    return wireNames<JobState>();
}

std::string Jobs::emptyHint() const {
    return "Submit a job with 'muster submit -- COMMAND'";
}

} // namespace muster::cli
