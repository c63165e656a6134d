// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::net {

// Tells the service manager, as sd_notify(3) does: one datagram of lines ("READY=1\nSTATUS=...") to
// the socket that NOTIFY_SOCKET names; "@" at its beginning is the abstract namespace. Never
// blocks.
Status notifyService(std::string_view socket, std::string_view lines);

} // namespace muster::net
