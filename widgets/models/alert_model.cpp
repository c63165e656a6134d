// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/alert_model.h"

#include <QCoreApplication>

#include "core/columns/alert.h"
#include "core/words/state_words.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

QString translated(std::string_view words) {
    return QCoreApplication::translate("Alert", std::string(words).c_str());
}

const auto& shownColumns() {
    static const ShownColumns<columns::AlertRow> all(
        "muster::models::AlertModel", columns::alertColumns(), columns::alertOrder());
    return all;
}

} // namespace

StateText alertSeverity(v1::Alert::Severity severity) {
    const auto shown = words::wordsOf(severity);
    return {translated(shown.word), {}, shown.mark};
}

QString alertWord(v1::Alert::Rule rule) {
    return translated(words::wordsOf(rule).word);
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
