// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/closed.h"

namespace muster::agentd {

std::string by(const std::string& author) {
    return author.empty() ? "" : " by " + author;
}

std::string closedText(const cluster::Agent& agent) {
    using Drain = cluster::AgentPolicy::Drain;
    const auto& policy = agent.policy;
    if (agent.state != AgentState::Active) {
        return std::string(wireName(agent.state));
    }
    if (policy.drain != Drain::None) {
        return fmt::format("{}{}{}{}", policy.drain == Drain::Draining ? "draining" : "drained",
            by(policy.author), policy.reason.empty() ? "" : ": ", policy.reason);
    }
    if (agent.info.has(NodeProblem::CannotLaunch)) {
        return "unable to launch containers";
    }
    return policy.deactivated ? "deactivated" + by(policy.author) : "";
}

std::string unavailableText(const cluster::Agent& agent) {
    if (const auto closed = closedText(agent); !closed.empty()) {
        return "Its node is " + closed;
    }
    const auto isUsedUp = [&](const char* resource) {
        const auto all = agent.info.total.total(resource);
        return all > Milli{} && agent.used.total().total(resource) >= all;
    };
    return isUsedUp("cpus") ? "All CPUs of its node are in use"
        : isUsedUp("mem")   ? "All memory of its node is in use"
                            : "";
}

} // namespace muster::agentd
