// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/audit_kind.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(AuditKind, IsReadFromTheWordsThatItIsWrittenIn) {
    for (const auto kind : {AuditKind::AlertRaised, AuditKind::AlertEnded, AuditKind::AgentJoined,
             AuditKind::AgentLeft, AuditKind::GpuRestricted, AuditKind::NodeDrained,
             AuditKind::AgentRefused}) {
        EXPECT_EQ(auditKind(actionOf(kind)), kind) << actionOf(kind);
    }
    EXPECT_EQ(auditKind("alert raised"), AuditKind::AlertRaised) << "journals have it so";
    EXPECT_EQ(auditKind("kill"), AuditKind::Other);
    EXPECT_EQ(auditKind(""), AuditKind::Other);
}

} // namespace
} // namespace muster
