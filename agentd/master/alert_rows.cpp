// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/alert_rows.h"

#include "agentd/master/row_bytes.h"
#include "core/proto/muster/v1/journal.pb.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {

muster::v1::Alert row(const alerts::Alert& alert) {
    const auto& rule = alerts::info(alert.rule);
    muster::v1::Alert out;
    out.set_id(alerts::idOf(alert.rule, alert.object));
    out.set_rule(proto::toProto(alert.rule));
    out.set_severity(proto::toProto(rule.severity));
    out.set_object_kind(proto::toProto(rule.kind));
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
    muster::v1::AlertRow out;
    out.set_rule(std::string(alerts::info(alert.rule).name));
    out.set_object(alert.object);
    out.set_name(alert.name);
    out.set_text(alert.text);
    out.set_since_ms(proto::milliseconds(alert.since));
    if (alert.seen) {
        auto& seen = *out.mutable_seen();
        seen.set_author(alert.seen->author);
        seen.set_at_ms(proto::milliseconds(alert.seen->at));
        seen.set_note(alert.seen->note);
        seen.set_muted_until_ms(proto::milliseconds(alert.seen->mutedUntil));
    }
    return {kAlert, alerts::idOf(alert.rule, alert.object), out.SerializeAsString()};
}

Result<std::vector<alerts::Alert>> recoverAlerts(history::Journal& journal) {
    const auto records = journal.load(kAlert);
    if (!records) {
        return tl::unexpected(records.error());
    }
    std::vector<alerts::Alert> out;
    for (const auto& record : *records) {
        const auto row = parseRow<muster::v1::AlertRow>(record.payload, "An alert");
        const auto rule = row ? alerts::ruleByName(row->rule()) : std::nullopt;
        if (!rule) {
            continue;
        }
        auto& alert = out.emplace_back(alerts::Alert{*rule, row->object(), row->name(), row->text(),
            proto::instant(row->since_ms()), std::nullopt});
        if (row->has_seen()) {
            const auto& seen = row->seen();
            alert.seen = {seen.author(), proto::instant(seen.at_ms()), seen.note(),
                proto::maybeInstant(seen.muted_until_ms())};
        }
    }
    return out;
}

} // namespace muster::agentd
