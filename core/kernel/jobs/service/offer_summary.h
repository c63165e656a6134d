// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/kernel/base/time.h"

namespace muster::services {

// Why no instance of an app was started on an offer: the first in this order that is true.
// Marathon's NoOfferMatchReason.
enum class Reject {
    UnfulfilledRole,
    UnfulfilledConstraint,
    NoCorrespondingReservationFound,
    AgentMaintenance,
    InsufficientCpus,
    InsufficientMemory,
    InsufficientDisk,
    InsufficientGpus,
    InsufficientPorts,
    DeclinedScarceResources
};
inline constexpr std::size_t kRejects = 10;

std::string_view wireName(Reject reason); // "InsufficientCpus"

// What became of the offers that an app was held against since it waits. The offers of one agent
// and role in one message count as one.
class OfferSummary {
public:
    void use(Instant now);
    void reject(Reject reason, Instant now);

    std::uint64_t processed() const { return m_used + unused(); }
    std::uint64_t unused() const;
    std::optional<Instant> lastUsed() const { return m_lastUsed; }
    std::optional<Instant> lastUnused() const { return m_lastUnused; }
    std::uint64_t declined(Reject reason) const {
        return m_declined[static_cast<std::size_t>(reason)];
    }
    std::uint64_t processed(Reject reason) const; // so many were looked at for it

    bool operator==(const OfferSummary&) const = default;

private:
    std::uint64_t m_used = 0;
    std::array<std::uint64_t, kRejects> m_declined{};
    std::optional<Instant> m_lastUsed;
    std::optional<Instant> m_lastUnused;
};

} // namespace muster::services
