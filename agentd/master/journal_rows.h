// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "core/history/journal.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace google::protobuf {
class MessageLite;
}

namespace muster::agentd {

class Control;
struct Touched;

// What the control journal holds of a master: agents and what was ordered for them, open
// frameworks, tasks and jobs, the ended ones, the identity of the job scheduler.

Result<cluster::Recovered> recoverCluster(history::Journal& journal);
Result<jobs::RecoveredJobs> recoverJobs(history::Journal& journal);

// The rows of everything that was touched and has to outlive the master. Offers and GPUs do not:
// agents bring them again. It remembers each row as it was last written, and a row that says
// the same is left out: an offer touches its framework and an explanation its job, and neither is
// worth an fsync. REQUIRES: each change is committed, or the master ends.
class JournalRows {
public:
    // Of all agents and restrictions the rows are written: ten thousand come back at once.
    explicit JournalRows(const cluster::Recovered& known);

    history::Change change(const Touched& touched, const Control& control, Instant at);

private:
    // False: it is written already.
    bool write(history::Change& out, const char* kind, const std::string& id,
        const google::protobuf::MessageLite& row);
    void remove(history::Change& out, const char* kind, const std::string& id);

    std::map<std::pair<std::string, std::string>, std::string> m_written; // by kind and id
};

history::Record jobsFrameworkRecord(const FrameworkId& framework);
history::Record lastJobRecord(const JobId& job); // so that its number is never used again
std::string journalId(const cluster::TaskKey& task); // "<framework>/<task>"

} // namespace muster::agentd
