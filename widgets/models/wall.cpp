// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/wall.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <QCoreApplication>

#include "core/proto/live_row.h"
#include "widgets/models/heat_metric.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"
#include "widgets/models/totals.h"

namespace muster::models {

namespace {

bool waits(const v1::Job& job) {
    return job.state() == v1::Job::QUEUED;
}

bool runs(const v1::Job& job) {
    return job.state() == v1::Job::RUNNING;
}

// Only the first `most` are put in order: a queue may have 50,000 jobs.
template <typename Before>
void keepFirst(std::vector<const v1::Job*>& jobs, int most, Before before) {
    const auto kept = std::min(jobs.size(), static_cast<std::size_t>(std::max(0, most)));
    std::partial_sort(
        jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(kept), jobs.end(), before);
    jobs.resize(kept);
}

WallJob shown(const v1::Job& job, QString detail, Mark mark, qint64 sinceMs) {
    return {text(job.name().empty() ? job.id() : job.name()), text(job.user()),
        amountText(proto::ofRow(job.resources()).gpus()), std::move(detail), mark, sinceMs};
}

WallJob waitingJob(const v1::Job& job) {
    const auto reason = waitReason(job.wait_reason());
    const auto words = localTimes(text(job.wait_text()));
    return shown(job, words.isEmpty() ? reason.sentence : words,
        reason.mark == Mark::None ? Mark::Waiting : reason.mark, job.submitted_ms());
}

WallJob runningJob(const ClusterState& state, const v1::Job& job) {
    const auto* agent = state.agent(job.agent_id());
    return shown(job, text(agent == nullptr ? job.agent_id() : agent->hostname()), Mark::Busy,
        job.started_ms());
}

bool isAlarm(const v1::Alert& alert, qint64 nowMs) {
    return alert.severity() == v1::Alert::CRITICAL && alert.acknowledged_by().empty()
        && alert.muted_until_ms() <= nowMs;
}

} // namespace

WallFigures wallFigures(const ClusterState& state) {
    WallFigures figures;
    qint64 utilization = 0;
    int sampled = 0;
    for (const auto& [uuid, gpu] : state.gpus()) {
        ++figures.gpus;
        const auto mark = gpuMark(gpu.state());
        const auto use = gpuUse(gpu.state());
        figures.busy += use == GpuUse::Busy ? 1 : 0;
        figures.free += use == GpuUse::Free || use == GpuUse::Offered ? 1 : 0;
        figures.outOfService += use == GpuUse::OutOfService ? 1 : 0;
        figures.away += use == GpuUse::Away ? 1 : 0;
        const auto* sample = mark == Mark::Lost ? nullptr : state.sample(uuid);
        if (sample == nullptr) {
            continue;
        }
        const auto value
            = [&](Metric metric) { return sample->values[static_cast<std::size_t>(metric)]; };
        if (value(Metric::GpuUtilization) != kUnknown) {
            utilization += value(Metric::GpuUtilization);
            ++sampled;
        }
        if (value(Metric::Power) != kUnknown) {
            figures.milliwatts = std::max<qint64>(0, figures.milliwatts) + value(Metric::Power);
        }
    }
    if (sampled > 0) {
        figures.utilization = static_cast<int>((utilization + sampled / 2) / sampled);
    }
    for (const auto& [id, agent] : state.agents()) {
        ++figures.nodes;
        figures.nodesActive += proto::isLive(agent) ? 1 : 0;
    }
    for (const auto& [id, job] : state.jobs()) {
        figures.running += runs(job) ? 1 : 0;
        figures.waiting += waits(job) ? 1 : 0;
    }
    return figures;
}

WallGpu wallGpu(const ClusterState& state, const std::string& uuid) {
    WallGpu out;
    const auto* gpu = state.gpu(uuid);
    if (gpu == nullptr) {
        return out;
    }
    const auto* agent = state.agent(gpu->agent_id());
    out.name = QStringLiteral("%1:%2")
                   .arg(text(agent == nullptr ? gpu->agent_id() : agent->hostname()))
                   .arg(gpu->index());
    out.state = gpuState(gpu->state());
    if (out.state.mark != Mark::Lost) {
        const auto* sample = state.sample(uuid);
        out.utilization = heatNumber(Metric::GpuUtilization, *gpu, sample);
        out.memory = heatNumber(Metric::MemoryUsed, *gpu, sample);
        out.temperature = heatNumber(Metric::Temperature, *gpu, sample);
    }
    if (gpu->no_data_since_ms() != 0) {
        out.detail = QCoreApplication::translate("Wall", "since %1")
                         .arg(clockText(gpu->no_data_since_ms()));
    } else if (gpu->has_restriction()) {
        out.detail = text(gpu->restriction().reason());
    } else if (!gpu->problem().empty()) {
        out.detail = text(gpu->problem());
    } else if (const auto* task = state.taskOf(*gpu)) {
        out.detail = text(task->user().empty() ? task->name() : task->user());
    }
    return out;
}

std::vector<std::pair<int, int>> wallScreens(const std::vector<int>& gpusOfNodes, int most) {
    std::vector<std::pair<int, int>> screens;
    int first = 0;
    for (int left : gpusOfNodes) {
        while (left > 0) {
            const bool open = !screens.empty() && screens.back().second < most
                && (screens.back().second + left <= most);
            if (!open) {
                screens.emplace_back(first, 0);
            }
            const int taken = std::min(left, most - screens.back().second);
            screens.back().second += taken;
            first += taken;
            left -= taken;
        }
    }
    return screens;
}

WallQueue wallQueue(const ClusterState& state, int most) {
    WallQueue out;
    std::vector<const v1::Job*> waiting;
    std::vector<const v1::Job*> running;
    std::map<v1::Job::WaitReason, int> reasons;
    for (const auto& [id, job] : state.jobs()) {
        if (waits(job)) {
            waiting.push_back(&job);
            ++reasons[job.wait_reason()];
        } else if (runs(job)) {
            running.push_back(&job);
        }
    }
    out.waitingInAll = static_cast<int>(waiting.size());
    out.runningInAll = static_cast<int>(running.size());
    keepFirst(waiting, most, [](const auto* a, const auto* b) {
        return std::tuple(-a->priority(), a->submitted_ms(), a->id())
            < std::tuple(-b->priority(), b->submitted_ms(), b->id());
    });
    keepFirst(running, most, [](const auto* a, const auto* b) {
        return std::tuple(-a->started_ms(), a->id()) < std::tuple(-b->started_ms(), b->id());
    });
    for (const auto* job : waiting) {
        out.waiting.push_back(waitingJob(*job));
    }
    for (const auto* job : running) {
        out.running.push_back(runningJob(state, *job));
    }
    for (const auto& [reason, jobs] : reasons) {
        if (const auto word = waitReason(reason).word; !word.isEmpty()) {
            out.reasons.emplace_back(word, jobs);
        }
    }
    std::stable_sort(out.reasons.begin(), out.reasons.end(),
        [](const auto& a, const auto& b) { return a.second > b.second; });
    return out;
}

std::vector<WallAlert> wallAlerts(const ClusterState& state, qint64 nowMs) {
    std::vector<WallAlert> out;
    for (const auto& [id, alert] : state.alerts()) {
        out.push_back({text(alert.name().empty() ? alert.object() : alert.name()),
            text(alert.text()), text(alert.acknowledged_by()),
            alert.severity() == v1::Alert::CRITICAL, isAlarm(alert, nowMs), alert.since_ms()});
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
        return std::tuple(!a.alarm, !a.critical, -a.sinceMs)
            < std::tuple(!b.alarm, !b.critical, -b.sinceMs);
    });
    return out;
}

bool alarms(const ClusterState& state, qint64 nowMs) {
    return std::any_of(state.alerts().begin(), state.alerts().end(),
        [&](const auto& row) { return isAlarm(row.second, nowMs); });
}

} // namespace muster::models
