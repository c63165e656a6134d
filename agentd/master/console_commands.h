// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/alerts.h"
#include "agentd/master/caller.h"
#include "agentd/master/control.h"
#include "core/history/journal.h"

namespace muster::agentd {

// The operator commands of a console. Each is answered when it is durable and in the audit with its
// author and reason, or with an Error that says why it was not executed. One thread.
class ConsoleCommands {
public:
    ConsoleCommands(Control& control, Alerts& alerts, history::Journal& journal)
        : m_control(control), m_alerts(alerts), m_journal(journal) { }

    void kill(const Caller& caller, const muster::v1::KillJob& command);
    void kill(const Caller& caller, const muster::v1::KillTask& command);
    void restrict(const Caller& caller, const muster::v1::RestrictGpu& command);
    void release(const Caller& caller, const muster::v1::ReleaseGpu& command);
    void rescind(const Caller& caller, const muster::v1::RescindOffer& command);
    void drain(const Caller& caller, const muster::v1::DrainNode& command);
    void reactivate(const Caller& caller, const muster::v1::ReactivateNode& command);
    void markGone(const Caller& caller, const muster::v1::MarkNodeGone& command);
    void hold(const Caller& caller, const muster::v1::HoldJob& command);
    void release(const Caller& caller, const muster::v1::ReleaseJob& command);
    void acknowledge(const Caller& caller, const muster::v1::AcknowledgeAlert& command);

private:
    Control& m_control;
    Alerts& m_alerts;
    history::Journal& m_journal;
};

} // namespace muster::agentd
