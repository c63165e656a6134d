// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/incarnations.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <ranges>

#include "core/history/transaction.h"

namespace muster::history {
namespace {

constexpr const char* kIncarnation = "incarnation"; // its id is the first step
constexpr const char* kMeta = "meta";
constexpr const char* kLacks = "lacks-step";
constexpr const char* kUnproved = "unproved-step";
constexpr std::uint64_t kMostStep = std::uint64_t{1} << 62; // whatever an agent says
constexpr const char* kLastJob = "last-job"; // of the daemon, too

// So that their order is that of the steps.
std::string idOf(std::uint64_t step) {
    return fmt::format("{:020}", step);
}

std::optional<std::uint64_t> stepOf(std::string_view text) {
    std::uint64_t step = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(step)
                                                                    : std::nullopt;
}

std::string_view afterDash(std::string_view id) {
    return id.substr(id.rfind('-') + 1); // npos + 1: all of it
}

// Where numbers go on that were at `number` at least: also where a clock that was ahead has put
// them.
std::uint64_t beyond(std::uint64_t number, std::uint64_t most) {
    return number < most ? most : number + most;
}

} // namespace

Result<Incarnations> Incarnations::recover(Journal& journal) {
    const auto rows = journal.load(kIncarnation);
    const auto lacks = journal.loadOne(kMeta, kLacks);
    const auto unproved = journal.loadOne(kMeta, kUnproved);
    const auto stored
        = numberOf(journal.database(), "SELECT count(*) FROM record WHERE kind = 'incarnation'");
    if (!rows || !stored) {
        return tl::unexpected(rows ? stored.error() : rows.error());
    }
    if (!lacks || !unproved) {
        return tl::unexpected(lacks ? unproved.error() : lacks.error());
    }
    Incarnations out;
    for (const auto& row : *rows) {
        if (const auto first = stepOf(row.id)) {
            out.m_all.push_back({*first, row.payload});
        } else {
            journal.noteDamaged({row.kind, row.id, std::nullopt, "its id is not a step"});
        }
    }
    if (*lacks) {
        out.m_lacks = stepOf((*lacks)->payload).value_or(0);
    }
    if (*unproved) {
        out.m_unproved = stepOf((*unproved)->payload).value_or(0);
    }
    // Kept at once: after its row is set aside nothing else tells that it was there.
    if (std::ssize(out.m_all) < *stored) {
        out.m_unproved = journal.mark().sequence;
        const Change change{.upserts = {{kMeta, kUnproved, std::to_string(out.m_unproved)}}};
        if (auto kept = journal.commit(std::span(&change, 1)); !kept) {
            return tl::unexpected(kept.error());
        }
    }
    return out;
}

Change Incarnations::begin(const std::string& id, std::uint64_t last) {
    Change out;
    m_all.push_back({last + 1, id});
    out.upserts.push_back({kIncarnation, idOf(last + 1), id});
    while (m_all.size() > kMost) {
        out.removals.emplace_back(kIncarnation, idOf(m_all.front().first));
        m_all.erase(m_all.begin());
    }
    return out;
}

bool Incarnations::have(const Mark& known, const Mark& ours) const {
    if (known.journal != ours.journal) {
        return true;
    }
    const auto writer = std::ranges::find(m_all, known.incarnation, &Incarnation::id);
    if (writer == m_all.end()) {
        return known.sequence < m_all.front().first || known.sequence <= m_unproved;
    }
    const auto next = std::next(writer);
    return known.sequence <= (next == m_all.end() ? ours.sequence : next->first - 1);
}

Change Incarnations::lack(std::uint64_t step) {
    if (m_lacks && *m_lacks >= step) {
        return {};
    }
    m_lacks = step;
    return {.upserts = {{kMeta, kLacks, std::to_string(step)}}};
}

// What was given out is unknown, but not how much at the most: less than one job a millisecond, and
// less than one commit a microsecond, since it was 1970. The job number comes first: after a crash
// in between the journal is still proved older.
Status leapAhead(Journal& journal, Instant now, std::string action) {
    const auto known = Incarnations::recover(journal);
    const auto lastJob = journal.loadOne(kMeta, kLastJob);
    if (!known || !lastJob) {
        return tl::unexpected(known ? lastJob.error() : known.error());
    }
    const auto micros = static_cast<std::uint64_t>(now.time_since_epoch().count());
    const auto job = *lastJob ? stepOf(afterDash((*lastJob)->payload)).value_or(0) : 0;
    const Change change{
        .upserts = {{kMeta, kLastJob, fmt::format("job-{}", beyond(job, micros / 1000))}},
        .audit = {{now, "master", std::move(action), "control.db",
            fmt::format("of step {}", journal.mark().sequence)}}};
    if (auto done = journal.commit(std::span(&change, 1)); !done) {
        return done;
    }
    auto transaction = Transaction::begin(journal.database());
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    const auto lacks = std::min(known->lacks().value_or(0), kMostStep);
    const auto step = beyond(std::max(journal.mark().sequence, lacks), micros);
    Statement leap(journal.database(), "UPDATE mark SET sequence = ?1");
    Statement forget(
        journal.database(), "DELETE FROM record WHERE kind IN (?1, ?4) OR (kind = ?2 AND id = ?3)");
    return leap.run(static_cast<std::int64_t>(step))
        .and_then([&] { return forget.run(kIncarnation, kMeta, kLacks, kWebSession); })
        .and_then([&] { return transaction->commit(); });
}

} // namespace muster::history
