// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_model.h"

#include <algorithm>

#include "core/columns/job.h"
#include "core/proto/job.h"
#include "widgets/models/shown_columns.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::JobRow> all(
        "muster::models::JobModel", columns::jobColumns(), columns::jobOrder());
    return all;
}

// The master's words, or what is known of the reason.
TableModel::Cell waitCell(const v1::Job& job) {
    if (job.wait_reason() == v1::Job::NO_WAIT_REASON) {
        return {QString(), QString()};
    }
    const auto reason = waitReason(job.wait_reason());
    const auto words = job.wait_text().empty() ? reason.word : localTimes(text(job.wait_text()));
    return {words, words, reason.sentence};
}

} // namespace

JobModel::JobModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Jobs, parent) { }

int JobModel::columns() const {
    return shownColumns().count();
}

TableModel::Column JobModel::column(int index) const {
    return shownColumns().head(index);
}

StateText JobModel::stateOf(const v1::Job& job) {
    if (!job.has_hold()) {
        return jobState(job.state());
    }
    const auto& hold = job.hold();
    auto held = waitReason(v1::Job::HELD);
    held.sentence = tr("Held by %1 since %2: %3")
                        .arg(text(hold.author()), clockText(hold.since_ms()), text(hold.reason()));
    return held;
}

TableModel::Cell JobModel::cell(const std::string& key, int column) const {
    const auto found = state().jobs().find(key);
    if (found == state().jobs().end()) {
        return {};
    }
    const auto& job = found->second;
    if (column == Duration && (job.started_ms() == 0 || job.ended_ms() == 0)) {
        return numberCell(kUnknown, QStringLiteral("")); // it has not ended: that is not unknown
    }
    if (column == State) {
        auto shown = stateCell(stateOf(job));
        shown.sort = int(job.state()); // in the order of its life: those that have ended come last
        return shown;
    }
    return column == Waiting && proto::isWaiting(job) ? waitCell(job)
                                                      : shownColumns().cell(column, {job, state()});
}

KeySet JobModel::alsoTouched(const Changes& changes) const {
    const auto renamed = m_nodes.renamed(changes.of(Kind::Agents), [this](const std::string& id) {
        const auto* agent = state().agent(id);
        return agent == nullptr ? std::string() : agent->hostname();
    });
    KeySet touched;
    if (!renamed.empty()) {
        for (const auto& [id, job] : state().jobs()) {
            if (renamed.contains(job.agent_id())) {
                touched.insert(id);
            }
        }
    }
    return touched;
}

// They are named after their job: "job-7.1", "job-7.2".
std::vector<const v1::Task*> attemptsOf(const ClusterState& state, const v1::Job& job) {
    std::vector<const v1::Task*> found;
    const auto beginning = taskKey(job.framework_id(), job.id() + '.');
    for (auto task = state.tasks().lower_bound(beginning);
         task != state.tasks().end() && task->first.starts_with(beginning); ++task) {
        found.push_back(&task->second);
    }
    std::sort(found.begin(), found.end(), [](const v1::Task* a, const v1::Task* b) {
        return a->id().size() != b->id().size() ? a->id().size() < b->id().size() // .9 before .10
                                                : a->id() < b->id();
    });
    return found;
}

} // namespace muster::models
