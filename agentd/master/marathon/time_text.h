// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/kernel/base/time.h"

namespace muster::agentd::marathon {

// "2015-08-26T22:33:24.225Z", as isoTime() writes it, to the millisecond; nothing of another form.
std::optional<Instant> instantOf(std::string_view text);

} // namespace muster::agentd::marathon
