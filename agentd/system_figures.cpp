// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/system_figures.h"

#include <cstdlib>
#include <thread>

#include <sys/sysinfo.h>

namespace muster::agentd {

void addSystemFigures(std::map<std::string, double>& out) {
    double load[3] = {};
    ::getloadavg(load, 3);
    out["system/load_1min"] = load[0];
    out["system/load_5min"] = load[1];
    out["system/load_15min"] = load[2];
    out["system/cpus_total"] = std::thread::hardware_concurrency();
    struct sysinfo info { };
    ::sysinfo(&info);
    out["system/mem_total_bytes"] = static_cast<double>(info.totalram) * info.mem_unit;
    out["system/mem_free_bytes"] = static_cast<double>(info.freeram) * info.mem_unit;
}

} // namespace muster::agentd
