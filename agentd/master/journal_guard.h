// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/history/journal.h"
#include "core/history/telemetry.h"

namespace muster::agentd {

// What a master looks at before it trusts the files in its work directory.

// An error if others of its files are there and the journal is not, or is empty: to go on would
// forget every job and task in silence. `standalone`: its agent's files are in there, too.
Status checkJournalIsThere(const std::filesystem::path& workDir, bool standalone);

// Rows that load() left out. Those of what has ended, alerts and incarnations are set aside with
// a warning; those of something that is are an error with the remedy, unless `liveToo`.
Status setAsideDamaged(history::Journal& journal, bool liveToo, Instant now);

// The journal, every page of which was read, and its log. What is only counted for reports begins
// anew, with a warning, where it is damaged. `acceptOlder`: it goes on as history::leapAhead()
// says, also where agents know of more, or its log is damaged.
Result<history::Journal> openJournal(
    const std::filesystem::path& path, Instant now, bool acceptOlder = false);

// A file that is damaged is moved aside with a warning, and a new one begins: samples are not worth
// a master that does not start. `options` but for the path.
Result<history::Telemetry> openTelemetry(
    const std::filesystem::path& path, Instant now, history::Telemetry::Options options = {});

// Removes a file that is kept for this, so that what was decided can be written, and a master can
// start nevertheless: SQLite needs a little room even to read. False: there is none, or `why` does
// not come from a lack of room.
bool giveUpReserve(const std::filesystem::path& workDir, const Error& why);
// Makes it, if there is much room and none is there.
void keepReserve(const std::filesystem::path& workDir);

} // namespace muster::agentd
