// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/kernel/resources/quantities.h"

namespace muster::allocator {

// What a role is sure to get and what it can have at the most, together with the roles beneath it
// ("a/b" counts for "a"). Consumed is what is reserved for it and what is allocated of the
// unreserved. Facts: Mesos docs/quota.md.
struct Quota {
    static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

    Quantities guarantees;
    Quantities limits{{kUnlimited, kUnlimited, kUnlimited, kUnlimited}};

    bool operator==(const Quota&) const = default;
    bool isDefault() const { return *this == Quota{}; }
    // How much more fits under the limits; kUnlimited where there is none.
    Quantities room(const Quantities& consumed) const {
        Quantities out;
        for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
            const bool unlimited = limits[kind] == kUnlimited;
            out[kind]
                = unlimited ? kUnlimited : std::max<std::int64_t>(limits[kind] - consumed[kind], 0);
        }
        return out;
    }
};

} // namespace muster::allocator
