// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace muster::agentd {

// The machine's load, processors and memory, under Mesos' names ("system/load_1min").
void addSystemFigures(std::map<std::string, double>& out);

} // namespace muster::agentd
