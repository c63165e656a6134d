// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/resource_rows.h"

namespace muster::agentd::api {

void appendResources(const Resources& resources, ResourceForm form, proto::ResourceList& list) {
    const int first = list.size();
    proto::append(resources, list);
    for (int i = first; i < list.size(); ++i) {
        auto& item = *list.Mutable(i);
        if (item.role() != "*") {
            auto& reservation = *item.add_reservations();
            reservation.set_type(mesos::v1::Resource::ReservationInfo::STATIC);
            reservation.set_role(item.role());
        }
        if (!form.role) {
            item.clear_role();
        }
        if (form.allocatedTo != nullptr) {
            item.mutable_allocation_info()->set_role(*form.allocatedTo);
        }
    }
}

} // namespace muster::agentd::api
