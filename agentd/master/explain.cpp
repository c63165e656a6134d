// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/explain.h"

#include <algorithm>
#include <set>

#include <fmt/ranges.h>

#include "agentd/master/closed.h"
#include "core/kernel/jobs/explanation.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using muster::v1::Explanation;

bool isFailed(const cluster::GpuStatus& gpu) {
    return gpu.state == GpuState::Unhealthy || gpu.state == GpuState::Lost
        || gpu.state == GpuState::Occupied;
}

// What is withheld and is in use still counts in the total.
Milli restorable(const cluster::Agent& agent) {
    const auto count = std::ranges::count_if(agent.gpus, [](const cluster::GpuStatus& gpu) {
        return !gpu.holder && (gpu.restriction || isFailed(gpu));
    });
    return Milli::whole(count);
}

// "1 restricted by alice until ...: fan; 1 lost"
std::string withheldText(const cluster::Agent& agent) {
    std::vector<std::string> parts;
    for (const auto& gpu : agent.gpus) {
        if (gpu.restriction) {
            const auto& restriction = *gpu.restriction;
            parts.push_back(fmt::format("1 restricted{}{}: {}", by(restriction.author),
                restriction.until ? " until " + isoTime(*restriction.until) : "",
                restriction.reason));
        } else if (isFailed(gpu)) {
            parts.push_back(fmt::format("1 {}", wireName(gpu.state)));
        }
    }
    for (const auto& item : agent.info.total.others()) {
        if (item.name == "gpus" && item.isReserved()) {
            parts.push_back(
                fmt::format("{} reserved for {}", std::get<Milli>(item.value).text(), item.role()));
        }
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

// The job scheduler has role "*": what is reserved is for others.
Resources unreserved(const Resources& resources) {
    auto items = resources.items();
    std::erase_if(items, [](const Resource& item) { return item.isReserved(); });
    return Resources(std::move(items));
}

std::vector<jobs::Machine> machinesOf(const cluster::Master& master) {
    std::vector<jobs::Machine> out;
    const auto agents = master.agents();
    out.reserve(agents.size());
    for (const auto* agent : agents) {
        auto& machine = out.emplace_back();
        machine.supply = {.agent = agent->id,
            .hostname = agent->info.hostname,
            .attributes = agent->info.attributes,
            .free = unreserved(agent->info.total - agent->used.total()),
            .hasGpus = !agent->info.gpus.empty()};
        machine.total = unreserved(agent->info.total);
        machine.closed = closedText(*agent);
        machine.isKnown = agent->state == AgentState::Active;
        machine.withheld = withheldText(*agent);
        machine.restorable = restorable(*agent);
    }
    return out;
}

// "train (alice), sweep (bob)": each task once.
std::string holdersText(const cluster::Master& master, const AgentId& id) {
    std::vector<std::string> names;
    std::set<cluster::TaskKey> seen;
    const auto* agent = master.agent(id);
    for (const auto& gpu : agent == nullptr ? std::vector<cluster::GpuStatus>() : agent->gpus) {
        const auto* task = gpu.holder ? master.task(*gpu.holder) : nullptr;
        if (task != nullptr && seen.insert(*gpu.holder).second) {
            names.push_back(task->info.user.empty()
                    ? task->info.name
                    : fmt::format("{} ({})", task->info.name, task->info.user));
        }
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

// Those that would be served before it. `job`: null for one that is not submitted.
std::size_t countAhead(const jobs::Scheduler& scheduler, int priority, const jobs::Job* job) {
    std::size_t ahead = 0;
    bool before = true; // in order of submission
    for (const auto* other : scheduler.jobs()) {
        before = before && other != job;
        const bool first
            = other->spec.priority > priority || (other->spec.priority == priority && before);
        const bool queued = other->state == JobState::Queued && !other->hold;
        ahead += other != job && queued && first ? 1 : 0;
    }
    return ahead;
}

std::string quotaTextOf(const cluster::Master& master, const jobs::JobSpec& spec,
    const std::vector<jobs::Machine>& machines) {
    std::vector<jobs::RoleUse> roles;
    for (const auto& role : master.roles()) {
        roles.push_back({role.name, role.quota, role.consumed});
    }
    Quantities free;
    for (const auto& machine : machines) {
        if (machine.closed.empty()) {
            free += unreservedQuantities(machine.supply.free);
        }
    }
    return jobs::quotaText(spec, "*", roles, free);
}

// A machine would serve it, and it may not be offered it.
void sayQuota(const std::string& quota, Explanation& out) {
    out.set_reason(proto::toProto(WaitReason::Quota));
    out.set_sentence(quota);
    out.add_would_start(fmt::format("on {}, once the quota allows it", out.serves()));
    out.clear_serves();
}

Explanation explain(const Control& control, const jobs::JobSpec& spec, const jobs::Job* job,
    std::size_t most, Instant now) {
    const auto& master = control.master();
    const auto machines = machinesOf(master);
    const auto found = jobs::explainFully(
        spec, machines, [&](const AgentId& agent) { return holdersText(master, agent); });
    Explanation out;
    out.set_reason(proto::toProto(found.reason));
    out.set_sentence(found.sentence);
    for (const auto& requirement : found.requirements) {
        auto& row = *out.add_requirements();
        row.set_name(requirement.name);
        row.set_needed(requirement.needed);
    }
    const auto shown = std::min(most, found.verdicts.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& verdict = found.verdicts[i];
        auto& row = *out.add_machines();
        row.set_agent_id(machines[verdict.machine].supply.agent.value);
        row.set_hostname(machines[verdict.machine].supply.hostname);
        row.set_could_serve(verdict.couldServe);
        for (const auto& finding : verdict.findings) {
            row.add_findings()->set_found(finding.found);
            row.mutable_findings()->rbegin()->set_met(finding.met);
        }
    }
    out.set_left_out(static_cast<std::uint32_t>(found.verdicts.size() - shown));
    for (const auto& sentence : found.wouldStart) {
        out.add_would_start(sentence);
    }
    if (found.serves) {
        out.set_serves(machines[*found.serves].supply.hostname);
    }
    const auto quota = quotaTextOf(master, spec, machines);
    if (found.serves && !quota.empty()) {
        sayQuota(quota, out);
    }
    out.set_ahead(static_cast<std::uint32_t>(countAhead(control.jobs(), spec.priority, job)));
    out.set_at_ms(proto::milliseconds(now));
    return out;
}

std::string aheadText(std::uint32_t ahead) {
    return ahead == 0 ? "no jobs are ahead of it in the queue"
        : ahead == 1  ? "1 job is ahead of it in the queue"
                      : fmt::format("{} jobs are ahead of it in the queue", ahead);
}

// A machine would serve it: then it is the queue that it waits for.
void addQueueWords(Explanation& out) {
    if (!out.serves().empty()) {
        out.set_sentence(fmt::format("{}; {}", out.sentence(), aheadText(out.ahead())));
    }
}

void sayHeld(const jobs::Job& job, Explanation& out) {
    const auto& hold = *job.hold;
    out.set_reason(proto::toProto(WaitReason::Held));
    out.set_sentence(fmt::format("Held by {} since {}{}{}", hold.author, isoTime(hold.since),
        hold.reason.empty() ? "" : ": ", hold.reason));
    if (!out.serves().empty()) {
        out.add_would_start("on " + out.serves());
        out.clear_serves(); // for nothing serves it as long as it is held
    }
    for (auto& line : *out.mutable_would_start()) {
        line += ", once it is released";
    }
}

} // namespace

Explanation explainJob(
    const Control& control, const jobs::Job& job, std::size_t machines, Instant now) {
    if (job.state != JobState::Queued || job.launched) {
        Explanation out;
        const auto* agent = control.master().agent(job.agent);
        const auto& why = job.why.empty() ? job.message : job.why;
        out.set_state(proto::toProto(job.state));
        out.set_reason(proto::toProto(WaitReason::None));
        out.set_sentence(isTerminal(job.state)
                ? fmt::format("{}{}{}", wording(job.state).sentence, why.empty() ? "" : ": ", why)
                : fmt::format("{} on {}", job.started ? "Running" : "Starting",
                    agent == nullptr ? job.agent.value : agent->info.hostname));
        out.set_at_ms(proto::milliseconds(now));
        return out;
    }
    auto out = explain(control, job.spec, &job, machines, now);
    out.set_state(proto::toProto(job.state));
    if (job.hold) {
        sayHeld(job, out);
    } else if (job.notBefore && *job.notBefore > now) {
        out.set_reason(proto::toProto(WaitReason::BackOff));
        out.set_sentence(
            fmt::format("Backing off until {} after a failed attempt", isoTime(*job.notBefore)));
    } else {
        addQueueWords(out);
    }
    return out;
}

Explanation explainSpec(
    const Control& control, const jobs::JobSpec& spec, std::size_t machines, Instant now) {
    auto out = explain(control, spec, nullptr, machines, now);
    addQueueWords(out);
    return out;
}

} // namespace muster::agentd
