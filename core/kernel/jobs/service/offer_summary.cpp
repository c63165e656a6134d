// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/offer_summary.h"

#include <numeric>

namespace muster::services {

std::string_view wireName(Reject reason) {
    switch (reason) {
    case Reject::UnfulfilledRole:
        return "UnfulfilledRole";
    case Reject::UnfulfilledConstraint:
        return "UnfulfilledConstraint";
    case Reject::NoCorrespondingReservationFound:
        return "NoCorrespondingReservationFound";
    case Reject::AgentMaintenance:
        return "AgentMaintenance";
    case Reject::InsufficientCpus:
        return "InsufficientCpus";
    case Reject::InsufficientMemory:
        return "InsufficientMemory";
    case Reject::InsufficientDisk:
        return "InsufficientDisk";
    case Reject::InsufficientGpus:
        return "InsufficientGpus";
    case Reject::InsufficientPorts:
        return "InsufficientPorts";
    case Reject::DeclinedScarceResources:
        return "DeclinedScarceResources";
    }
    return "";
}

void OfferSummary::use(Instant now) {
    ++m_used;
    m_lastUsed = now;
}

void OfferSummary::reject(Reject reason, Instant now) {
    ++m_declined[static_cast<std::size_t>(reason)];
    m_lastUnused = now;
}

std::uint64_t OfferSummary::unused() const {
    return std::accumulate(m_declined.begin(), m_declined.end(), std::uint64_t{0});
}

// Those that an earlier reason declined were not looked at for this one.
std::uint64_t OfferSummary::processed(Reject reason) const {
    const auto earlier = static_cast<std::ptrdiff_t>(reason);
    return processed()
        - std::accumulate(m_declined.begin(), m_declined.begin() + earlier, std::uint64_t{0});
}

} // namespace muster::services
