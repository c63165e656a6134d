// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/cli/execute/command.h"
#include "app/cli/program.h"
#include "app/cli/version.h"

namespace muster::cli {

namespace {

template <typename T>
std::unique_ptr<Command> make() {
    return std::make_unique<T>();
}

constexpr auto kTable = std::to_array<CommandRow>({
    {"execute", "Run one command on the cluster; takes mesos-execute's flags", make<Execute>},
    {"version", "Show the version", make<Version>},
});

} // namespace

std::span<const CommandRow> commandTable() {
    return kTable;
}

} // namespace muster::cli
