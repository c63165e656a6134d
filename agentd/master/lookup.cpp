// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/lookup.h"

#include <algorithm>
#include <iterator>

#include <fmt/ranges.h>

#include "agentd/master/control_journal.h"
#include "core/kernel/base/operator_command.h"

namespace muster::agentd {

Result<const jobs::Job*> findJob(const jobs::Scheduler& scheduler, const std::string& text) {
    if (const auto* job = scheduler.job({text})) {
        return job;
    }
    const auto jobs = scheduler.jobs();
    const auto named = std::find_if(
        jobs.rbegin(), jobs.rend(), [&](const jobs::Job* job) { return job->spec.name == text; });
    if (named == jobs.rend()) {
        return unknownObject(OperatorCommandInfo::Object::Job, text);
    }
    return *named;
}

Result<JobId> findLiveJob(const jobs::Scheduler& scheduler, const std::string& text) {
    if (const auto* job = scheduler.job({text})) {
        return job->id;
    }
    std::vector<std::string> live;
    const jobs::Job* ended = nullptr;
    for (const auto* job : scheduler.jobs()) {
        if (job->spec.name != text) {
            continue;
        }
        if (isTerminal(job->state)) {
            ended = job;
        } else {
            live.push_back(job->id.value);
        }
    }
    if (live.size() == 1) {
        return JobId{live.front()};
    }
    if (live.size() > 1) {
        return failure(
            fmt::format("{} jobs are named '{}': use the id of one, {}", live.size(), text,
                fmt::join(
                    live.begin(), live.begin() + std::min<std::ptrdiff_t>(live.size(), 5), ", ")));
    }
    if (ended != nullptr) {
        const auto name = fmt::format("Job '{}' ({})", text, ended->id.value);
        return tl::unexpected(
            checkState(CommandKind::KillJob, ObjectState::Ended, name, wireName(ended->state))
                .error());
    }
    return unknownObject(OperatorCommandInfo::Object::Job, text);
}

Result<const cluster::Agent*> findAgent(const cluster::Master& master, const std::string& text) {
    if (const auto* agent = master.agent(AgentId{text})) {
        return agent;
    }
    std::vector<const cluster::Agent*> found;
    for (const auto* agent : master.agents()) {
        if (agent->info.hostname == text && !agent->policy.gone) {
            found.push_back(agent);
        }
    }
    if (found.size() > 1) {
        return failure(fmt::format("{} nodes are named '{}': use the id of one, {} or {}",
            found.size(), text, found[0]->id.value, found[1]->id.value));
    }
    if (found.empty()) {
        return unknownObject(OperatorCommandInfo::Object::Node, text);
    }
    return found.front();
}

Result<GpuUuid> findGpu(const cluster::Master& master, const std::string& beginning) {
    if (const auto gpu = master.gpu({beginning})) {
        return gpu->info->uuid;
    }
    std::vector<GpuUuid> found;
    for (const auto* agent : master.agents()) {
        for (const auto& gpu : agent->info.gpus) {
            if (!beginning.empty() && gpu.uuid.value.starts_with(beginning)) {
                found.push_back(gpu.uuid);
            }
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    return found.empty() ? unknownObject(OperatorCommandInfo::Object::Gpu, beginning)
                         : failure(fmt::format(
                             "'{}' matches {} GPUs: use a longer prefix", beginning, found.size()));
}

// Lists show the end of an id, for the beginning of all of a master is the same.
Result<OfferId> findOffer(const cluster::Master& master, const std::string& text) {
    if (const auto* offer = master.offer({text})) {
        return offer->id;
    }
    for (const auto* offer :
        text.empty() ? std::vector<const cluster::Offer*>() : master.offers()) {
        if (offer->id.value.ends_with("-" + text)) {
            return offer->id;
        }
    }
    return unknownObject(OperatorCommandInfo::Object::Offer, text);
}

Result<std::vector<FrameworkId>> findFrameworks(
    const cluster::Master& master, const std::string& text) {
    std::vector<FrameworkId> found;
    for (const auto* framework : master.frameworks()) {
        if (text.empty() || framework->info.id.value == text || framework->info.name == text) {
            found.push_back(framework->info.id);
        }
    }
    if (found.empty() && !text.empty()) {
        return unknownObject(OperatorCommandInfo::Object::Framework, text);
    }
    return found;
}

Result<LogRelay::Source> findTask(const Control& control, history::Journal& journal,
    const std::string& framework, const std::string& task) {
    std::vector<const cluster::Task*> found;
    if (!framework.empty()) {
        if (const auto* named = control.master().task({{framework}, {task}})) {
            found.push_back(named);
        }
    } else {
        std::ranges::copy_if(control.master().tasks(), std::back_inserter(found),
            [&](const auto* candidate) { return candidate->info.id.value == task; });
    }
    if (found.size() > 1) {
        return failure(fmt::format(
            "{} frameworks have a task '{}': specify the framework, too", found.size(), task));
    }
    if (found.size() == 1) {
        const auto& info = found.front()->info;
        return LogRelay::Source{
            {found.front()->framework, info.id}, info.agent, cluster::sandboxName(info)};
    }
    const auto owner = framework.empty() ? control.jobsFramework().value : framework;
    if (const auto ended = endedTask(journal, {{owner}, {task}})) {
        const auto& executor = ended->executor(); // shares its sandbox as cluster::sandboxName says
        return LogRelay::Source{
            {{owner}, {task}}, {ended->agent_id()}, executor.custom() ? executor.id() : task};
    }
    return unknownObject(OperatorCommandInfo::Object::Task, task);
}

} // namespace muster::agentd
