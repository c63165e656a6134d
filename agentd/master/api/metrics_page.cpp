// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/metrics_page.h"

#include <algorithm>

#include "agentd/prometheus_text.h"

namespace muster::agentd::api {
namespace {

using Type = PrometheusText::Type;

constexpr std::size_t kBytesPerGpu = 3000; // about

void addCounts(PrometheusText& out, std::string_view name, Type type, std::string_view help,
    const std::vector<MetricsPage::Count>& counts) {
    out.metric(name, type, help);
    for (const auto& [labels, count] : counts) {
        out.sample(labels, count);
    }
}

// A series of one GPU whose value is 1 and whose labels are what it says.
template <typename Further>
void addFacts(PrometheusText& out, std::string_view name, std::string_view help,
    const std::vector<MetricsPage::Gpu>& gpus, const Further& further) {
    out.metric(name, Type::Gauge, help);
    std::string labels;
    for (const auto& gpu : gpus) {
        labels = gpu.labels;
        if (further(gpu, labels)) {
            out.sample(labels, std::int64_t{1});
        }
    }
}

// It has the units that people read, but bytes for traffic.
double dcgmScale(const MetricInfo& row) {
    return row.unit == "MiB/s" ? row.prometheusScale : 1.0 / row.shownDivisor;
}

// Of those that have such labels.
void addValues(PrometheusText& out, const std::vector<MetricsPage::Gpu>& gpus, Metric metric,
    const DecimalScale& scale, std::string MetricsPage::Gpu::*labels) {
    const auto place = static_cast<std::size_t>(metric);
    for (const auto& gpu : gpus) {
        if (gpu.values && (*gpu.values)[place] != kUnknown && !(gpu.*labels).empty()) {
            out.sample(gpu.*labels, (*gpu.values)[place], scale);
        }
    }
}

// Of dcgm-exporter alone: boards add it to what is used to know the total.
void addFreeMemory(PrometheusText& out, const std::vector<MetricsPage::Gpu>& gpus) {
    constexpr std::int64_t kMebibyte = 1 << 20;
    constexpr auto kUsed = static_cast<std::size_t>(Metric::MemoryUsed);
    out.metric("DCGM_FI_DEV_FB_FREE", Type::Gauge, "GPU memory that is not in use, in MiB");
    for (const auto& gpu : gpus) {
        if (!gpu.dcgm.empty() && gpu.memoryBytes > 0 && gpu.values
            && (*gpu.values)[kUsed] != kUnknown) {
            const std::int64_t used = (*gpu.values)[kUsed];
            out.sample(gpu.dcgm, std::max<std::int64_t>(0, gpu.memoryBytes / kMebibyte - used));
        }
    }
}

void addGpus(PrometheusText& out, const std::vector<MetricsPage::Gpu>& gpus) {
    using Gpu = MetricsPage::Gpu;
    addFacts(out, "muster_gpu_info", "Information about the GPU; always 1", gpus,
        [](const Gpu& gpu, std::string& labels) {
            labels.append(",").append(gpu.about);
            return true;
        });
    addFacts(out, "muster_gpu_state", "The state that the GPU is in; always 1", gpus,
        [](const Gpu& gpu, std::string& labels) {
            appendLabel(labels, "state", gpu.state);
            return true;
        });
    addFacts(out, "muster_gpu_holder_info", "The task that holds the GPU; always 1", gpus,
        [](const Gpu& gpu, std::string& labels) {
            labels.append(",").append(gpu.holder);
            return !gpu.holder.empty();
        });
    out.metric("muster_gpu_memory_total_bytes", Type::Gauge, "GPU memory that the board has");
    for (const auto& gpu : gpus) {
        if (gpu.memoryBytes > 0) {
            out.sample(gpu.labels, gpu.memoryBytes);
        }
    }
    addFreeMemory(out, gpus);
    for (const auto& row : metricTable()) {
        out.metric(row.prometheus, Type::Gauge, row.help);
        addValues(out, gpus, row.metric, DecimalScale(row.prometheusScale), &Gpu::labels);
        if (!row.dcgm.empty()) {
            out.metric(row.dcgm, Type::Gauge, row.help);
            addValues(out, gpus, row.metric, DecimalScale(dcgmScale(row)), &Gpu::dcgm);
        }
    }
}

} // namespace

std::string encode(const MetricsPage& page) {
    PrometheusText out;
    out.reserve(page.gpus.size() * kBytesPerGpu);
    out.metric("muster_build_info", Type::Gauge, "The version of the master; always 1");
    std::string version;
    appendLabel(version, "version", page.version);
    out.sample(version, std::int64_t{1});
    addCounts(out, "muster_nodes", Type::Gauge, "Nodes by state", page.nodesByState);
    addCounts(out, "muster_node_problem", Type::Gauge,
        "What is wrong with the node; always 1, and absent when nothing is", page.nodeProblems);
    addCounts(out, "muster_gpus", Type::Gauge, "GPUs by state", page.gpusByState);
    addCounts(
        out, "muster_jobs", Type::Gauge, "Pending jobs by reason, and running jobs", page.jobs);
    addCounts(out, "muster_jobs_oldest_pending_seconds", Type::Gauge,
        "Time since the submission of the job that has been pending for longest, by reason",
        page.oldestPending);
    addCounts(out, "muster_jobs_ended_total", Type::Counter,
        "Jobs that have ended since the master was started", page.endedJobs);
    addCounts(out, "muster_tasks", Type::Gauge, "Tasks that have not ended", page.tasks);
    addCounts(out, "muster_tasks_ended_total", Type::Counter,
        "Tasks that have ended, including those that the master knew when it was started",
        page.endedTasks);
    out.metric("muster_job_wait_seconds", Type::Histogram,
        "Time from submission to the first start, of jobs that started since the master was "
        "started");
    out.histogram(ClusterMeter::Waits::kBounds, page.waits.counts,
        std::chrono::duration<double>(page.waits.sum).count());
    out.metric("muster_agent_last_seen_timestamp_seconds", Type::Gauge,
        "When the master last heard from the node's agent");
    for (const auto& node : page.nodes) {
        out.sample(node.labels, node.lastSeen);
    }
    addGpus(out, page.gpus);
    return out.take();
}

} // namespace muster::agentd::api
