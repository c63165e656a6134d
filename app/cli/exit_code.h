// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"

namespace muster::cli {

enum class ExitCode {
    Ok = 0,
    Failed = 1,
    Usage = 2,
    NotFound = 3,
    Denied = 4,
    Unreachable = 5,
    WouldWait = 6, // of a job that was only checked
    Interrupted = 130,
};

// Of what the master answered.
ExitCode exitCodeOf(Error::Kind kind);
// Of a connection that was not made or was lost: denied, or else unreachable.
ExitCode exitCodeOfConnection(Error::Kind kind);

} // namespace muster::cli
