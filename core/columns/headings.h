// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"

namespace muster::columns {

// Headings that several kinds of row have in common.

inline constexpr Heading kNodeHeading{.key = "node",
    .head = "NODE",
    .listed = Listed::Table,
    .title = "Node",
    .names = "node",
    .rank = Rank::Main};

inline constexpr Heading kStateHeading{.key = "state",
    .head = "STATE",
    .listed = Listed::Table,
    .title = "State",
    .names = "state",
    .rank = Rank::Main};

inline constexpr Heading kUserHeading{.key = "user",
    .head = "USER",
    .listed = Listed::Table,
    .title = "User",
    .names = "user",
    .rank = Rank::Main};

inline constexpr Heading kNameHeading{.key = "name",
    .head = "NAME",
    .listed = Listed::Table,
    .title = "Name",
    .names = "name",
    .rank = Rank::Main};

inline constexpr Heading kFrameworkHeading{.key = "framework_name",
    .head = "FRAMEWORK",
    .listed = Listed::Table,
    .title = "Framework",
    .names = "framework",
    .rank = Rank::Main};

inline constexpr Heading kFrameworkIdHeading{
    .key = "framework_id", .head = "FRAMEWORK-ID", .listed = Listed::Wide, .title = "Framework id"};

inline constexpr Heading kAgentIdHeading{
    .key = "agent_id", .head = "AGENT-ID", .listed = Listed::Wide, .title = "Agent id"};

inline constexpr Heading kCommandHeading{.key = "command",
    .head = "COMMAND",
    .listed = Listed::Wide,
    .title = "Command",
    .names = "command",
    .rank = Rank::Usual};

inline constexpr Heading kMessageHeading{
    .key = "end", .title = "Message", .names = "message", .rank = Rank::Usual};

inline constexpr Heading kCpusHeading{.key = "cpus",
    .title = "CPUs",
    .names = "cpus",
    .rank = Rank::Usual,
    .measure = Measure::Thousandths};

inline constexpr Heading kMemoryHeading{.key = "memory_mib",
    .title = "Memory",
    .names = "mem",
    .rank = Rank::Usual,
    .measure = Measure::MebibyteThousandths,
    .unit = "MiB"};

} // namespace muster::columns
