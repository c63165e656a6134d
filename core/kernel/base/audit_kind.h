// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace muster {

// What an entry of the audit log is about, as far as screens tell it apart at a glance. The log
// itself keeps words: those below, and of operator commands the names of their rows.
enum class AuditKind {
    Other,
    AlertRaised,
    AlertEnded,
    AgentJoined,
    AgentLeft,
    GpuRestricted,
    NodeDrained,
    AgentRefused, // whose master's journal is an older copy
};

std::string_view actionOf(AuditKind kind); // "alert raised"; of Other: empty
AuditKind auditKind(std::string_view action); // the way back

} // namespace muster
