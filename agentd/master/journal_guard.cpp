// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_guard.h"

#include <algorithm>
#include <fstream>

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "core/history/incarnations.h"
#include "core/history/log_check.h"
#include "core/history/salvage.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSalvaged = "control.db.salvaged";
constexpr const char* kMasterReserve = "master.reserve";
constexpr std::size_t kReserveSize = std::size_t{4} << 20;
constexpr std::size_t kRoomBeside = std::size_t{1} << 20; // for the files beside two databases

bool hasContent(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return !error && size > 0;
}

// An alert that still holds is raised again; without an incarnation less is proved.
bool isLive(const history::DamagedRow& row) {
    return !row.endedAt && row.kind != "alert" && row.kind != "incarnation";
}

std::string nameOf(const history::DamagedRow& row) {
    return fmt::format("the row of {}{} {}", row.endedAt ? "ended " : "", row.kind, row.id);
}

// What repairs of the journal have left beside it.
std::string repairsIn(const fs::path& workDir) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(workDir, error)) {
        const auto name = file.path().filename().string();
        const bool isLog = name.ends_with("-wal") || name.ends_with("-shm");
        if (name == kSalvaged || (name.starts_with("control.db.damaged-") && !isLog)) {
            names.push_back(name);
        }
    }
    if (names.empty()) {
        return {};
    }
    std::ranges::sort(names);
    return fmt::format(". Earlier repairs left {} next to it{}", fmt::join(names, ", "),
        hasContent(workDir / kSalvaged)
            ? fmt::format(": rename {} to control.db to use it", kSalvaged)
            : "");
}

} // namespace

Status checkJournalIsThere(const fs::path& workDir, bool standalone) {
    const auto journal = workDir / "control.db";
    if (hasContent(journal)) {
        return {};
    }
    std::string sign;
    for (const auto* name : {"control.db-wal", "telemetry.db", kSalvaged}) {
        if (sign.empty() && hasContent(workDir / name)) {
            sign = name;
        }
    }
    if (sign.empty() && standalone && hasContent(workDir / "meta" / "agent")) {
        sign = "meta/agent";
    }
    if (sign.empty()) {
        return {};
    }
    return failure(fmt::format("{} {}, but {} shows that a master has worked here: starting would "
                               "lose all jobs and tasks. Restore a backup with 'muster restore', "
                               "or start with --start_empty if nothing needs to be kept{}",
                       journal.string(), fs::exists(journal) ? "is empty" : "is missing", sign,
                       repairsIn(workDir)),
        Error::Kind::Conflict);
}

Status setAsideDamaged(history::Journal& journal, bool liveToo, Instant now) {
    const auto damaged = journal.takeDamaged();
    const auto& path = journal.database().path().string();
    const auto live = std::ranges::find_if(damaged, isLive);
    if (live != damaged.end() && !liveToo) {
        return failure(fmt::format("{}: {} is damaged: {}. Restore a backup with 'muster restore', "
                                   "or start with --set_aside_damaged to continue without it",
                           path, nameOf(*live), live->why),
            Error::Kind::Internal);
    }
    for (const auto& row : damaged) {
        if (auto status = journal.setAside(row, now); !status) {
            return status;
        }
        spdlog::warn("{}: {} is damaged and was moved to the table 'damaged': {}", path,
            nameOf(row), row.why);
    }
    return {};
}

Result<history::Journal> openJournal(const fs::path& path, Instant now, bool acceptOlder) {
    // First: SQLite drops what is damaged when it opens the journal.
    if (const auto sound = history::checkLog(path); !sound) {
        if (!acceptOlder) {
            return failure(fmt::format("{}. Restore a backup with 'muster restore', or start with "
                                       "--accept_older_journal to continue without it",
                               sound.error().message),
                sound.error().kind);
        }
        spdlog::warn("{}", sound.error().message);
    }
    const auto salvaged = history::salvageJournal(path, now);
    if (!salvaged) {
        return tl::unexpected(salvaged.error());
    }
    if (!salvaged->aside.empty()) {
        spdlog::warn("{} was damaged and has been rebuilt without data that is only used in "
                     "reports ({}); the damaged file is {}",
            path.string(), fmt::join(salvaged->lost, ", "), salvaged->aside.string());
    }
    auto journal = history::Journal::open(path);
    if (!journal || !acceptOlder) {
        return journal;
    }
    if (auto done = history::leapAhead(*journal, now, "older journal accepted"); !done) {
        return tl::unexpected(done.error());
    }
    spdlog::warn("{} is accepted as it is, and job numbers leap: start the master without "
                 "--accept_older_journal from now on",
        path.string());
    return history::Journal::open(path);
}

Result<history::Telemetry> openTelemetry(
    const fs::path& path, Instant now, history::Telemetry::Options options) {
    options.path = path;
    auto opened = history::Telemetry::open(options);
    if (opened || opened.error().cause != Error::Cause::Damaged) {
        return opened;
    }
    const auto aside = fmt::format("{}.damaged-{}", path.string(),
        std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        std::error_code error;
        fs::rename(path.string() + suffix, aside + suffix, error);
        if (error && *suffix == '\0') {
            return opened;
        }
    }
    spdlog::warn("{}. The history of samples starts over; the damaged file is {}",
        opened.error().message, aside);
    return history::Telemetry::open(options);
}

// A start fails on a full disk with errors of several kinds. A write that did not fit has one, and
// counts also where there is some room: a large batch needs more.
bool giveUpReserve(const fs::path& workDir, const Error& why) {
    std::error_code error;
    const bool isFull
        = why.cause == Error::Cause::DiskFull || fs::space(workDir, error).available < kRoomBeside;
    if (!isFull || !fs::remove(workDir / kMasterReserve, error)) {
        return false;
    }
    spdlog::warn("The disk of {} is full: the reserve of {} MiB was released. Free some space",
        workDir.string(), kReserveSize >> 20);
    return true;
}

void keepReserve(const fs::path& workDir) {
    std::error_code error;
    const auto path = workDir / kMasterReserve;
    if (fs::exists(path, error) || fs::space(workDir, error).available < 4 * kReserveSize) {
        return;
    }
    std::ofstream(path, std::ios::binary) << std::string(kReserveSize, '\0');
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, error);
}

} // namespace muster::agentd
