// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/watch.h"

#include <algorithm>

#include "core/kernel/alerts/sentences.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/text.h"

namespace muster::alerts {
namespace {

constexpr Duration kReturn = std::chrono::minutes(15); // agents and frameworks may take 10 min

bool isMuted(const Alert& alert, Now now) {
    return alert.seen && alert.seen->mutedUntil && *alert.seen->mutedUntil > now.wall;
}

bool hasEnded(const Alert& alert) {
    return alert.since == Instant{};
}

std::string describe(const Alert& alert) {
    return fmt::format("{} on {}: {}", info(alert.rule).name, alert.name, alert.text);
}

constexpr MetricValue kCoolBy = 5; // °C below the limit
constexpr Duration kCoolFor = std::chrono::minutes(1);
constexpr MetricValue kIdle = 1; // %
constexpr Duration kGap = std::chrono::minutes(5); // without samples: nobody knows
constexpr Rule kGpuRules[]
    = {Rule::GpuUnhealthy, Rule::GpuLost, Rule::GpuOccupied, Rule::GpuHot, Rule::GpuIdleHold};
constexpr Duration kLongestWait = std::chrono::weeks(520); // a wall clock says much
constexpr std::size_t kMostJobs = 100;
// NVML's clock event reasons: software and hardware thermal slowdown.
constexpr MetricValue kThermal = 0x20 | 0x40;

constexpr std::pair<NodeProblem, Rule> kNodeRules[] = {
    {NodeProblem::CannotLaunch, Rule::NodeCannotLaunch},
    {NodeProblem::DriverBroken, Rule::DriverBroken},
    {NodeProblem::DeviceRulesChanged, Rule::DeviceRulesChanged},
    {NodeProblem::GpuClaimedTwice, Rule::GpuClaimedTwice},
};

unsigned bit(Rule rule) {
    return 1u << static_cast<unsigned>(rule);
}

std::string holderOf(const std::string& framework, const std::string& task) {
    return task.empty() ? std::string() : framework + "/" + task;
}

// Without an allocation if it says the same.
void assign(std::string& target, std::string_view text) {
    if (target != text) {
        target = text;
    }
}

} // namespace

Watch::Watch(Thresholds thresholds, std::vector<Alert> remembered, Now now)
    : m_thresholds(thresholds), m_confirmUntil(now.uptime + kReturn) {
    for (auto& alert : remembered) {
        auto id = idOf(alert.rule, alert.object);
        if (hasEnded(alert)) {
            m_absent.emplace(std::move(id), std::move(alert));
        } else if (!isOff(alert.rule)) {
            m_unconfirmed.insert(id);
            (alert.counted ? m_counting : m_alerts).emplace(std::move(id), std::move(alert));
        } else if (alert.counted) {
            m_news.counts.insert(std::move(id));
        } else {
            const auto rule = alert.rule;
            const auto object = alert.object;
            m_alerts.emplace(std::move(id), std::move(alert));
            dim(rule, object, now);
        }
    }
    dropAbsent(now);
}

bool Watch::isOff(Rule rule) const {
    return (rule == Rule::GpuHot && m_thresholds.temperature == 0)
        || (rule == Rule::GpuIdleHold && m_thresholds.idleHold <= Duration(0))
        || (rule == Rule::JobWaitsLong && m_thresholds.queueTime <= Duration(0));
}

void Watch::light(Rule rule, const std::string& object, std::string name, std::string text,
    Instant since, Now now) {
    const auto id = idOf(rule, object);
    if (const auto lit = m_alerts.find(id); lit != m_alerts.end()) {
        m_unconfirmed.erase(id);
        if (lit->second.text != text || lit->second.name != name) {
            lit->second.text = std::move(text);
            lit->second.name = std::move(name);
            m_news.alerts.insert(id);
        }
        return;
    }
    Alert alert{rule, object, std::move(name), std::move(text), since, std::nullopt};
    if (auto muted = m_absent.extract(id); muted && isMuted(muted.mapped(), now)) {
        alert.seen = std::move(muted.mapped().seen);
    }
    event(AuditKind::AlertRaised, object, describe(alert));
    m_alerts.emplace(id, std::move(alert));
    m_news.alerts.insert(id);
}

void Watch::dim(Rule rule, const std::string& object, Now now) {
    auto gone = m_alerts.extract(idOf(rule, object));
    if (!gone) {
        return;
    }
    m_unconfirmed.erase(gone.key());
    auto& alert = gone.mapped();
    event(AuditKind::AlertEnded, object, fmt::format("{} on {}", info(rule).name, alert.name));
    m_news.alerts.insert(gone.key());
    if (isMuted(alert, now)) {
        alert.since = {};
        m_absent.insert(std::move(gone));
        dropAbsent(now);
    }
}

// Those whose mute is over.
void Watch::dropAbsent(Now now) {
    m_absentDue.reset();
    for (auto it = m_absent.begin(); it != m_absent.end();) {
        const auto& [id, alert] = *it;
        if (!isMuted(alert, now)) {
            m_news.alerts.insert(id);
            it = m_absent.erase(it);
            continue;
        }
        takeEarlier(m_absentDue, now.lookAt(*alert.seen->mutedUntil));
        ++it;
    }
}

void Watch::endUnconfirmed(Now now) {
    for (const auto& id : std::exchange(m_unconfirmed, {})) {
        if (const auto lit = m_alerts.find(id); lit != m_alerts.end()) {
            const auto object = lit->second.object; // which does not outlive it
            dim(lit->second.rule, object, now);
        } else if (m_counting.erase(id) > 0) {
            m_news.counts.insert(id);
        }
    }
}

Status Watch::acknowledge(const std::string& id, Acknowledgement seen, Now now) {
    const auto lit = m_alerts.find(id);
    if (lit == m_alerts.end()) {
        return unknownObject(OperatorCommandInfo::Object::Alert, id);
    }
    if (seen.mutedUntil && *seen.mutedUntil <= now.wall) {
        return failure("The end of the mute is in the past");
    }
    auto detail = fmt::format("{} on {}{}{}", info(lit->second.rule).name, lit->second.name,
        seen.note.empty() ? "" : ": ", seen.note);
    if (seen.mutedUntil) {
        detail += fmt::format("; muted until {}", isoTime(*seen.mutedUntil));
    }
    m_news.events.push_back(
        {seen.author, std::string(muster::info(CommandKind::AcknowledgeAlert).name),
            lit->second.object, std::move(detail)});
    m_news.alerts.insert(id);
    lit->second.seen = std::move(seen);
    return {};
}

Result<std::string> Watch::find(const std::string& beginning) const {
    const auto first = m_alerts.lower_bound(beginning);
    auto end = first;
    std::size_t found = 0;
    while (end != m_alerts.end() && end->first.starts_with(beginning)) {
        ++end;
        ++found;
    }
    if (found == 0 || beginning.empty()) {
        return failure(
            fmt::format("No alert '{}': see 'muster alerts'", beginning), Error::Kind::NotFound);
    }
    if (found > 1 && first->first != beginning) {
        return failure(
            fmt::format("'{}' matches {} alerts: use a longer prefix", beginning, found));
    }
    return first->first;
}

const Alert* Watch::stored(const std::string& id) const {
    for (const auto* all : {&m_alerts, &m_absent, &m_counting}) {
        if (const auto found = all->find(id); found != all->end()) {
            return &found->second;
        }
    }
    return nullptr;
}

News Watch::take() {
    return std::exchange(m_news, {});
}

void Watch::event(AuditKind kind, std::string object, std::string detail) {
    m_news.events.push_back(
        {"master", std::string(actionOf(kind)), std::move(object), std::move(detail)});
}

void Watch::tick(Now now) {
    if (m_absentDue && *m_absentDue <= now.uptime) {
        dropAbsent(now);
    }
    if (now.uptime >= m_confirmUntil) {
        endUnconfirmed(now);
    }
    lightJobs(now);
}

void Watch::light(
    Gpu& gpu, Rule rule, const GpuUuid& uuid, std::string text, Instant since, Now now) {
    gpu.lit |= bit(rule);
    light(rule, uuid.value, fmt::format("{}:{}", gpu.node, gpu.index), std::move(text), since, now);
}

void Watch::dim(Gpu& gpu, Rule rule, const GpuUuid& uuid, Now now) {
    if ((gpu.lit & bit(rule)) != 0) {
        gpu.lit &= ~bit(rule);
        dim(rule, uuid.value, now);
    }
}

void Watch::agent(const AgentId& id, const cluster::Agent* agent, Now now) {
    const auto known = m_agents.find(id.value);
    if (agent == nullptr) {
        if (known != m_agents.end()) {
            dim(Rule::AgentUnreachable, id.value, now);
            m_agents.erase(known);
        }
        watchTroubles(id, nullptr, now);
        return;
    }
    watchTroubles(id, agent, now);
    const bool isNew = known == m_agents.end();
    if (!isNew && known->second == agent->state) {
        return;
    }
    m_agents.insert_or_assign(id.value, agent->state);
    if (agent->state == AgentState::Active) {
        event(AuditKind::AgentJoined, id.value,
            fmt::format("{}, {}", agent->info.hostname, counted(agent->info.gpus.size(), "GPU")));
    } else if (!isNew && agent->state == AgentState::Disconnected) {
        event(AuditKind::AgentLeft, id.value, agent->info.hostname);
    }
    if (agent->state != AgentState::Unreachable) {
        if (agent->state == AgentState::Active) {
            dim(Rule::AgentUnreachable, id.value, now);
        }
        return;
    }
    light(Rule::AgentUnreachable, id.value, agent->info.hostname, unreachableSentence(*agent, now),
        agent->disconnected.value_or(now.wall), now);
    for (const auto& gpu : agent->info.gpus) {
        if (const auto found = m_gpus.find(gpu.uuid.value); found != m_gpus.end()) {
            forgetReadings(found->second, gpu.uuid, now);
        }
    }
}

// Of a node that is away nobody knows.
void Watch::watchTroubles(const AgentId& id, const cluster::Agent* agent, Now now) {
    const bool isHere = agent != nullptr && agent->state == AgentState::Active;
    auto troubles = isHere ? agent->troubles() : std::vector<cluster::NodeTrouble>();
    const auto known = m_troubles.find(id.value);
    const bool isSame = known == m_troubles.end() ? troubles.empty() : known->second == troubles;
    if (isSame && (!isHere || m_unconfirmed.empty())) {
        return;
    }
    for (const auto& [problem, rule] : kNodeRules) {
        const auto has = [problem = problem](const auto& one) { return one.problem == problem; };
        if (std::any_of(troubles.begin(), troubles.end(), has)) {
            light(
                rule, id.value, agent->info.hostname, troubleSentence(problem, troubles), now, now);
        } else {
            dim(rule, id.value, now);
        }
    }
    if (troubles.empty()) {
        m_troubles.erase(id.value);
    } else {
        m_troubles[id.value] = std::move(troubles);
    }
}

void Watch::gpu(
    const GpuUuid& uuid, const cluster::Master::GpuView* view, const Holder& holder, Now now) {
    if (view == nullptr) {
        if (const auto known = m_gpus.find(uuid.value); known != m_gpus.end()) {
            forgetReadings(known->second, uuid, now);
            dim(known->second, Rule::GpuUnhealthy, uuid, now);
            dim(known->second, Rule::GpuLost, uuid, now);
            dim(known->second, Rule::GpuOccupied, uuid, now);
            m_gpus.erase(known);
        }
        return;
    }
    const auto [known, isNew] = m_gpus.try_emplace(uuid.value);
    auto& gpu = known->second;
    assign(gpu.node, view->agent->info.hostname);
    gpu.index = view->info->index;
    if (!isNew && (gpu.task != holder.task || gpu.framework != holder.framework)) {
        forgetIdle(gpu, uuid, now);
    }
    assign(gpu.framework, holder.framework);
    assign(gpu.task, holder.task);
    assign(gpu.taskName, holder.name);
    assign(gpu.user, holder.user);
    if (isNew) {
        adopt(gpu, uuid, now);
    }
    watchState(gpu, *view, now);
}

// What was lit or counted of it in the last life; from here on it is as any other.
void Watch::adopt(Gpu& gpu, const GpuUuid& uuid, Now now) {
    if (m_unconfirmed.empty()) {
        return;
    }
    for (const auto rule : kGpuRules) {
        const auto id = idOf(rule, uuid.value);
        if (m_unconfirmed.erase(id) > 0 && m_alerts.contains(id)) {
            gpu.lit |= bit(rule);
        }
    }
    const auto holder = holderOf(gpu.framework, gpu.task);
    const auto id = idOf(Rule::GpuIdleHold, uuid.value);
    if (const auto lit = m_alerts.find(id); lit != m_alerts.end()) {
        // A row of an older version does not name the holder.
        if (holder.empty() || (!lit->second.holder.empty() && lit->second.holder != holder)) {
            dim(gpu, Rule::GpuIdleHold, uuid, now);
        }
    }
    if (const auto counting = m_counting.find(id); counting != m_counting.end()) {
        const auto& before = counting->second;
        gpu.counted = now.uptime;
        if (before.holder != holder || now.wall - *before.counted > 2 * kGap) {
            stopCounting(gpu, uuid);
            return;
        }
        gpu.idleSince = now.uptimeAt(std::min(before.since, now.wall), kLongestWait);
        gpu.sampled = now.uptime;
    }
}

void Watch::watchState(Gpu& gpu, const cluster::Master::GpuView& view, Now now) {
    const auto& uuid = view.info->uuid;
    for (const auto& [state, rule] : {std::pair(GpuState::Unhealthy, Rule::GpuUnhealthy),
             std::pair(GpuState::Lost, Rule::GpuLost),
             std::pair(GpuState::Occupied, Rule::GpuOccupied)}) {
        if (view.status.state == state) {
            light(gpu, rule, uuid, stateSentence(state, view.status.problem), now, now);
        } else {
            dim(gpu, rule, uuid, now);
        }
    }
    if (view.status.state == GpuState::Lost) {
        forgetReadings(gpu, uuid, now);
    }
}

void Watch::forgetReadings(Gpu& gpu, const GpuUuid& uuid, Now now) {
    dim(gpu, Rule::GpuHot, uuid, now);
    gpu.coolSince.reset();
    forgetIdle(gpu, uuid, now);
}

void Watch::forgetIdle(Gpu& gpu, const GpuUuid& uuid, Now now) {
    stopCounting(gpu, uuid);
    gpu.idleSince.reset();
    dim(gpu, Rule::GpuIdleHold, uuid, now);
}

// So seldom that many idle GPUs cost a disk little; a restart takes no more than that from the
// time.
void Watch::count(Gpu& gpu, const GpuUuid& uuid, Now now) {
    gpu.counted = now.uptime;
    auto id = idOf(Rule::GpuIdleHold, uuid.value);
    if (m_absent.contains(id)) {
        return; // its mute is what is stored
    }
    Alert alert{Rule::GpuIdleHold, uuid.value, fmt::format("{}:{}", gpu.node, gpu.index), {},
        now.wallAt(*gpu.idleSince), std::nullopt};
    alert.holder = holderOf(gpu.framework, gpu.task);
    alert.counted = now.wall;
    m_news.counts.insert(id);
    m_counting.insert_or_assign(std::move(id), std::move(alert));
}

void Watch::stopCounting(Gpu& gpu, const GpuUuid& uuid) {
    if (std::exchange(gpu.counted, std::nullopt)) {
        auto id = idOf(Rule::GpuIdleHold, uuid.value);
        m_counting.erase(id);
        m_news.counts.insert(std::move(id));
    }
}

void Watch::sample(const GpuUuid& uuid, const Readings& readings, Now now) {
    const auto known = m_gpus.find(uuid.value);
    if (known == m_gpus.end()) {
        return;
    }
    auto& gpu = known->second;
    watchHeat(gpu, uuid, readings, now);
    watchIdle(gpu, uuid, readings, now);
    gpu.sampled = now.uptime;
}

void Watch::watchHeat(Gpu& gpu, const GpuUuid& uuid, const Readings& readings, Now now) {
    const auto limit = m_thresholds.temperature;
    const auto heat = readings.temperature;
    const bool slowed = readings.throttle != kUnknown && (readings.throttle & kThermal) != 0;
    const bool lit = (gpu.lit & bit(Rule::GpuHot)) != 0;
    if (limit == 0 || (!lit && !slowed && heat < limit)) {
        return;
    }
    if (slowed || heat >= limit) {
        gpu.coolSince.reset();
        if (!lit || heat > gpu.peak || (slowed && !gpu.slowed)) {
            gpu.peak = lit ? std::max(gpu.peak, heat) : heat;
            gpu.slowed = slowed || (lit && gpu.slowed);
            light(gpu, Rule::GpuHot, uuid, heatSentence(gpu.peak, limit, gpu.slowed), now, now);
        }
        return;
    }
    if (heat == kUnknown || heat > limit - kCoolBy) {
        gpu.coolSince.reset();
        return;
    }
    gpu.coolSince = gpu.coolSince.value_or(now.uptime);
    if (now.uptime - *gpu.coolSince >= kCoolFor) {
        dim(gpu, Rule::GpuHot, uuid, now);
    }
}

void Watch::watchIdle(Gpu& gpu, const GpuUuid& uuid, const Readings& readings, Now now) {
    if (m_thresholds.idleHold <= Duration(0) || gpu.task.empty()
        || readings.utilization == kUnknown) {
        return;
    }
    if (readings.utilization > kIdle) {
        forgetIdle(gpu, uuid, now);
        return;
    }
    if (!gpu.idleSince || (gpu.sampled && now.uptime - *gpu.sampled > kGap)) {
        stopCounting(gpu, uuid);
        gpu.idleSince = now.uptime;
    }
    if ((gpu.lit & bit(Rule::GpuIdleHold)) != 0) {
        return;
    }
    if (now.uptime - *gpu.idleSince >= m_thresholds.idleHold) {
        stopCounting(gpu, uuid);
        light(gpu, Rule::GpuIdleHold, uuid,
            idleSentence(gpu.user, gpu.taskName, m_thresholds.idleHold), now.wallAt(*gpu.idleSince),
            now);
        m_alerts.at(idOf(Rule::GpuIdleHold, uuid.value)).holder = holderOf(gpu.framework, gpu.task);
    } else if (now.uptime - gpu.counted.value_or(*gpu.idleSince) >= kGap) {
        count(gpu, uuid, now);
    }
}

void Watch::job(const JobId& id, const jobs::Job* job, Now now) {
    if (m_thresholds.queueTime <= Duration(0)) {
        return;
    }
    if (job == nullptr || job->state != JobState::Queued || job->launched || job->hold) {
        leaveQueue(id, now);
        return;
    }
    const auto [known, isNew] = m_jobs.try_emplace(id.value);
    auto& entry = known->second;
    if (isNew) {
        const auto before = m_unconfirmed.empty()
            ? m_alerts.end()
            : m_alerts.find(idOf(Rule::JobWaitsLong, id.value));
        entry.lit = before != m_alerts.end();
        const auto since = entry.lit ? before->second.since
            : job->attempts == 0     ? job->submitted
                                     : now.wall;
        entry.since = now.uptimeAt(std::min(since, now.wall), kLongestWait);
        if (entry.lit) {
            ++m_litJobs;
        } else {
            m_waiting.emplace(entry.since, id.value);
        }
    }
    assign(entry.name, job->spec.name.empty() ? id.value : job->spec.name);
    assign(entry.why,
        job->waitText.empty() ? wording(job->waiting).sentence : std::string_view(job->waitText));
    if (entry.lit) {
        light(Rule::JobWaitsLong, id.value, entry.name,
            waitSentence(id, entry.why, m_thresholds.queueTime), now.wallAt(entry.since), now);
    }
    lightJobs(now);
}

void Watch::leaveQueue(const JobId& id, Now now) {
    const auto known = m_jobs.find(id.value);
    if (known == m_jobs.end()) {
        if (!m_unconfirmed.empty()) {
            dim(Rule::JobWaitsLong, id.value, now);
        }
        return;
    }
    if (known->second.lit) {
        --m_litJobs;
        dim(Rule::JobWaitsLong, id.value, now);
    } else {
        m_waiting.erase({known->second.since, id.value});
    }
    m_jobs.erase(known);
    lightJobs(now);
}

void Watch::lightJobs(Now now) {
    while (m_litJobs < kMostJobs && !m_waiting.empty()
        && m_waiting.begin()->first + m_thresholds.queueTime <= now.uptime) {
        const auto first = m_waiting.extract(m_waiting.begin());
        const auto& [since, id] = first.value();
        auto& entry = m_jobs.at(id);
        entry.lit = true;
        ++m_litJobs;
        light(Rule::JobWaitsLong, id, entry.name,
            waitSentence({id}, entry.why, m_thresholds.queueTime), now.wallAt(since), now);
    }
}

void Watch::disk(const std::string& problem, Now now) {
    watchMaster(Rule::DiskFull, problem, now);
}

void Watch::journal(const std::string& problem, Now now) {
    watchMaster(Rule::JournalOlder, problem, now);
}

void Watch::watchMaster(Rule rule, const std::string& problem, Now now) {
    const std::string master(name(ObjectKind::Master));
    if (problem.empty()) {
        dim(rule, master, now);
    } else {
        light(rule, master, master, problem, now, now);
    }
}

std::optional<Uptime> Watch::nextDeadline() const {
    auto due = m_absentDue;
    if (!m_unconfirmed.empty()) {
        takeEarlier(due, m_confirmUntil);
    }
    if (m_litJobs < kMostJobs && !m_waiting.empty()) {
        const auto job = m_waiting.begin()->first + m_thresholds.queueTime;
        takeEarlier(due, job);
    }
    return due;
}

} // namespace muster::alerts
