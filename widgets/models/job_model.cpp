// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_model.h"

#include <algorithm>

#include "core/proto/job.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

JobModel::JobModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Jobs, parent) { }

TableModel::Column JobModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {.title = tr("Job"), .keys = "job id", .rank = Rank::Main};
    case Name:
        return {.title = tr("Name"), .keys = "name", .rank = Rank::Main};
    case User:
        return {.title = tr("User"), .keys = "user", .rank = Rank::Main};
    case State:
        return {.title = tr("State"), .keys = "state", .rank = Rank::Main};
    case Waiting:
        return {.title = tr("Reason"),
            .keys = "waits",
            .rank = Rank::Main,
            .help = tr("Why the job is pending")};
    case Gpus:
        return {.title = tr("GPUs"),
            .keys = "gpus",
            .measure = Measure::Thousandths,
            .rank = Rank::Main};
    case Cpus:
        return {.title = tr("CPUs"), .keys = "cpus", .measure = Measure::Thousandths};
    case Mem:
        return {.title = tr("Memory"),
            .keys = "mem",
            .measure = Measure::MebibyteThousandths,
            .unit = QStringLiteral("MiB")};
    case Priority:
        return {.title = tr("Priority"), .keys = "priority", .measure = Measure::Signed};
    case Attempts:
        return {.title = tr("Attempts"),
            .keys = "attempts",
            .measure = Measure::Number,
            .rank = Rank::Extra};
    case Node:
        return {.title = tr("Node"), .keys = "node", .rank = Rank::Main};
    case Submitted:
        return {.title = tr("Submitted"),
            .keys = "submitted age",
            .measure = Measure::Moment,
            .rank = Rank::Main};
    case Started:
        return {.title = tr("Started"), .keys = "started", .measure = Measure::Moment};
    case Duration:
        return {.title = tr("Ran for"), .keys = "ran", .measure = Measure::Duration};
    case Message:
        return {.title = tr("Message"), .keys = "message"};
    case Command:
        return {.title = tr("Command"), .keys = "command"};
    case kColumns:
        break;
    }
    return {};
}

StateText JobModel::stateOf(const v1::Job& job) {
    if (!job.has_hold()) {
        return jobState(job.state());
    }
    const auto& hold = job.hold();
    auto held = waitReason(wireName(WaitReason::Held));
    held.sentence = tr("Held by %1 since %2: %3")
                        .arg(text(hold.author()), clockText(hold.since_ms()), text(hold.reason()));
    return held;
}

TableModel::Cell JobModel::resourceCell(const v1::Job& job, const char* name) const {
    const auto amount = resourcesOf(job.resources()).total(name);
    return numberCell(amount.value, amountText(amount));
}

TableModel::Cell JobModel::cell(const std::string& key, int column) const {
    const auto found = state().jobs().find(key);
    if (found == state().jobs().end()) {
        return {};
    }
    const auto& job = found->second;
    switch (static_cast<Column>(column)) {
    case Id:
        return textCell(text(job.id()));
    case Name:
        return textCell(text(job.name()));
    case User:
        return textCell(text(job.user()));
    case State:
        return stateCell(stateOf(job));
    case Gpus:
        return resourceCell(job, "gpus");
    case Cpus:
        return resourceCell(job, "cpus");
    case Mem:
        return resourceCell(job, "mem");
    case Priority:
        return numberCell(job.priority());
    case Attempts:
        return numberCell(job.attempts());
    case Command:
        return textCell(text(job.command()), text(job.command()));
    case Message: { // exactly, where it is known; else what Mesos says
        const auto why = text(job.why().empty() ? job.message() : job.why());
        return textCell(why, why);
    }
    case Waiting:
    case Node:
    case Submitted:
    case Started:
    case Duration:
    case kColumns:
        break;
    }
    return progressCell(job, column);
}

TableModel::Cell JobModel::progressCell(const v1::Job& job, int column) const {
    switch (column) {
    case Waiting: {
        if (jobEnded(job.state()) || job.wait_reason().empty()) {
            return textCell({});
        }
        const auto reason = waitReason(job.wait_reason());
        const auto words = text(job.wait_text());
        return textCell(words.isEmpty() ? reason.word : words, reason.sentence);
    }
    case Node: {
        if (proto::isWaiting(job)) { // it may go elsewhere than the last time
            return textCell({});
        }
        const auto* agent = state().agent(job.agent_id());
        return textCell(text(agent == nullptr ? job.agent_id() : agent->hostname()));
    }
    case Submitted:
        return timeCell(job.submitted_ms());
    case Started:
        return timeCell(job.started_ms());
    default:
        break;
    }
    if (job.started_ms() == 0 || job.ended_ms() == 0) {
        return numberCell(-1, QStringLiteral(""));
    }
    const auto seconds = (job.ended_ms() - job.started_ms()) / 1000;
    return numberCell(seconds, durationText(seconds));
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
