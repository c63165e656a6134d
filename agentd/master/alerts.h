// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/deadline_timer.h"
#include "agentd/master/control.h"
#include "agentd/master/telemetry_hub.h"
#include "core/kernel/alerts/watch.h"

namespace muster::agentd {

// The shell around alerts::Watch: hands it what happened and was sampled and the time, puts what it
// decides into the journal and the audit, and tells who shows it. One thread, the io_context's.
class Alerts {
public:
    Alerts(boost::asio::io_context& io, Control& control, alerts::Thresholds thresholds,
        std::vector<alerts::Alert> remembered);

    void onEvents(const BatchEvents& events);
    void lookAtDisk(); // whether the control has room
    void lookAtJournal(); // whether it is an older copy
    void onValues(const GpuUuid& gpu, const TelemetryHub::Values& values);
    // `beginning`: of the alert's id, as far as no other begins so. `done` when it is durable.
    void acknowledge(
        const std::string& beginning, alerts::Acknowledgement seen, Control::Done done);

    const std::map<std::string, alerts::Alert>& lit() const { return m_watch.alerts(); }
    const alerts::Alert* find(const std::string& id) const; // nullptr: it has ended

    std::function<void(const std::set<std::string>& ids)> onChanged;

private:
    void lookAtGpu(const GpuUuid& uuid, Now at);
    void settle(std::function<void()> written = {});

    DeadlineTimer m_timer;
    Control& m_control;
    alerts::Watch m_watch;
};

} // namespace muster::agentd
