// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/framework.h"

namespace muster::proto {

mesos::v1::FrameworkInfo frameworkInfo(const cluster::FrameworkInfo& info) {
    mesos::v1::FrameworkInfo out;
    out.ParsePartialFromString(info.payload);
    out.set_user(info.user);
    out.set_name(info.name);
    out.mutable_id()->set_value(info.id.value);
    if (!info.has(cluster::Capability::MultiRole) && !info.roles.empty()) {
        out.set_role(*info.roles.begin());
    }
    return out;
}

} // namespace muster::proto
