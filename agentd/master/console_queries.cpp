// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_queries.h"

#include <algorithm>

#include "agentd/master/journal_codec.h"
#include "agentd/master/view.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kMostRows = 10000;
constexpr std::size_t kUsualRows = 100;
constexpr std::size_t kMostSearched = 2 * kMostRows; // of a kind, for rows that one may see

std::size_t rowLimit(std::uint32_t asked) {
    return std::min<std::size_t>(asked == 0 ? kUsualRows : asked, kMostRows);
}

void fill(muster::v1::History& history, std::uint32_t metric,
    const std::vector<history::Series>& series) {
    history.set_metric(metric);
    for (const auto& one : series) {
        history.set_step_ms(
            std::chrono::duration_cast<std::chrono::milliseconds>(one.step).count());
        auto& row = *history.add_series();
        row.set_gpu(one.gpu.value);
        for (const auto& point : one.points) {
            auto& added = *row.add_points();
            added.set_at_ms(proto::milliseconds(point.at));
            added.set_minimum(point.min);
            added.set_average(static_cast<std::int32_t>(point.average + 0.5));
            added.set_maximum(point.max);
        }
    }
}

// What has ended as people see it, from its row in the journal.
Result<muster::v1::Task> shown(const muster::v1::TaskRow& ended) {
    return toTask(ended).map([](const auto& task) { return row(task); });
}

Result<muster::v1::Job> shown(const muster::v1::JobRow& ended) {
    return toJob(ended).map([&](const auto& job) { return row(job, {ended.framework_id()}); });
}

} // namespace

Result<muster::v1::Reply> ConsoleQueries::history(const muster::v1::QueryHistory& request) {
    if (request.metric() >= kMetricCount || request.gpus_size() > 1024
        || request.from_ms() >= request.to_ms()) {
        return failure("A history query needs a known metric, GPUs, and 'from' before 'to'");
    }
    history::Query query{.metric = static_cast<Metric>(request.metric()),
        .from = proto::instant(request.from_ms()),
        .to = proto::instant(request.to_ms()),
        .maxPoints = std::clamp<std::size_t>(request.max_points(), 2, 100000)};
    for (const auto& gpu : request.gpus()) {
        query.gpus.push_back({gpu});
    }
    auto series = m_telemetry.query(query);
    if (!series) {
        return tl::unexpected(series.error());
    }
    muster::v1::Reply out;
    fill(*out.mutable_history(), request.metric(), *series);
    return out;
}

namespace {

struct Page {
    std::size_t limit = 0;
    std::size_t offset = 0;
};

// The newest of that kind that `isShown`.
template <typename Row, typename List, typename IsShown>
Status addSome(
    history::Journal& journal, const char* kind, Page wanted, const IsShown& isShown, List& out) {
    constexpr std::size_t kPage = 1000;
    const auto isFull = [&] { return static_cast<std::size_t>(out.size()) == wanted.limit; };
    for (std::size_t read = 0; read < kMostSearched && !isFull(); read += kPage) {
        const auto page = journal.ended(kind, kPage, read);
        if (!page) {
            return tl::unexpected(page.error());
        }
        for (const auto& ended : *page) {
            const auto row = parseRow<Row>(ended.record.payload, kind);
            if (isFull() || !row || !isShown(*row)) {
                continue;
            }
            if (wanted.offset > 0) {
                --wanted.offset;
            } else if (auto one = shown(*row)) {
                *out.Add() = std::move(*one);
            }
        }
        if (page->size() < kPage) {
            break;
        }
    }
    return {};
}

template <typename Row, typename List>
Status addAll(history::Journal& journal, const char* kind, Page wanted, List& out) {
    const auto page = journal.ended(kind, wanted.limit, wanted.offset);
    if (!page) {
        return tl::unexpected(page.error());
    }
    for (const auto& ended : *page) {
        if (auto one = parseRow<Row>(ended.record.payload, kind).and_then([](const auto& row) {
                return shown(row);
            })) {
            *out.Add() = std::move(*one);
        }
    }
    return {};
}

} // namespace

Result<muster::v1::Reply> ConsoleQueries::ended(
    const muster::v1::QueryEnded& request, const ConsoleView& view) {
    const Page wanted{rowLimit(request.limit()), request.offset()};
    const auto showsJob = [&](const auto& job) { return view.showsJob(job.spec().user()); };
    const auto showsTask
        = [&](const auto& task) { return view.showsTask(task.framework_id(), task.user()); };
    muster::v1::Reply out;
    auto& jobs = *out.mutable_ended()->mutable_jobs();
    auto& tasks = *out.mutable_ended()->mutable_tasks();
    auto added = view.showsAll()
        ? addAll<muster::v1::JobRow>(m_journal, "job", wanted, jobs)
        : addSome<muster::v1::JobRow>(m_journal, "job", wanted, showsJob, jobs);
    if (added) {
        added = view.showsAll()
            ? addAll<muster::v1::TaskRow>(m_journal, "task", wanted, tasks)
            : addSome<muster::v1::TaskRow>(m_journal, "task", wanted, showsTask, tasks);
    }
    return added ? Result<muster::v1::Reply>(std::move(out)) : tl::unexpected(added.error());
}

Result<muster::v1::Reply> ConsoleQueries::audit(
    const muster::v1::QueryAudit& request, Instant now) {
    const auto to
        = request.to_ms() == 0 ? now + std::chrono::seconds(1) : proto::instant(request.to_ms());
    const auto limit = rowLimit(request.limit());
    auto entries = m_journal.audit(proto::instant(request.from_ms()), to, limit);
    if (!entries) {
        return tl::unexpected(entries.error());
    }
    muster::v1::Reply out;
    out.mutable_audit();
    for (const auto& entry : *entries) {
        auto& row = *out.mutable_audit()->add_rows();
        row.set_at_ms(proto::milliseconds(entry.at));
        row.set_author(entry.author);
        row.set_action(entry.action);
        row.set_kind(proto::toProto(auditKind(entry.action)));
        row.set_object(entry.object);
        row.set_detail(entry.detail);
    }
    return out;
}

} // namespace muster::agentd
