// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/cluster/maintenance.h"
#include "core/kernel/cluster/messages.h"
#include "core/kernel/cluster/numbers.h"

namespace muster::cluster {

// Which machines are to be unavailable and when, and which frameworks were asked to leave their
// agents. A machine is in at most one window; one that is down stays in the schedule until it is
// up again. A framework is asked once for each agent and schedule. Not thread-safe.
// Facts: doc/wire.md, "Operator API"; the texts are Mesos'.
class MaintenanceSchedule {
public:
    const Maintenance& view() const { return m_view; }
    bool isEmpty() const { return m_view.machines.empty(); }
    // The machine of the schedule that an agent with this info is on; nullptr: none. Of several the
    // first by name and address. O(log machines).
    const std::pair<const MachineId, Machine>* machineOf(const AgentInfo& info) const;
    std::optional<Unavailability> unavailabilityOf(const AgentInfo& info) const;

    Status validate(const std::vector<MaintenanceWindow>& windows) const;
    // Of machines that are to come up (`down`: they have to be down) or to go down.
    Status validate(const std::vector<MachineId>& machines, bool down) const;

    void set(std::vector<MaintenanceWindow> windows); // who is down stays so
    void set(std::vector<MaintenanceWindow> windows, const std::set<MachineId>& down);
    void takeDown(const std::vector<MachineId>& machines); // REQUIRES: they are valid
    // The schedule without those that are up again, and who is still down.
    std::pair<std::vector<MaintenanceWindow>, std::set<MachineId>> without(
        const std::vector<MachineId>& up) const;

    // ---- inverse offers: to a framework, for one of its agents
    // Of this agent, under this schedule; whether it has answered or not.
    bool hasAsked(AgentNumber agent, const AgentId& agentId, FrameworkNumber framework,
        const FrameworkId& frameworkId) const;
    void ask(AgentNumber agent, FrameworkNumber framework, InverseOffer offer);
    std::vector<InverseOffer> takeBack(AgentNumber agent); // those without an answer
    void forget(FrameworkNumber framework); // as takeBack(), without a word
    // Nothing if it was taken back meanwhile.
    void answer(const OfferId& offer, const FrameworkId& framework, InverseOfferStatus status);
    void forgetAnswers(const AgentId& agent); // it is asked about another time, or has gone
    void forgetAnswers(const FrameworkId& framework); // it was removed

private:
    std::set<MachineId> down() const;

    Maintenance m_view;
    std::map<std::pair<AgentNumber, FrameworkNumber>, InverseOffer> m_asked;
};

} // namespace muster::cluster
