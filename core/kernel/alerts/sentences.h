// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/alerts/alert.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

// The words of the rules: what is wrong with the numbers, then the remedy, without a final period.
namespace muster::alerts {

std::string stateSentence(GpuState state, const std::string& problem);
// One problem of a node, for each of its objects the text.
std::string troubleSentence(NodeProblem problem, const std::vector<cluster::NodeTrouble>& troubles);
std::string unreachableSentence(const cluster::Agent& agent, Now now);
// `peak` may be unknown if it slows down; a limit of 0 is not named.
std::string heatSentence(MetricValue peak, MetricValue limit, bool slowed);
std::string idleSentence(const std::string& user, const std::string& task, Duration idle);
std::string waitSentence(const JobId& job, const std::string& why, Duration limit);

} // namespace muster::alerts
