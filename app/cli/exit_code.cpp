// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exit_code.h"

namespace muster::cli {

ExitCode exitCodeOf(Error::Kind kind) {
    switch (kind) {
    case Error::Kind::Invalid:
        return ExitCode::Usage;
    case Error::Kind::NotFound:
        return ExitCode::NotFound;
    case Error::Kind::Denied:
        return ExitCode::Denied;
    case Error::Kind::Unavailable:
    case Error::Kind::Timeout:
        return ExitCode::Unreachable;
    case Error::Kind::Conflict:
    case Error::Kind::Internal:
        return ExitCode::Failed;
    }
    return ExitCode::Failed;
}

ExitCode exitCodeOfConnection(Error::Kind kind) {
    return kind == Error::Kind::Denied ? ExitCode::Denied : ExitCode::Unreachable;
}

} // namespace muster::cli
