// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_meter.h"

#include <algorithm>
#include <limits>

#include "agentd/overloaded.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using history::ClusterFigure;

constexpr std::int64_t kMilliWatts = 1000; // a watt
constexpr std::int64_t kMilliSeconds = 1000; // a second

MetricValue figure(std::int64_t value) {
    constexpr std::int64_t kMost = std::numeric_limits<MetricValue>::max();
    return static_cast<MetricValue>(std::clamp<std::int64_t>(value, 0, kMost));
}

bool isHeld(GpuState state) {
    return state == GpuState::Allocated || state == GpuState::Draining;
}

} // namespace

void ClusterMeter::Waits::add(Duration wait) {
    const auto seconds = std::chrono::duration<double>(wait).count();
    const auto bound = std::ranges::find_if(
        kBounds, [&](auto most) { return seconds <= static_cast<double>(most); });
    ++counts[static_cast<std::size_t>(bound - kBounds.begin())];
    sum += wait;
}

void ClusterMeter::updateAll(const Control& control) {
    m_recovers = true;
    for (const auto* agent : control.master().agents()) {
        updateAgent(agent->id, control);
    }
    for (const auto* job : control.jobs().jobs()) {
        updateJob(job->id, control);
    }
    m_recovers = false;
}

void ClusterMeter::onEvents(const BatchEvents& events, const Control& control) {
    for (const auto& event : events.cluster) {
        std::visit(Overloaded{
                       [&](const cluster::AgentChanged& one) { updateAgent(one.agent, control); },
                       [&](const cluster::GpuChanged& one) { updateGpu(one.gpu, control); },
                       [](const auto&) {},
                   },
            event);
    }
    for (const auto& event : events.jobs) {
        std::visit([&](const auto& one) { updateJob(one.job, control); }, event);
    }
}

// The GPUs that an agent comes with are not told one by one.
void ClusterMeter::updateAgent(const AgentId& id, const Control& control) {
    if (const auto* agent = control.master().agent(id)) {
        for (const auto& gpu : agent->info.gpus) {
            updateGpu(gpu.uuid, control);
        }
    }
}

void ClusterMeter::updateGpu(const GpuUuid& uuid, const Control& control) {
    const auto view = control.master().gpu(uuid);
    if (!view || m_live.noDataSince(view->agent->id.value)) {
        return removeGpu(uuid.value);
    }
    const auto memory = view->info->memory.value_or(Bytes{}).mebibytes();
    put(uuid.value, Gpu{isHeld(view->status.state), static_cast<std::int64_t>(memory)});
}

void ClusterMeter::updateJob(const JobId& id, const Control& control) {
    const auto* job = control.jobs().job(id);
    if (job == nullptr) {
        return removeJob(id);
    }
    if (isTerminal(job->state)) {
        return endJob(job->id, job->state);
    }
    put(job->id,
        Job{job->state == JobState::Queued, job->submitted, job->waiting, job->firstStarted});
}

void ClusterMeter::put(const std::string& uuid, const Gpu& gpu) {
    removeGpu(uuid);
    m_gpus.emplace(uuid, gpu);
    m_allocated += gpu.allocated ? 1 : 0;
    m_memoryMib += gpu.memoryMib;
}

void ClusterMeter::removeGpu(const std::string& uuid) {
    if (const auto gone = m_gpus.extract(uuid)) {
        m_allocated -= gone.mapped().allocated ? 1 : 0;
        m_memoryMib -= gone.mapped().memoryMib;
    }
}

// A job that was queued and ended within one batch was never here.
void ClusterMeter::endJob(const JobId& id, JobState state) {
    if (m_jobs.contains(id.value)) {
        ++m_ended[state];
        removeJob(id);
    }
}

void ClusterMeter::put(const JobId& id, const Job& job) {
    const auto known = m_jobs.find(id.value);
    const bool waited = known == m_jobs.end() ? !m_recovers : !known->second.firstStarted;
    if (job.firstStarted && waited) {
        m_waits.add(std::max(Duration(0), *job.firstStarted - job.submitted));
    }
    removeJob(id);
    m_jobs.emplace(id.value, job);
    if (job.queued) {
        m_queue[job.waiting].insert(job.submitted);
        m_submittedMs += proto::milliseconds(job.submitted);
    }
}

void ClusterMeter::removeJob(const JobId& id) {
    const auto gone = m_jobs.extract(id.value);
    if (gone && gone.mapped().queued) {
        auto& queue = m_queue[gone.mapped().waiting];
        queue.erase(queue.find(gone.mapped().submitted));
        m_submittedMs -= proto::milliseconds(gone.mapped().submitted);
    }
}

std::int64_t ClusterMeter::queued() const {
    std::size_t out = 0;
    for (const auto& [reason, queue] : m_queue) {
        out += queue.size();
    }
    return static_cast<std::int64_t>(out);
}

std::int64_t ClusterMeter::queued(WaitReason reason) const {
    const auto queue = m_queue.find(reason);
    return queue == m_queue.end() ? 0 : static_cast<std::int64_t>(queue->second.size());
}

std::optional<Instant> ClusterMeter::oldest(WaitReason reason) const {
    const auto queue = m_queue.find(reason);
    return queue == m_queue.end() || queue->second.empty() ? std::nullopt
                                                           : std::optional(*queue->second.begin());
}

std::uint64_t ClusterMeter::ended(JobState state) const {
    const auto count = m_ended.find(state);
    return count == m_ended.end() ? 0 : count->second;
}

history::ClusterSample ClusterMeter::sample(Instant now) const {
    history::ClusterSample out;
    out.fill(kUnknown);
    const auto set = [&out](ClusterFigure which, std::int64_t value) {
        out[static_cast<std::size_t>(which)] = figure(value);
    };
    const auto& measured = m_hub.sums();
    if (measured.utilization.count > 0) {
        set(ClusterFigure::GpuUtilization,
            (measured.utilization.total + measured.utilization.count / 2)
                / measured.utilization.count);
    }
    if (measured.power.count > 0) {
        set(ClusterFigure::Power, measured.power.total / kMilliWatts);
    }
    if (measured.memoryUsed.count > 0) {
        set(ClusterFigure::MemoryUsed, measured.memoryUsed.total);
        set(ClusterFigure::MemoryTotal, m_memoryMib);
    }
    const auto queued = this->queued();
    auto first = now;
    for (const auto& [reason, queue] : m_queue) {
        first = queue.empty() ? first : std::min(first, *queue.begin());
    }
    const auto nowMs = proto::milliseconds(now);
    set(ClusterFigure::GpusAllocated, m_allocated);
    set(ClusterFigure::GpusTotal, static_cast<std::int64_t>(m_gpus.size()));
    set(ClusterFigure::JobsQueued, queued);
    set(ClusterFigure::JobsRunning, running());
    set(ClusterFigure::WaitMean,
        queued == 0 ? 0 : (nowMs - m_submittedMs / queued) / kMilliSeconds);
    set(ClusterFigure::WaitLongest, (nowMs - proto::milliseconds(first)) / kMilliSeconds);
    return out;
}

} // namespace muster::agentd
