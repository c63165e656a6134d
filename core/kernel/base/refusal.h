// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/state.h"

namespace muster {

// Why something is not offered to a framework.
enum class RefusalReason {
    Declined, // by itself: DECLINE, or the rest of an ACCEPT
    Rescinded, // by an operator
    Suppressed,
    NoGpuCapability
};

const Wording& wording(RefusalReason reason);

} // namespace muster
