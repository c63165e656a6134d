// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/jobs.h"

#include <algorithm>

#include "core/columns/job.h"
#include "core/kernel/base/wire_names.h"
#include "core/proto/job.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Job;

namespace {

constexpr std::string_view kPending = "pending"; // what people call a queued job

bool hasEnded(const Job& job) {
    const auto state = proto::fromProto(job.state()); // nothing: of a newer master
    return state && isTerminal(*state);
}

// None while it waits: it may go elsewhere than the last time.
std::string nodeOf(const ClusterView& view, const Job& job) {
    return proto::isWaiting(job) ? "" : view.node(job.agent_id());
}

} // namespace

Listing Jobs::list(const ClusterView& view) const {
    std::vector<const Job*> jobs;
    const bool ended = wantsEnded();
    for (const auto& [id, job] : view.jobs()) {
        const auto node = nodeOf(view, job);
        const bool fits = passes(proto::word(job.state()), node)
            || (job.state() == Job::QUEUED && passes(kPending, node));
        if (fits && (ended || !hasEnded(job)))
            jobs.push_back(&job);
    }
    std::stable_sort(jobs.begin(), jobs.end(),
        [](const Job* a, const Job* b) { return a->submitted_ms() < b->submitted_ms(); });
    auto listing = listingOf("jobs", columns::jobColumns());
    for (const auto* job : jobs)
        add(listing, columns::jobColumns(), {*job, view});
    return listing;
}

void Jobs::addTo(CommandLine& line) {
    line.flags.push_back({"--all", &m_all, "Include finished jobs"});
    line.flags.push_back({"--state", &m_filters.state,
        "Only in this state: queued (or pending), running, finished, failed, killed", "STATE"});
    line.examples = "  muster jobs\n  muster jobs --state=pending --watch\n"
                    "  muster jobs --all -o wide";
}

std::vector<std::string> Jobs::states() const {
    auto out = wireNames<JobState>();
    out.emplace_back(kPending);
    return out;
}

bool Jobs::wantsEnded() const {
    return m_all || filtersForEnded<JobState>();
}

std::string Jobs::emptyHint() const {
    return m_all
        ? "Submit a job with 'muster submit -- COMMAND'"
        : "Use 'muster jobs --all' to include finished jobs; submit one with 'muster submit'";
}

} // namespace muster::cli
