// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/refusals.h"

#include <algorithm>

#include "agentd/master/lookup.h"
#include "core/proto/resources.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kUsualRefusals = 200;
constexpr std::size_t kMostRefusals = 5000; // far below the limit of a message

void fill(const cluster::Master::Refusal& refusal, muster::v1::Refusals::Row& row) {
    row.set_framework_id(refusal.framework->info.id.value);
    row.set_framework_name(refusal.framework->info.name);
    row.set_role(refusal.role);
    if (refusal.agent != nullptr) {
        row.set_agent_id(refusal.agent->id.value);
        row.set_hostname(refusal.agent->info.hostname);
        *row.mutable_resources() = proto::toRow(refusal.resources);
    }
    row.set_until_ms(refusal.until ? proto::milliseconds(*refusal.until) : 0);
    row.set_reason(proto::toProto(refusal.reason));
    row.set_why(std::string(wording(refusal.reason).sentence));
}

} // namespace

Result<muster::v1::Refusals> refusals(
    const Control& control, const muster::v1::QueryRefusals& query, Now now) {
    const auto frameworks = findFrameworks(control.master(), query.framework());
    if (!frameworks) {
        return tl::unexpected(frameworks.error());
    }
    const auto limit
        = std::min(query.limit() == 0 ? kUsualRefusals : std::size_t{query.limit()}, kMostRefusals);
    const auto found = control.master().refusals(*frameworks, limit, now);
    muster::v1::Refusals out;
    for (const auto& one : found.rows) {
        fill(one, *out.add_rows());
    }
    for (const auto& one : found.withheld) {
        if (!query.framework().empty() || one.framework->info.id != control.jobsFramework()) {
            fill(one, *out.add_withheld());
        }
    }
    out.set_more(found.more);
    return out;
}

} // namespace muster::agentd
