// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/table.h"

#include <fmt/format.h>

namespace muster::e2e::storm {

bool Table::isClean() const {
    return lost + begunTwice + gpusShared + gpusLeaked + wrongCauses + containersLeft + taskRoots
        == 0;
}

std::ostream& operator<<(std::ostream& out, const Table& table) {
    const auto row = [&](const std::string& name, std::map<Fault, unsigned> faults) {
        out << fmt::format("| {:<24} | {:>7} | {:>7} | {:>22} |\n", name, faults[Fault::Kill],
            faults[Fault::Stop], faults[Fault::LongStop]);
    };
    out << fmt::format("| {:<24} | SIGKILL | SIGSTOP | SIGSTOP until given up |\n"
                       "|---|---|---|---|\n",
        "hit");
    std::map<Fault, unsigned> all;
    for (const auto& [name, faults] : table.faults) {
        row(name, faults);
        for (const auto& [fault, count] : faults) {
            all[fault] += count;
        }
    }
    row("all", all);
    return out << "\n| jobs | lost | begun twice | GPUs shared | GPUs leaked | wrong causes "
                  "| containers left | task roots | launched again |\n"
                  "|---|---|---|---|---|---|---|---|---|\n"
               << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", table.jobs,
                      table.lost, table.begunTwice, table.gpusShared, table.gpusLeaked,
                      table.wrongCauses, table.containersLeft, table.taskRoots,
                      table.launchedAgain);
}

} // namespace muster::e2e::storm
