// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/explain.h"

#include <algorithm>
#include <set>

#include <fmt/ranges.h>

#include "agentd/master/machines.h"
#include "core/kernel/jobs/explanation.h"
#include "core/kernel/jobs/reason.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using muster::v1::Explanation;

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

// `job`: null for one that is not submitted.
Explanation explain(const Control& control, const jobs::JobSpec& spec, const jobs::Job* job,
    std::size_t most, Instant now) {
    const auto& master = control.master();
    std::vector<jobs::Machine> machines;
    for (const auto* agent : master.agents()) {
        machines.push_back(machineOf(*agent));
    }
    const auto found = jobs::explainFully(
        spec, machines, [&](const AgentId& agent) { return holdersText(master, agent); },
        rolesOf(master));
    const auto wait = jobs::behind(
        {found.reason, found.sentence, found.serves}, control.jobs().ahead(spec.priority, job));
    Explanation out;
    out.set_reason(proto::toProto(wait.reason));
    out.set_sentence(wait.text);
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
    out.set_ahead(static_cast<std::uint32_t>(control.jobs().countAhead(spec.priority, job)));
    out.set_at_ms(proto::milliseconds(now));
    return out;
}

std::string aheadText(std::uint32_t ahead) {
    return ahead == 0 ? "no jobs are ahead of it in the queue"
        : ahead == 1  ? "1 job is ahead of it in the queue"
                      : fmt::format("{} jobs are ahead of it in the queue", ahead);
}

// A machine would serve it, and nobody that comes before it.
void addQueueWords(Explanation& out) {
    if (out.reason() == proto::toProto(WaitReason::None)) {
        out.set_sentence(fmt::format("{}; {}", out.sentence(), aheadText(out.ahead())));
    }
}

// As the list says it, but since when; whatever else happens, nothing starts it while it is held.
void addHoldWords(const jobs::Hold& hold, Explanation& out) {
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
    // What sets a job aside is decided by the scheduler, which counts a pause in uptime.
    if (job.waiting == WaitReason::Held || job.waiting == WaitReason::BackOff) {
        out.set_reason(proto::toProto(job.waiting));
        out.set_sentence(job.waitText);
    }
    if (job.hold) {
        addHoldWords(*job.hold, out);
    }
    addQueueWords(out);
    return out;
}

Explanation explainSpec(
    const Control& control, const jobs::JobSpec& spec, std::size_t machines, Instant now) {
    auto out = explain(control, spec, nullptr, machines, now);
    addQueueWords(out);
    return out;
}

} // namespace muster::agentd
