// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"

namespace muster::columns {

// Headings that several kinds of row have in common.

// Of a column that everybody sees, wherever its rows are listed.
constexpr Heading everywhere(Heading heading) {
    heading.listed = Listed::Table;
    heading.rank = Rank::Main;
    return heading;
}

// Of a column that a list has no room for at first.
constexpr Heading onRequest(Heading heading) {
    heading.rank = Rank::Extra;
    return heading;
}

inline constexpr Heading kNodeHeading
    = everywhere({.key = "node", .head = "NODE", .title = "Node", .names = "node"});
inline constexpr Heading kStateHeading
    = everywhere({.key = "state", .head = "STATE", .title = "State", .names = "state"});
inline constexpr Heading kUserHeading
    = everywhere({.key = "user", .head = "USER", .title = "User", .names = "user"});
inline constexpr Heading kNameHeading
    = everywhere({.key = "name", .head = "NAME", .title = "Name", .names = "name"});
inline constexpr Heading kFrameworkHeading = everywhere(
    {.key = "framework_name", .head = "FRAMEWORK", .title = "Framework", .names = "framework"});

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

inline constexpr Heading kResourcesHeading{
    .key = "resources", .head = "RESOURCES", .listed = Listed::Table, .title = "Resources"};

inline constexpr Heading kGpusHeading{.key = "gpus",
    .title = "GPUs",
    .names = "gpus",
    .rank = Rank::Main,
    .measure = Measure::Thousandths};

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
