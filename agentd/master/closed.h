// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/master.h"

namespace muster::agentd {

// The one rule of whether a node takes new work, for all who show, count or explain it. Empty: it
// does. Else the end of a sentence about the node: "drained by alice: fan is loud".
std::string closedText(const cluster::Agent& agent);

// " by alice" behind what an operator command did; empty without an author.
std::string by(const std::string& author);

// Why nobody gets a GPU of it that no task holds: the node is closed, or its CPUs or memory are all
// in use. A whole sentence; empty: the GPU can be had.
std::string unavailableText(const cluster::Agent& agent);

} // namespace muster::agentd
