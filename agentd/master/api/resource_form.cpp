// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/resource_form.h"

namespace muster::agentd::api {

void appendResources(const Resources& resources, ResourceForm form, proto::ResourceList& list) {
    const int first = list.size();
    using proto::ResourceFormat;
    proto::append(
        resources, list, form.role ? ResourceFormat::Endpoint : ResourceFormat::PostRefinement);
    for (int i = first; form.allocatedTo != nullptr && i < list.size(); ++i) {
        list.Mutable(i)->mutable_allocation_info()->set_role(*form.allocatedTo);
    }
}

} // namespace muster::agentd::api
