// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/schedule_model.h"

#include <limits>

#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

StateText ScheduleModel::stateOf(const v1::Schedule& schedule) {
    if (!schedule.problem().empty()) {
        return {tr("Problem"), text(schedule.problem()), Mark::Bad};
    }
    if (schedule.paused()) {
        return {tr("Paused"), tr("No run is started until it is resumed"), Mark::Restricted};
    }
    if (schedule.live_size() > 0) {
        QStringList runs;
        for (const auto& job : schedule.live()) {
            runs << text(job);
        }
        return {tr("Running %1").arg(runs.size()), runs.join(QStringLiteral(", ")), Mark::Busy};
    }
    if (schedule.exhausted()) {
        return {tr("Exhausted"), tr("No further run will be due"), Mark::Stopped};
    }
    return schedule.parents_size() > 0
        ? StateText{tr("Waits for parents"), tr("It runs when its parents have succeeded"),
            Mark::Waiting}
        : StateText{tr("Scheduled"), tr("It runs when it is due"), Mark::Good};
}

QString ScheduleModel::whenOf(const v1::Schedule& schedule) {
    if (!schedule.text().empty()) {
        return text(schedule.text());
    }
    QStringList parents;
    for (const auto& parent : schedule.parents()) {
        parents << text(parent);
    }
    return tr("After %1").arg(parents.join(QStringLiteral(", ")));
}

ScheduleModel::ScheduleModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Schedules, parent) { }

// A filter takes the next run by its words: it lies ahead, and may be none.
TableModel::Column ScheduleModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {tr("Schedule"), "schedule name id", Measure::Text, Rank::Main};
    case State:
        return {tr("State"), "state", Measure::Text, Rank::Main};
    case When:
        return {tr("When"), "when", Measure::Text, Rank::Main, {},
            tr("ISO 8601, or a line of cron, or the schedules after which it runs")};
    case Zone:
        return {tr("Time zone"), "zone", Measure::Text, Rank::Main};
    case Next:
        return {tr("Next run"), "next", Measure::Text, Rank::Main};
    case Last:
        return {tr("Last run"), "last age", Measure::Moment, Rank::Main};
    case Successes:
        return {tr("Successes"), "successes", Measure::Number, Rank::Main};
    case Failures:
        return {tr("Failures"), "failures", Measure::Number, Rank::Main};
    case User:
        return {tr("User"), "user", Measure::Text, Rank::Main};
    case Author:
        return {tr("Changed by"), "author", Measure::Text, Rank::Extra};
    case Changed:
        return {tr("Changed"), "changed", Measure::Moment, Rank::Extra};
    case Image:
        return {tr("Image"), "image", Measure::Text, Rank::Extra};
    case Command:
        return {tr("Command"), "command", Measure::Text, Rank::Extra};
    case kColumns:
        break;
    }
    return {};
}

// What is not due, or is paused, sorts last.
TableModel::Cell ScheduleModel::cell(const std::string& key, int column) const {
    const auto* schedule = state().schedule(key);
    if (schedule == nullptr) {
        return {};
    }
    switch (static_cast<Column>(column)) {
    case Id:
        return textCell(text(key));
    case State:
        return stateCell(stateOf(*schedule));
    case When:
        return textCell(whenOf(*schedule));
    case Zone:
        return textCell(text(schedule->zone()));
    case Next:
        return schedule->next_ms() == 0 || schedule->paused()
            ? Cell{std::numeric_limits<qint64>::max(), QString()}
            : timeCell(schedule->next_ms());
    case Last:
        return timeCell(schedule->last_slot_ms());
    case Successes: {
        auto shown = numberCell(static_cast<qint64>(schedule->successes()));
        shown.toolTip = tr("The last one: %1").arg(clockText(schedule->last_success_ms()));
        return shown;
    }
    case Failures: {
        auto shown = numberCell(static_cast<qint64>(schedule->failures()));
        shown.toolTip = tr("In a row: %1. The last one: %2")
                            .arg(schedule->failures_in_a_row())
                            .arg(clockText(schedule->last_failure_ms()));
        return shown;
    }
    case User:
        return textCell(text(schedule->user()));
    case Author:
        return textCell(text(schedule->author()));
    case Changed:
        return timeCell(schedule->changed_ms());
    case Image:
        return textCell(text(schedule->image()));
    case Command:
        return textCell(text(schedule->command()), text(schedule->command()));
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models
