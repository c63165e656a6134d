// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_queries.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "agentd/master/journal_codec.h"
#include "agentd/master/usage_interval.h"
#include "agentd/master/view.h"
#include "core/history/cluster_series.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr double kThousandths = 1000;
constexpr std::size_t kUsualPoints = 720;
constexpr std::size_t kMostPoints = 4000;
constexpr std::size_t kMostEnded = 250'000; // tasks of one usage: some 0.04 s
constexpr int kMostGpus = 1024;
constexpr std::size_t kUsualHolders = 100;
constexpr std::size_t kMostHolders = 10'000;
constexpr std::size_t kMostRead = 100'000; // rows of the journal for one query of holders

Result<std::vector<history::ClusterFigure>> figuresOf(
    const muster::v1::QueryClusterHistory& request) {
    std::vector<history::ClusterFigure> out;
    std::string known;
    for (const auto& row : history::clusterFigureTable()) {
        known.append(known.empty() ? "" : ", ").append(row.key);
        if (request.series().empty()) {
            out.push_back(row.figure);
        }
    }
    for (const auto& key : request.series()) {
        const auto figure = history::clusterFigureByKey(key);
        if (!figure) {
            return failure(fmt::format("Unknown series '{}' of the cluster, use {}", key, known));
        }
        if (std::ranges::find(out, *figure) == out.end()) {
            out.push_back(*figure);
        }
    }
    return out;
}

struct Span {
    Instant from;
    Instant to;
};

Result<Span> spanOf(std::int64_t fromMs, std::int64_t toMs, Instant now) {
    const Span out{proto::instant(fromMs), toMs == 0 ? now : std::min(proto::instant(toMs), now)};
    if (out.from >= out.to) {
        return failure(
            fmt::format("The period from {} to {} is empty: 'from' must be before 'to' and now",
                isoTime(out.from), isoTime(out.to)));
    }
    return out;
}

void fill(const history::Usage& usage, muster::v1::Usage& out) {
    for (const auto& [user, use] : usage.users()) {
        auto& row = *out.add_rows();
        row.set_user(user);
        row.set_gpu_ms(use.gpuMs);
        row.set_cpu_ms(use.cpuMs);
        row.set_tasks(use.tasks);
        row.set_failed(use.failed);
        row.set_wait_ms(use.waitMs);
        row.set_started(use.started);
    }
    std::sort(
        out.mutable_rows()->begin(), out.mutable_rows()->end(), [](const auto& a, const auto& b) {
            return std::tuple(-a.gpu_ms(), -a.cpu_ms(), a.user())
                < std::tuple(-b.gpu_ms(), -b.cpu_ms(), b.user());
        });
    out.set_cut(usage.cut);
}

} // namespace

Result<muster::v1::Reply> ClusterQueries::history(const muster::v1::QueryClusterHistory& request) {
    const auto figures = figuresOf(request);
    if (!figures) {
        return tl::unexpected(figures.error());
    }
    const auto points
        = request.max_points() == 0 ? kUsualPoints : std::size_t{request.max_points()};
    const auto found = history::query(m_telemetry, *figures, proto::instant(request.from_ms()),
        proto::instant(request.to_ms()), std::min(points, kMostPoints));
    if (!found) {
        return tl::unexpected(found.error());
    }
    muster::v1::Reply reply;
    auto& out = *reply.mutable_cluster_history();
    for (std::size_t i = 0; i < figures->size(); ++i) {
        const auto& info = history::clusterFigureTable()[static_cast<std::size_t>((*figures)[i])];
        auto& series = *out.add_series();
        series.set_key(std::string(info.key));
        series.set_unit(std::string(info.unit));
        out.set_step_ms(
            std::chrono::duration_cast<std::chrono::milliseconds>((*found)[i].step).count());
        for (const auto& point : (*found)[i].points) {
            auto& added = *series.add_points();
            added.set_at_ms(proto::milliseconds(point.at));
            added.set_minimum(point.min);
            added.set_average(std::llround(point.average * kThousandths));
            added.set_maximum(point.max);
        }
    }
    return reply;
}

Result<muster::v1::Reply> ClusterQueries::usage(
    const muster::v1::QueryUsage& request, Instant now) {
    const auto span = spanOf(request.from_ms(), request.to_ms(), now);
    if (!span) {
        return tl::unexpected(span.error());
    }
    history::Usage usage(span->from, span->to);
    if (const auto added = m_journal.addTo(usage, kMostEnded); !added) {
        return tl::unexpected(added.error());
    }
    for (const auto* task : m_control.master().tasks()) {
        if (!isTerminal(task->latest.state)) {
            const auto interval = usageIntervalOf(*task, m_control.master());
            usage.add(interval.user, interval.started, Instant::max(), interval.gpus, interval.cpus,
                false);
        }
    }
    for (const auto* job : m_control.jobs().jobs()) {
        if (const auto wait = isTerminal(job->state) ? std::nullopt : waitOf(*job, m_control)) {
            usage.add(wait->user, wait->started, wait->waited);
        }
    }
    muster::v1::Reply out;
    fill(usage, *out.mutable_usage());
    return out;
}

Result<muster::v1::Reply> ClusterQueries::holders(
    const muster::v1::QueryHolders& request, Instant now) {
    const auto span = spanOf(request.from_ms(), request.to_ms(), now);
    if (!span || request.gpus_size() > kMostGpus) {
        return span ? failure(fmt::format("{} GPUs are too many for one query, the maximum is {}",
                   request.gpus_size(), kMostGpus))
                    : tl::unexpected(span.error());
    }
    const auto limit = request.limit() == 0 ? kUsualHolders
                                            : std::min<std::size_t>(request.limit(), kMostHolders);
    std::vector<muster::v1::Task> found;
    std::set<std::tuple<std::string, std::string, std::int64_t>> seen; // a task may have several
    const auto add = [&](muster::v1::Task task) {
        if (seen.emplace(task.framework_id(), task.id(), task.created_ms()).second) {
            found.push_back(std::move(task));
        }
    };
    std::map<std::pair<Instant, std::string>, history::EndedRecord> records; // the newest
    auto from = span->from; // what ended earlier is not one of them
    std::size_t read = 0;
    for (const auto& uuid : std::set<std::string>(request.gpus().begin(), request.gpus().end())) {
        const auto view = m_control.master().gpu({uuid});
        const auto* holder
            = view && view->status.holder ? m_control.master().task(*view->status.holder) : nullptr;
        if (holder != nullptr && !isTerminal(holder->latest.state) && holder->created < span->to) {
            add(row(*holder));
        }
        auto ended = m_journal.holders({uuid}, from, span->to, limit);
        if (!ended) {
            return tl::unexpected(ended.error());
        }
        read += ended->size();
        if (read > kMostRead) {
            return failure(
                fmt::format("The GPUs had more than {} tasks in that time: ask for fewer "
                            "GPUs, a shorter time or fewer tasks",
                    kMostRead));
        }
        for (auto& record : *ended) {
            const std::pair key(record.endedAt, record.record.id);
            records.try_emplace(key, std::move(record));
        }
        while (records.size() > limit) {
            records.erase(records.begin());
        }
        from = records.size() < limit ? from : std::max(from, records.begin()->first.first);
    }
    for (const auto& [key, record] : records) {
        if (const auto task = taskFromRow(record.record.payload)) {
            add(row(*task));
        }
    }
    const auto newest = [](const muster::v1::Task& task) {
        return std::tuple(task.ended_ms() == 0 ? 0 : 1, -task.ended_ms(), -task.created_ms());
    };
    std::stable_sort(found.begin(), found.end(),
        [&](const auto& a, const auto& b) { return newest(a) < newest(b); });
    found.resize(std::min(found.size(), limit));
    muster::v1::Reply out;
    auto& rows = *out.mutable_ended();
    rows.mutable_tasks()->Assign(found.begin(), found.end());
    return out;
}

} // namespace muster::agentd
