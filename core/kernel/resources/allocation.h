// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "core/kernel/resources/resources.h"

namespace muster {

// What is in use, by the role that it is allocated to.
class Allocation {
public:
    void add(const std::string& role, const Resources& resources);
    void remove(const std::string& role, const Resources& resources); // REQUIRES: it was added

    const Resources& total() const { return m_total; }
    const std::map<std::string, Resources>& byRole() const { return m_byRole; } // none is empty

private:
    Resources m_total;
    std::map<std::string, Resources> m_byRole;
};

} // namespace muster
