// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/timings.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace muster::agentd::api {
namespace {

constexpr std::size_t kKeep = 1000; // as many as Mesos' time series

// Between the two nearest, as in Mesos (process::Statistics).
double at(const std::vector<double>& sorted, double rank) {
    const double position = rank * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - std::floor(position)) * (sorted[above] - sorted[below]);
}

} // namespace

void Timings::add(Duration took) {
    m_newest.push_back(std::chrono::duration<double, std::milli>(took).count());
    if (m_newest.size() > kKeep) {
        m_newest.pop_front();
    }
}

void Timings::list(const std::string& name, std::map<std::string, double>& out) const {
    if (m_newest.empty()) {
        return;
    }
    std::vector<double> sorted(m_newest.begin(), m_newest.end());
    std::ranges::sort(sorted);
    out[name] = m_newest.back();
    out[name + "/count"] = static_cast<double>(sorted.size());
    out[name + "/min"] = sorted.front();
    out[name + "/max"] = sorted.back();
    constexpr std::pair<const char*, double> kRanks[] = {{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95},
        {"p99", 0.99}, {"p999", 0.999}, {"p9999", 0.9999}};
    for (const auto& [suffix, rank] : kRanks) {
        out[name + "/" + suffix] = at(sorted, rank);
    }
}

} // namespace muster::agentd::api
