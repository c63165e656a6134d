// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/alerts.h"

#include <algorithm>
#include <tuple>

#include "core/columns/alert.h"
#include "core/kernel/alerts/alert.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Alert;

Listing Alerts::list(const ClusterView& view) const {
    std::vector<const Alert*> alerts;
    for (const auto& [id, alert] : view.alerts()) {
        if (passes(proto::word(alert.severity()), columns::nodeOf({alert, view}))
            && (!m_new || alert.acknowledged_by().empty()))
            alerts.push_back(&alert);
    }
    // CRITICAL comes before WARNING.
    std::stable_sort(alerts.begin(), alerts.end(), [](const Alert* a, const Alert* b) {
        return std::tuple(!a->acknowledged_by().empty(), a->severity(), b->since_ms())
            < std::tuple(!b->acknowledged_by().empty(), b->severity(), a->since_ms());
    });
    auto listing = listingOf("alerts", columns::alertColumns());
    for (const auto* alert : alerts)
        add(listing, columns::alertColumns(), {*alert, view});
    return listing;
}

void Alerts::addTo(CommandLine& line) {
    line.flags.push_back({"--new", &m_new, "Only unacknowledged alerts"});
    line.flags.push_back({"--severity", &m_filters.state,
        "Only alerts of this severity: critical, warning", "SEVERITY"});
    line.examples = "  muster alerts\n  muster alerts -o wide --severity=critical\n"
                    "  muster alerts --new --watch";
}

std::vector<std::string> Alerts::states() const {
    return {std::string(alerts::name(alerts::Severity::Critical)),
        std::string(alerts::name(alerts::Severity::Warning))};
}

std::string Alerts::emptyHint() const {
    return "'muster events' lists past ones";
}

} // namespace muster::cli
