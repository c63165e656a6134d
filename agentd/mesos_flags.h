// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "agentd/flag_table.h"

namespace muster::agentd {

// A flag of Mesos' own name that is not one of Muster's, and what becomes of it. One that has a
// meaning here has one value that cannot be changed by it: GET_FLAGS says it, and whoever sets it
// must set that. The others are refused with the reason.
struct MesosFlag {
    const char* name;
    unsigned modes;
    bool isSwitch; // --[no-]name
    // As GET_FLAGS says it; "<flag>" in it stands for the value of that flag of Muster. nullptr: it
    // has no meaning here.
    const char* value;
    const char* remedy; // what to do instead, or why there is nothing; after a colon
};

std::span<const MesosFlag> mesosFlags();

// `values`: of Muster's flags, all of them. nullopt: it has no meaning here.
std::optional<std::string> valueOf(const MesosFlag& flag, const FlagValues& values);

// Of a flag that was given with that text.
Status check(const MesosFlag& flag, const std::string& given, const FlagValues& values);

} // namespace muster::agentd
