// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resources/allocation.h"

namespace muster {

void Allocation::add(const std::string& role, const Resources& resources) {
    if (!resources.empty()) {
        m_total += resources;
        m_byRole[role] += resources;
    }
}

void Allocation::remove(const std::string& role, const Resources& resources) {
    m_total -= resources;
    const auto found = m_byRole.find(role);
    if (found != m_byRole.end() && (found->second -= resources).empty()) {
        m_byRole.erase(found);
    }
}

} // namespace muster
