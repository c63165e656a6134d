// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/alert_model.h"

#include <QCoreApplication>

#include "widgets/models/text.h"

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

TableModel::Column AlertModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Severity:
        return {.title = tr("Severity"), .keys = "severity state", .rank = Rank::Main};
    case Rule:
        return {.title = tr("Alert"), .keys = "alert rule", .rank = Rank::Main};
    case Object:
        return {.title = tr("Where"), .keys = "where object node gpu job", .rank = Rank::Main};
    case Since:
        return {.title = tr("Since"),
            .keys = "since age",
            .measure = Measure::Moment,
            .rank = Rank::Main};
    case SeenBy:
        return {.title = tr("Acknowledged by"), .keys = "seen by", .rank = Rank::Main};
    case Note:
        return {.title = tr("Note"), .keys = "note"};
    case MutedUntil:
        return {.title = tr("Muted until"),
            .keys = "muted",
            .measure = Measure::Moment,
            .rank = Rank::Extra,
            .help = tr("It is not reported as new if it returns before this time")};
    case Text:
        return {.title = tr("What"),
            .keys = "what text",
            .rank = Rank::Main,
            .help = tr("What is wrong and how to fix it")};
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell AlertModel::cell(const std::string& key, int column) const {
    const auto found = state().alerts().find(key);
    if (found == state().alerts().end()) {
        return {};
    }
    const auto& alert = found->second;
    switch (static_cast<Column>(column)) {
    case Severity:
        return stateCell(alertSeverity(alert.severity()));
    case Rule:
        return textCell(alertWord(alert.rule()), text(alert.id()));
    case Object:
        return textCell(text(alert.name()), text(alert.object()));
    case Since:
        return timeCell(alert.since_ms());
    case Text:
        return textCell(text(alert.text()), text(alert.text()));
    case SeenBy:
        return textCell(text(alert.acknowledged_by()), isoText(alert.acknowledged_ms()));
    case Note:
        return textCell(text(alert.note()), text(alert.note()));
    case MutedUntil:
        return timeCell(alert.muted_until_ms());
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models
