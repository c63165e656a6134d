// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/alerts.h"

#include <algorithm>
#include <tuple>

#include "core/kernel/alerts/alert.h"

namespace muster::cli {

using muster::v1::Alert;

namespace {

const std::vector<Field> kFields = {
    {"ALERT", "rule"},
    {"SEVERITY", "severity"},
    {"WHERE", "name"},
    {"SINCE", "since"},
    {"SEEN BY", "acknowledged_by"},
    {"WHAT", "text"},
    {"NOTE", "note", true},
    {"MUTED UNTIL", "muted_until", true},
    {"ID", "alert_id", true},
    {"", "object_kind"},
    {"", "object"},
    {"", "node"},
    {"", "acknowledged"},
};

std::string nodeOf(const ClusterView& view, const Alert& alert) {
    if (alert.object_kind() == "agent")
        return alert.name();
    if (alert.object_kind() == "gpu") {
        const auto gpu = view.gpus().find(alert.object());
        return gpu == view.gpus().end() ? "" : view.node(gpu->second.agent_id());
    }
    return "";
}

std::vector<Cell> row(const Alert& alert, const std::string& node) {
    return {Cell::word(alert.rule()), Cell::word(alert.severity()), Cell::word(alert.name()),
        timeCell(alert.since_ms()), Cell::word(alert.acknowledged_by()), Cell::word(alert.text()),
        Cell::word(alert.note()), timeCell(alert.muted_until_ms()), Cell::word(alert.id()),
        Cell::word(alert.object_kind()), Cell::word(alert.object()), Cell::word(node),
        timeCell(alert.acknowledged_ms())};
}

} // namespace

Listing Alerts::list(const ClusterView& view) const {
    std::vector<const Alert*> alerts;
    for (const auto& [id, alert] : view.alerts()) {
        if (passes(alert.severity(), nodeOf(view, alert))
            && (!m_new || alert.acknowledged_by().empty()))
            alerts.push_back(&alert);
    }
    // "critical" comes before "warning" in the alphabet too.
    std::stable_sort(alerts.begin(), alerts.end(), [](const Alert* a, const Alert* b) {
        return std::forward_as_tuple(!a->acknowledged_by().empty(), a->severity(), b->since_ms())
            < std::forward_as_tuple(!b->acknowledged_by().empty(), b->severity(), a->since_ms());
    });
    Listing listing{"alerts", kFields, {}};
    for (const auto* alert : alerts)
        listing.rows.push_back(row(*alert, nodeOf(view, *alert)));
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
    return "No alerts. See 'muster events' for past ones";
}

} // namespace muster::cli
