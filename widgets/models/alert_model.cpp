// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/alert_model.h"

#include <QCoreApplication>

#include "core/columns/alert.h"
#include "core/proto/states.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

constexpr std::pair<v1::Alert::Rule, const char*> kRules[] = {
    {v1::Alert::GPU_UNHEALTHY, QT_TRANSLATE_NOOP("Alert", "GPU unhealthy")},
    {v1::Alert::GPU_LOST, QT_TRANSLATE_NOOP("Alert", "GPU lost")},
    {v1::Alert::AGENT_UNREACHABLE, QT_TRANSLATE_NOOP("Alert", "Node unreachable")},
    {v1::Alert::GPU_HOT, QT_TRANSLATE_NOOP("Alert", "GPU hot")},
    {v1::Alert::GPU_IDLE_HOLD, QT_TRANSLATE_NOOP("Alert", "GPU held but idle")},
    {v1::Alert::JOB_WAITS_LONG, QT_TRANSLATE_NOOP("Alert", "Job pending too long")},
    {v1::Alert::GPU_OCCUPIED, QT_TRANSLATE_NOOP("Alert", "GPU in use outside Muster")},
    {v1::Alert::NODE_CANNOT_LAUNCH, QT_TRANSLATE_NOOP("Alert", "Node cannot launch")},
    {v1::Alert::DRIVER_BROKEN, QT_TRANSLATE_NOOP("Alert", "Driver broken")},
    {v1::Alert::DEVICE_RULES_CHANGED, QT_TRANSLATE_NOOP("Alert", "Device rules changed")},
    {v1::Alert::GPU_CLAIMED_TWICE, QT_TRANSLATE_NOOP("Alert", "GPU claimed twice")},
    {v1::Alert::DISK_FULL, QT_TRANSLATE_NOOP("Alert", "Disk full")},
    {v1::Alert::JOURNAL_OLDER, QT_TRANSLATE_NOOP("Alert", "Journal is an older copy")},
};

const auto& shownColumns() {
    static const ShownColumns<columns::AlertRow> all("muster::models::AlertModel",
        columns::alertColumns(),
        {"severity", "rule", "name", "since", "acknowledged_by", "note", "muted_until", "text"});
    return all;
}

} // namespace

StateText alertSeverity(v1::Alert::Severity severity) {
    if (severity == v1::Alert::CRITICAL) {
        return {QCoreApplication::translate("Alert", "Critical"), {}, Mark::Bad};
    }
    if (severity == v1::Alert::WARNING) {
        return {QCoreApplication::translate("Alert", "Warning"), {}, Mark::Waiting};
    }
    return {text(proto::word(severity)), {}, Mark::None};
}

QString alertWord(v1::Alert::Rule rule) {
    for (const auto& [known, word] : kRules) {
        if (known == rule) {
            return QCoreApplication::translate("Alert", word);
        }
    }
    return text(proto::word(rule));
}

OpenAlerts openAlerts(const ClusterState& state) {
    OpenAlerts open;
    for (const auto& [id, alert] : state.alerts()) {
        if (alert.acknowledged_by().empty()) {
            ++(alert.severity() == v1::Alert::CRITICAL ? open.critical : open.warning);
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
