// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/admission.h"

#include <variant>

namespace muster::agentd {

const Error* Admission::whyNot(const cluster::FrameworkCall& call) const {
    const bool isEnding = std::visit(
        []<typename Call>(const Call&) {
            constexpr bool ends = isOneOf<Call, cluster::Decline, cluster::Suppress, cluster::Kill,
                cluster::Acknowledge, cluster::AcknowledgeOperation, cluster::Shutdown,
                cluster::Teardown>;
            static_assert(ends
                || isOneOf<Call, cluster::Subscribe, cluster::Accept, cluster::Revive,
                    cluster::Reconcile, cluster::Message, cluster::Request,
                    cluster::ReconcileOperations, cluster::AnswerInverseOffers,
                    cluster::UpdateFramework>);
            return ends;
        },
        call);
    return isEnding ? whyNotEnd() : whyNotBegin();
}

bool Admission::isAwaited(const cluster::FrameworkCall& call) {
    return std::visit(
        []<typename Call>(const Call&) {
            constexpr bool awaited
                = isOneOf<Call, cluster::Subscribe, cluster::Accept, cluster::Revive, cluster::Kill,
                    cluster::Shutdown, cluster::Teardown, cluster::UpdateFramework>;
            static_assert(awaited
                || isOneOf<Call, cluster::Decline, cluster::Suppress, cluster::Acknowledge,
                    cluster::AcknowledgeOperation, cluster::Reconcile, cluster::ReconcileOperations,
                    cluster::Message, cluster::Request, cluster::AnswerInverseOffers>);
            return awaited;
        },
        call);
}

} // namespace muster::agentd
