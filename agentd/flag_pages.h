// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/flags.h"
#include "core/manual/page.h"

// What packages install beside the daemon, made from the table of flags.
namespace muster::agentd {

// A configuration file that changes nothing: every flag of the mode with its help and its default,
// each commented out.
std::string configTemplate(Mode mode);

// muster-agentd(8).
manual::Page daemonPage();

} // namespace muster::agentd
