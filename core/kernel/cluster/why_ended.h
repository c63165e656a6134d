// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/task.h"

// Why a task ended, exactly, for operators and in one line. Frameworks get Mesos' texts, which say
// neither who killed a task nor how much memory it had.
namespace muster::cluster {

std::string mebibytesText(Bytes bytes); // "48 MiB", "512.6 MiB"

// "killed by alice: wrong data"
std::string killedText(const KilledBy& by);

// The killer, the limit with the peak, or else what Mesos says: "Command exited with status 7".
std::string whyEnded(const TaskStatus& status);

} // namespace muster::cluster
