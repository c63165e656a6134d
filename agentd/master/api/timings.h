// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <string>

#include "core/kernel/base/time.h"

namespace muster::agentd::api {

// How long something took, as a timer of Mesos says it: the last time, and the newest thousand of
// them by rank. In milliseconds.
class Timings {
public:
    void add(Duration took);
    // "<name>", "<name>/count", "<name>/p50", ...; nothing before the first.
    void list(const std::string& name, std::map<std::string, double>& out) const;

private:
    std::deque<double> m_newest;
};

} // namespace muster::agentd::api
