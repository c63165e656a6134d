// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/exporter.h"

#include <algorithm>
#include <set>

#include <boost/asio/post.hpp>

#include "agentd/clock.h"
#include "agentd/master/api/query.h"
#include "agentd/master/view.h"
#include "agentd/prometheus_text.h"
#include "core/kernel/base/wire_names.h"
#include "core/net/text.h"
#include "core/proto/states.h"

namespace muster::agentd::api {
namespace {

using Counts = std::vector<MetricsPage::Count>;

MetricsPage::Count countOf(std::string_view state, std::int64_t count) {
    MetricsPage::Count out{{}, count};
    appendLabel(out.labels, "state", state);
    return out;
}

// How often each of these states is there, also where it is not.
class StateCounts {
public:
    void addState(std::string_view state) { m_counts.emplace_back(state, 0); }
    void count(std::string_view state) {
        const auto found
            = std::ranges::find(m_counts, state, [](const auto& row) { return row.first; });
        ++found->second; // every state was added
    }
    Counts rows() const {
        Counts out;
        for (const auto& [state, count] : m_counts) {
            out.push_back(countOf(state, count));
        }
        return out;
    }

private:
    std::vector<std::pair<std::string, std::int64_t>> m_counts;
};

constexpr std::string_view kDraining = "draining", kDrained = "drained",
                           kDeactivated = "deactivated", kNoData = "no-data";

std::string_view nodeState(const cluster::Agent& agent, bool isLive) {
    using Drain = cluster::AgentPolicy::Drain;
    if (agent.state != AgentState::Active) {
        return wireName(agent.state);
    }
    if (!isLive) {
        return kNoData;
    }
    switch (agent.policy.drain) {
    case Drain::Draining:
        return kDraining;
    case Drain::Drained:
        return kDrained;
    case Drain::None:
        break;
    }
    return agent.policy.deactivated ? kDeactivated : wireName(agent.state);
}

StateCounts nodeStates() {
    StateCounts out;
    for (const auto& state : wireNames<AgentState>()) {
        out.addState(state);
    }
    for (const auto state : {kDraining, kDrained, kDeactivated, kNoData}) {
        out.addState(state);
    }
    return out;
}

StateCounts gpuStates() {
    StateCounts out;
    for (const auto& state : wireNames<GpuState>()) {
        out.addState(state);
    }
    out.addState(proto::kUnavailable);
    return out;
}

std::string nodeLabels(const cluster::Agent& agent) {
    std::string out;
    appendLabel(out, "node", agent.info.hostname);
    appendLabel(out, "agent", agent.id.value);
    return out;
}

void addProblems(const cluster::Agent& agent, MetricsPage& page) {
    std::set<NodeProblem> problems; // several GPUs may be claimed twice
    for (const auto& trouble : agent.troubles()) {
        if (problems.insert(trouble.problem).second) {
            MetricsPage::Count row{nodeLabels(agent), 1};
            appendLabel(row.labels, "problem", wireName(trouble.problem));
            page.nodeProblems.push_back(std::move(row));
        }
    }
}

MetricsPage::Gpu gpuOf(const cluster::Master::GpuView& view) {
    MetricsPage::Gpu out{.state = proto::word(shownState(view, true)),
        .memoryBytes = static_cast<std::int64_t>(view.info->memory.value_or(Bytes{}).value)};
    appendLabel(out.labels, "node", view.agent->info.hostname);
    appendLabel(out.labels, "gpu", std::to_string(view.info->index));
    appendLabel(out.labels, "uuid", view.info->uuid.value);
    appendLabel(out.about, "model", view.info->model);
    appendLabel(out.about, "driver", view.agent->info.driverVersion);
    return out;
}

std::string dcgmLabels(const cluster::Master::GpuView& view) {
    std::string out;
    appendLabel(out, "gpu", std::to_string(view.info->index));
    appendLabel(out, "UUID", view.info->uuid.value);
    appendLabel(out, "device", fmt::format("nvidia{}", view.info->minor));
    appendLabel(out, "modelName", view.info->model);
    appendLabel(out, "Hostname", view.agent->info.hostname);
    return out;
}

std::string holderOf(const cluster::TaskKey& key, const Control& control, const ConsoleView& view) {
    const auto* task = control.master().task(key);
    if (task == nullptr || !view.showsTask(key.framework.value, task->info.user)) {
        return {};
    }
    std::string out;
    appendLabel(out, "framework", key.framework.value);
    appendLabel(out, "task", key.task.value);
    if (key.framework == control.jobsFramework()) {
        appendLabel(out, "job", jobs::jobOf(key.task).value);
    }
    appendLabel(out, "user", task->info.user);
    return out;
}

void addJobs(const ClusterMeter& meter, Instant now, MetricsPage& page) {
    for (int i = 0; isKnown(wording(static_cast<WaitReason>(i))); ++i) {
        const auto reason = static_cast<WaitReason>(i);
        auto row = countOf(wireName(JobState::Queued), meter.queued(reason));
        appendLabel(row.labels, "reason", wireName(reason));
        page.jobs.push_back(std::move(row));
        if (const auto submitted = meter.oldest(reason)) {
            MetricsPage::Count oldest;
            appendLabel(oldest.labels, "reason", wireName(reason));
            oldest.count = std::chrono::duration_cast<std::chrono::seconds>(
                std::max(Duration(0), now - *submitted))
                               .count();
            page.oldestPending.push_back(std::move(oldest));
        }
    }
    page.jobs.push_back(countOf(wireName(JobState::Running), meter.running()));
    for (const auto state : {JobState::Finished, JobState::Failed, JobState::Killed}) {
        page.endedJobs.push_back(
            countOf(wireName(state), static_cast<std::int64_t>(meter.ended(state))));
    }
    page.waits = meter.waits();
}

void addTasks(const Metrics& metrics, MetricsPage& page) {
    for (int i = 0; i < static_cast<int>(TaskState::Unknown); ++i) {
        const auto state = static_cast<TaskState>(i);
        const auto name = net::lowerAscii(wireName(state)).substr(5); // "running" of TASK_RUNNING
        (isTerminal(state) ? page.endedTasks : page.tasks)
            .push_back(countOf(name, static_cast<std::int64_t>(metrics.tasks(state))));
    }
}

} // namespace

Exporter::~Exporter() {
    m_writer.join();
}

GuardedRoutes Exporter::routes() {
    return m_sources.gate.routes(
        Endpoint::Exporter, [this](const net::HttpRequest& request) { return answer(request); });
}

net::HttpResponse Exporter::answer(const net::HttpRequest& request) {
    const Query query(request.query);
    const auto* holders = query.find("holders");
    const bool wanted = holders != nullptr && (*holders == "true" || *holders == "1");
    if (!wanted) {
        return written(page(nullptr, now()));
    }
    return m_sources.answers.answer(
        request.principal, [this, principal = request.principal](Viewer& viewer) {
            const ConsoleView holders(m_sources.gate, principal, m_sources.control);
            auto taken = page(&holders, now());
            viewer = holders.viewer();
            return written(std::move(taken));
        });
}

net::HttpResponse Exporter::written(MetricsPage page) {
    net::HttpResponse response;
    response.later = [this, taken = std::make_shared<const MetricsPage>(std::move(page))](
                         auto done) {
        boost::asio::post(m_writer, [&io = m_io, taken, done = std::move(done)]() mutable {
            net::HttpResponse out;
            out.contentType = PrometheusText::kContentType;
            out.body = std::make_shared<const std::string>(encode(*taken));
            boost::asio::post(io,
                [done = std::move(done), out = std::move(out)]() mutable { done(std::move(out)); });
        });
    };
    return response;
}

MetricsPage Exporter::page(const ConsoleView* holders, Now now) const {
    const auto& control = m_sources.control;
    MetricsPage out{.version = MUSTER_VERSION};
    auto nodes = nodeStates();
    auto gpus = gpuStates();
    for (const auto* agent : control.master().agents()) {
        const bool isLive = !m_sources.live.noDataSince(agent->id.value);
        nodes.count(nodeState(*agent, isLive));
        if (isLive) {
            addProblems(*agent, out);
        }
        const auto seen = m_sources.live.lastSeen(agent->id.value, now.wall).time_since_epoch();
        out.nodes.push_back({nodeLabels(*agent), std::chrono::duration<double>(seen).count()});
        std::unordered_map<std::string_view, std::size_t> places; // in out.gpus
        for (const auto& info : agent->info.gpus) {
            const auto gpu = control.master().gpu(info.uuid);
            if (!gpu || gpu->agent != agent) {
                continue; // another agent claimed it first
            }
            gpus.count(proto::word(shownState(*gpu, isLive)));
            if (!isLive) {
                continue;
            }
            auto row = gpuOf(*gpu);
            if (m_sources.dcgmNames) {
                row.dcgm = dcgmLabels(*gpu);
            }
            if (holders != nullptr && gpu->status.holder) {
                row.holder = holderOf(*gpu->status.holder, control, *holders);
            }
            if (gpu->status.state != GpuState::Lost) { // what was measured of that is old
                places.emplace(info.uuid.value, out.gpus.size());
            }
            out.gpus.push_back(std::move(row));
        }
        m_sources.telemetry.eachNewest(
            agent->id.value, [&](const GpuUuid& uuid, const TelemetryHub::Values& values) {
                if (const auto place = places.find(uuid.value); place != places.end()) {
                    out.gpus[place->second].values = values;
                }
            });
    }
    out.nodesByState = nodes.rows();
    out.gpusByState = gpus.rows();
    addJobs(m_sources.meter, now.wall, out);
    addTasks(m_sources.metrics, out);
    return out;
}

} // namespace muster::agentd::api
