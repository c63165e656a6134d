// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/tasks.h"

#include <algorithm>

#include "core/kernel/base/wire_names.h"

namespace muster::cli {

using muster::v1::Task;

namespace {

const std::vector<Field> kFields = {
    {"TASK", "task_id"},
    {"NAME", "name"},
    {"STATE", "state"},
    {"NODE", "node"},
    {"GPUS", "", false, true},
    {"", "gpus"},
    {"RESOURCES", "resources"},
    {"USER", "user"},
    {"STARTED", "started"},
    {"WHY", "why"},
    {"ENDED", "ended", true},
    {"EXIT", "exit_code", true, true},
    {"SIGNAL", "signal", true, true},
    {"COMMAND", "command", true},
    {"MESSAGE", "message", true},
    {"REASON", "reason", true},
    {"SOURCE", "source", true},
    {"FRAMEWORK-ID", "framework_id", true},
    {"AGENT-ID", "agent_id", true},
    {"CREATED", "created", true},
    {"", "killed_by"},
    {"", "kill_reason"},
    {"", "memory_peak_bytes"},
};

Cell number(bool present, std::int64_t value) {
    return present ? Cell::number(value) : Cell{{}, "-"};
}

Cell peakCell(const Task& task) {
    if (!task.memory_exceeded().has_peak_bytes())
        return {};
    return Cell::number(static_cast<std::int64_t>(task.memory_exceeded().peak_bytes()));
}

std::vector<Cell> row(const Task& task) {
    return {Cell::word(task.id()), Cell::word(task.name()), Cell::word(task.state()),
        Cell::word(task.hostname()), {{}, std::to_string(task.gpus_size())},
        {std::vector<std::string>(task.gpus().begin(), task.gpus().end()), {}},
        Cell::word(task.resources()), Cell::word(task.user()), timeCell(task.started_ms()),
        Cell::word(task.why()), timeCell(task.ended_ms()),
        number(task.has_exit_code(), task.exit_code()), number(task.has_signal(), task.signal()),
        Cell::word(task.command()), Cell::word(task.message()), Cell::word(task.reason()),
        Cell::word(task.source()), Cell::word(task.framework_id()), Cell::word(task.agent_id()),
        timeCell(task.created_ms()), Cell::word(task.killed_by().author()),
        Cell::word(task.killed_by().reason()), peakCell(task)};
}

} // namespace

Listing Tasks::list(const ClusterView& view) const {
    std::vector<const Task*> tasks;
    for (const auto& [key, task] : view.tasks()) {
        if (passes(task.state(), task.hostname()))
            tasks.push_back(&task);
    }
    std::stable_sort(tasks.begin(), tasks.end(),
        [](const Task* a, const Task* b) { return a->created_ms() < b->created_ms(); });
    Listing listing{"tasks", kFields, {}};
    for (const auto* task : tasks)
        listing.rows.push_back(row(*task));
    return listing;
}

void Tasks::addTo(CommandLine& line) {
    line.flags.push_back({"--all", &m_all, "Include finished tasks"});
    line.flags.push_back(
        {"--state", &m_filters.state, "Only in this state: running, failed, ...", "STATE"});
    line.examples = "  muster tasks\n  muster tasks --all --state=failed -o wide";
}

std::vector<std::string> Tasks::states() const {
    return wireNames<TaskState>();
}

std::string Tasks::emptyHint() const {
    return m_all
        ? "Run one with 'muster execute' or 'muster submit'"
        : "Use 'muster tasks --all' to include finished tasks; run one with 'muster execute'";
}

} // namespace muster::cli
