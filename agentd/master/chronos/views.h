// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "agentd/master/control.h"
#include "core/history/journal.h"

// What Chronos' API shows of schedules, as JSON, Graphviz and CSV.
namespace muster::agentd::chronos {

using Shown = std::vector<const jobs::Schedule*>; // by name

std::string jobsJson(const Shown& schedules);
std::string summaryJson(const Shown& schedules, const Control& control);
std::string dotGraph(const Shown& schedules); // parents point to their children
// "node,name,success,idle" and "link,parent,child"
std::string csvGraph(const Shown& schedules, const Control& control);

// What was decided about its slots, the latest first, with what became of the runs. An error if the
// journal cannot be read.
Result<std::string> historyJson(const jobs::Schedule& schedule, const Control& control,
    history::Journal& ended, std::size_t limit);
// Percentiles of how long its last runs took, in seconds.
Result<std::string> statisticsJson(
    const jobs::Schedule& schedule, const Control& control, history::Journal& ended);
// The next slots that will be due.
std::string nextJson(const jobs::Schedule& schedule, std::size_t most);

} // namespace muster::agentd::chronos
