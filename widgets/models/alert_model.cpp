// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/alert_model.h"

#include <QCoreApplication>

#include "core/columns/alert.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

constexpr std::pair<std::string_view, const char*> kRules[] = {
    {"gpu-unhealthy", QT_TRANSLATE_NOOP("Alert", "GPU unhealthy")},
    {"gpu-lost", QT_TRANSLATE_NOOP("Alert", "GPU lost")},
    {"agent-unreachable", QT_TRANSLATE_NOOP("Alert", "Node unreachable")},
    {"gpu-hot", QT_TRANSLATE_NOOP("Alert", "GPU hot")},
    {"gpu-idle-hold", QT_TRANSLATE_NOOP("Alert", "GPU held but idle")},
    {"job-waits-long", QT_TRANSLATE_NOOP("Alert", "Job pending too long")},
    {"gpu-occupied", QT_TRANSLATE_NOOP("Alert", "GPU in use outside Muster")},
    {"node-cannot-launch", QT_TRANSLATE_NOOP("Alert", "Node cannot launch")},
    {"driver-broken", QT_TRANSLATE_NOOP("Alert", "Driver broken")},
    {"device-rules-changed", QT_TRANSLATE_NOOP("Alert", "Device rules changed")},
    {"gpu-claimed-twice", QT_TRANSLATE_NOOP("Alert", "GPU claimed twice")},
    {"disk-full", QT_TRANSLATE_NOOP("Alert", "Disk full")},
};

const auto& shownColumns() {
    static const ShownColumns<columns::AlertRow> all("muster::models::AlertModel",
        columns::alertColumns(),
        {"severity", "rule", "name", "since", "acknowledged_by", "note", "muted_until", "text"});
    return all;
}

} // namespace

StateText alertSeverity(std::string_view wire) {
    if (wire == "critical") {
        return {QCoreApplication::translate("Alert", "Critical"), {}, Mark::Bad};
    }
    if (wire == "warning") {
        return {QCoreApplication::translate("Alert", "Warning"), {}, Mark::Waiting};
    }
    return {text(wire), {}, Mark::None};
}

QString alertWord(std::string_view rule) {
    for (const auto& [name, word] : kRules) {
        if (name == rule) {
            return QCoreApplication::translate("Alert", word);
        }
    }
    return text(rule);
}

OpenAlerts openAlerts(const ClusterState& state) {
    OpenAlerts open;
    for (const auto& [id, alert] : state.alerts()) {
        if (alert.acknowledged_by().empty()) {
            ++(alert.severity() == "critical" ? open.critical : open.warning);
        }
    }
    return open;
}

AlertModel::AlertModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Alerts, parent) { }

int AlertModel::columns() const {
    return shownColumns().count();
}

TableModel::Column AlertModel::column(int index) const {
    return shownColumns().head(index);
}

TableModel::Cell AlertModel::cell(const std::string& key, int column) const {
    const auto found = state().alerts().find(key);
    if (found == state().alerts().end()) {
        return {};
    }
    const auto& alert = found->second;
    return column == Severity ? stateCell(alertSeverity(alert.severity()))
        : column == Rule      ? textCell(alertWord(alert.rule()), text(alert.id()))
                              : shownColumns().cell(column, {alert, state()});
}

} // namespace muster::models
