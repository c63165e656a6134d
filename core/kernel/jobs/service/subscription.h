// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/kernel/cluster/messages.h"

namespace muster::services {

// How the scheduler stands with the master: whether it is subscribed, to which roles, and of which
// of them it wants offers. Gives the calls that change it. Not thread-safe.
class Subscription {
public:
    Subscription(std::string user, FrameworkId framework)
        : m_user(std::move(user)), m_framework(std::move(framework)) { }

    void connected();
    void disconnected();
    bool maySubscribe() const { return m_phase == Phase::Connected; }
    cluster::Subscribe subscribe(std::set<std::string> roles); // REQUIRES: maySubscribe()
    void subscribed(const FrameworkId& framework);
    bool isUp() const { return m_phase == Phase::Subscribed; }

    const FrameworkId& framework() const { return m_framework; } // empty: the master knows none
    void removed();

    // To one more role; nothing: it is already, or will be.
    std::optional<cluster::UpdateFramework> enrol(const std::string& role);
    void refused(const std::string& role) { m_filtered.insert(role); } // an offer, for a time
    // Suppresses and revives. `waiting`: the roles that offers are wanted of; `fresh`: those of
    // them where what was refused before may be wanted now.
    std::vector<cluster::FrameworkCall> settle(
        const std::set<std::string>& waiting, const std::set<std::string>& fresh);

private:
    enum class Phase { Disconnected, Connected, Subscribing, Subscribed };
    cluster::FrameworkInfo info() const;

    std::string m_user;
    FrameworkId m_framework;
    Phase m_phase = Phase::Disconnected;
    std::set<std::string> m_roles;
    std::set<std::string> m_awake; // of those: not suppressed
    std::set<std::string> m_filtered; // of those: something was refused since the last revive
};

} // namespace muster::services
