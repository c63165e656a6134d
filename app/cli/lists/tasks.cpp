// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/tasks.h"

#include <algorithm>

#include "core/columns/task.h"
#include "core/kernel/base/wire_names.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Task;

namespace {

constexpr std::string_view kSeeAll = "Use 'muster tasks --all' to include finished tasks";

bool hasEnded(const Task& task) {
    const auto state = proto::fromProto(task.state()); // nothing: of a newer master
    return state && isTerminal(*state);
}

} // namespace

Listing Tasks::list(const ClusterView& view) const {
    std::vector<const Task*> tasks;
    const bool ended = wantsEnded();
    for (const auto& [key, task] : view.tasks()) {
        if (fits(task) && (ended || !hasEnded(task)))
            tasks.push_back(&task);
    }
    std::stable_sort(tasks.begin(), tasks.end(),
        [](const Task* a, const Task* b) { return a->created_ms() < b->created_ms(); });
    auto listing = listingOf("tasks", columns::taskColumns());
    for (const auto* task : tasks)
        add(listing, columns::taskColumns(), {*task, view});
    return listing;
}

bool Tasks::fits(const Task& task) const {
    return passes(proto::word(task.state()), task.hostname());
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
    return m_all ? "Run one with 'muster execute' or 'muster submit'"
                 : std::string(kSeeAll) + "; run one with 'muster execute'";
}

std::string Tasks::leftOutHint(const ClusterView& view) const {
    const bool leavesOut = !wantsEnded()
        && std::ranges::any_of(view.tasks(),
            [&](const auto& entry) { return fits(entry.second) && hasEnded(entry.second); });
    return leavesOut ? std::string(kSeeAll) : std::string();
}

} // namespace muster::cli
