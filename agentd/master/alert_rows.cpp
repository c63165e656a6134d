// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/alert_rows.h"

#include "core/proto/time.h"

namespace muster::agentd {

muster::v1::Alert row(const alerts::Alert& alert) {
    const auto& rule = alerts::info(alert.rule);
    muster::v1::Alert out;
    out.set_id(alerts::idOf(alert.rule, alert.object));
    out.set_rule(std::string(rule.name));
    out.set_severity(std::string(name(rule.severity)));
    out.set_object_kind(std::string(name(rule.kind)));
    out.set_object(alert.object);
    out.set_name(alert.name);
    out.set_text(alert.text);
    out.set_since_ms(proto::milliseconds(alert.since));
    if (alert.seen) {
        out.set_acknowledged_by(alert.seen->author);
        out.set_acknowledged_ms(proto::milliseconds(alert.seen->at));
        out.set_note(alert.seen->note);
        out.set_muted_until_ms(proto::milliseconds(alert.seen->mutedUntil));
    }
    return out;
}

history::Record alertRecord(const alerts::Alert& alert) {
    return {kAlert, alerts::idOf(alert.rule, alert.object), row(alert).SerializeAsString()};
}

Result<std::vector<alerts::Alert>> recoverAlerts(history::Journal& journal) {
    const auto records = journal.load(kAlert);
    if (!records) {
        return tl::unexpected(records.error());
    }
    std::vector<alerts::Alert> out;
    for (const auto& record : *records) {
        muster::v1::Alert row;
        const bool read = row.ParseFromString(record.payload);
        const auto rule = alerts::ruleByName(row.rule());
        if (!read || !rule) {
            continue;
        }
        auto& alert = out.emplace_back(alerts::Alert{*rule, row.object(), row.name(), row.text(),
            proto::instant(row.since_ms()), std::nullopt});
        if (!row.acknowledged_by().empty()) {
            alert.seen = {row.acknowledged_by(), proto::instant(row.acknowledged_ms()), row.note(),
                proto::maybeInstant(row.muted_until_ms())};
        }
    }
    return out;
}

} // namespace muster::agentd
