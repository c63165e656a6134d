// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/audit_kind.h"

#include "core/kernel/base/operator_command.h"

namespace muster {

std::string_view actionOf(AuditKind kind) {
    switch (kind) {
    case AuditKind::Other:
        break;
    case AuditKind::AlertRaised:
        return "alert raised";
    case AuditKind::AlertEnded:
        return "alert ended";
    case AuditKind::AgentJoined:
        return "agent joined";
    case AuditKind::AgentLeft:
        return "agent left";
    case AuditKind::GpuRestricted:
        return info(CommandKind::RestrictGpu).name;
    case AuditKind::NodeDrained:
        return info(CommandKind::DrainNode).name;
    case AuditKind::AgentRefused:
        return "agent refused";
    }
    return {};
}

AuditKind auditKind(std::string_view action) {
    for (int i = 1; !actionOf(static_cast<AuditKind>(i)).empty(); ++i) {
        if (actionOf(static_cast<AuditKind>(i)) == action) {
            return static_cast<AuditKind>(i);
        }
    }
    return AuditKind::Other;
}

} // namespace muster
