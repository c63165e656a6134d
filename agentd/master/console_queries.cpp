// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_queries.h"

#include <algorithm>

#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kMostRows = 10000;
constexpr std::size_t kUsualRows = 100;
constexpr std::size_t kMostSearched = 100'000; // for rows that one may see

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

// The row as the journal has it, without what only recovery needs.
template <typename Row>
void forConsoles(const history::EndedRecord& ended, Row& row) {
    row.ParseFromString(ended.record.payload);
    row.clear_payload();
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

// The newest rows of that kind, without the first `offset`, of those that are shown.
template <typename List, typename Shows>
Status addEnded(history::Journal& journal, const char* kind, std::size_t limit, std::size_t offset,
    const Shows& shows, List& out) {
    constexpr std::size_t kPage = 1000;
    for (std::size_t read = 0; read < kMostSearched; read += kPage) {
        const auto page = journal.ended(kind, kPage, read);
        if (!page) {
            return tl::unexpected(page.error());
        }
        for (const auto& ended : *page) {
            typename List::value_type row;
            forConsoles(ended, row);
            if (!shows(row)) {
                continue;
            }
            if (offset > 0) {
                --offset;
            } else if (static_cast<std::size_t>(out.size()) < limit) {
                *out.Add() = std::move(row);
            }
        }
        if (page->size() < kPage || static_cast<std::size_t>(out.size()) == limit) {
            break;
        }
    }
    return {};
}

} // namespace

Result<muster::v1::Reply> ConsoleQueries::ended(
    const muster::v1::QueryEnded& request, const ConsoleView& view) {
    const auto limit = rowLimit(request.limit());
    muster::v1::Reply out;
    auto& rows = *out.mutable_ended();
    if (!view.showsAll()) {
        auto added = addEnded(
            m_journal, "job", limit, request.offset(),
            [&](const muster::v1::Job& job) { return view.shows(job); }, *rows.mutable_jobs());
        if (added) {
            added = addEnded(
                m_journal, "task", limit, request.offset(),
                [&](const muster::v1::Task& task) { return view.shows(task); },
                *rows.mutable_tasks());
        }
        return added ? Result<muster::v1::Reply>(std::move(out)) : tl::unexpected(added.error());
    }
    auto jobs = m_journal.ended("job", limit, request.offset());
    auto tasks = m_journal.ended("task", limit, request.offset());
    if (!jobs || !tasks) {
        return tl::unexpected((jobs ? tasks : jobs).error());
    }
    for (const auto& ended : *jobs) {
        forConsoles(ended, *rows.add_jobs());
    }
    for (const auto& ended : *tasks) {
        forConsoles(ended, *rows.add_tasks());
    }
    return out;
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
        row.set_object(entry.object);
        row.set_detail(entry.detail);
    }
    return out;
}

} // namespace muster::agentd
