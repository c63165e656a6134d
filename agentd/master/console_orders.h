// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/alerts.h"
#include "agentd/master/caller.h"
#include "agentd/master/control.h"
#include "core/history/journal.h"

namespace muster::agentd {

// What operators order from a console. Each order is answered when it is durable and in the audit
// with its author and reason, or with an Error that says why it was not carried out. One thread.
class ConsoleOrders {
public:
    ConsoleOrders(Control& control, Alerts& alerts, history::Journal& journal)
        : m_control(control), m_alerts(alerts), m_journal(journal) { }

    void kill(const Caller& caller, const muster::v1::KillJob& order);
    void kill(const Caller& caller, const muster::v1::KillTask& order);
    void restrict(const Caller& caller, const muster::v1::RestrictGpu& order);
    void release(const Caller& caller, const muster::v1::ReleaseGpu& order);
    void rescind(const Caller& caller, const muster::v1::RescindOffer& order);
    void drain(const Caller& caller, const muster::v1::DrainNode& order);
    void reactivate(const Caller& caller, const muster::v1::ReactivateNode& order);
    void markGone(const Caller& caller, const muster::v1::MarkNodeGone& order);
    void hold(const Caller& caller, const muster::v1::HoldJob& order);
    void release(const Caller& caller, const muster::v1::ReleaseJob& order);
    void acknowledge(const Caller& caller, const muster::v1::AcknowledgeAlert& order);

private:
    Control& m_control;
    Alerts& m_alerts;
    history::Journal& m_journal;
};

} // namespace muster::agentd
