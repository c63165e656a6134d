// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/reservation_validation.h"

#include <fmt/ranges.h>

#include "core/kernel/cluster/validation.h"

namespace muster::cluster {

namespace {

Status validatePrincipal(const Reservation& reservation, const std::optional<std::string>& by) {
    if (!by || reservation.principal == by) {
        return {};
    }
    if (!reservation.principal) {
        return failure(fmt::format("A reserve operation was attempted by principal '{}', but there "
                                   "is a reserved resource in the request with no principal set",
            *by));
    }
    return failure(fmt::format("A reserve operation was attempted by authenticated principal '{}', "
                               "which does not match a reserved resource in the request with "
                               "principal '{}'",
        *by, *reservation.principal));
}

Status validateReservationRole(const Resource& item, const Reserver& by) {
    if (item.role() != by.role) {
        return failure(fmt::format("A reserve operation was attempted for a resource with role "
                                   "'{}', but the resource was allocated to role '{}'",
            item.role(), by.role));
    }
    if (!by.framework->roles.contains(by.role)) { // that the offer was made in
        return failure(fmt::format("A reserve operation was attempted for a resource allocated to "
                                   "role '{}', but the framework only has roles '{{ {} }}'",
            by.role, fmt::join(by.framework->roles, ", ")));
    }
    return {};
}

} // namespace

Status validateReservations(const ChangeReservations& change, const Reserver& by) {
    if (!change.defect.empty()) {
        return failure(change.defect);
    }
    if (const Status gpus = validateGpus(change.resources); !gpus) {
        return failure("Invalid resources: Invalid 'gpus' resource", gpus.error());
    }
    if (change.resources.empty()) { // in the words that Mesos has for it
        return failure("Invalid resources: The resources have multiple resource providers: ");
    }
    for (const Resource& item : change.resources.items()) {
        if (!item.isDynamic()) {
            return failure(
                fmt::format("Resource {} is not dynamically reserved", itemText(item, by.role)));
        }
        if (change.kind == ChangeReservations::Kind::Unreserve) {
            continue;
        }
        Status fine = validatePrincipal(item.reservations.back(), by.principal);
        if (fine && by.framework) {
            fine = validateReservationRole(item, by);
        }
        if (!fine) {
            return fine;
        }
    }
    return {};
}

} // namespace muster::cluster
