// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/history/journal.h"

namespace muster::history {

struct JournalFacts {
    Mark mark;
    std::int64_t live = 0; // rows
    std::int64_t ended = 0;
    std::int64_t openJobs = 0; // of the live ones
    std::int64_t bytes = 0; // of the file
};

// A copy of the journal in a work directory, checked, as one file of its own. A master may work in
// there meanwhile: the copy is the state between two of its commits. Where none works, a
// journal whose log is damaged is refused. REQUIRES: `file` is not there.
Result<JournalFacts> backUpJournal(
    const std::filesystem::path& workDir, const std::filesystem::path& file);

struct Restored {
    JournalFacts facts;
    std::filesystem::path replaced; // where the journal is that was there; empty: there was none
};

// Makes the backup the journal of a work directory that nobody works in: a master's, one that is
// empty but for lost+found or a token, or one that is made. Before anything is touched it is seen
// that both are what they should be; the rows of the backup are checked in a copy. From its state
// on, step and job number go on far above whatever was given out after it was made, so that none is
// given out again. What was there is moved aside.
Result<Restored> restoreJournal(
    const std::filesystem::path& file, const std::filesystem::path& workDir, Instant now);

} // namespace muster::history
