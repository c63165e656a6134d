// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_rows.h"

#include <charconv>
#include <ranges>

#include "agentd/master/control.h"
#include "agentd/master/policy_rows.h"
#include "agentd/master/spell.h"
#include "agentd/master/view.h"

namespace muster::agentd {
namespace {

constexpr const char* kFrameworkKind = "framework";
constexpr const char* kTaskKind = "task";
constexpr const char* kAgentKind = "agent";
constexpr const char* kRestrictionKind = "restriction";
constexpr const char* kMaintenanceKind = "maintenance";
constexpr const char* kJobKind = "job";
constexpr const char* kMetaKind = "meta";
constexpr const char* kQuotaKind = "quota";
constexpr const char* kWeightKind = "weight";
constexpr const char* kJobsFramework = "jobs-framework";
constexpr const char* kLastJob = "last-job";
constexpr std::size_t kEndedAtStart = 1000;

std::uint64_t jobNumber(std::string_view id) {
    std::uint64_t number = 0;
    const auto dash = id.rfind('-');
    if (dash != std::string_view::npos) {
        std::from_chars(id.data() + dash + 1, id.data() + id.size(), number);
    }
    return number;
}

} // namespace

std::string journalId(const cluster::TaskKey& task) {
    return task.framework.value + "/" + task.task.value;
}

history::Record jobsFrameworkRecord(const FrameworkId& framework) {
    return {kMetaKind, kJobsFramework, framework.value};
}

history::Record lastJobRecord(const JobId& job) {
    return {kMetaKind, kLastJob, job.value};
}

JournalRows::JournalRows(const cluster::Recovered& known) {
    for (const auto& agent : known.agents) {
        m_written[{kAgentKind, agent.id.value}] = row(agent).SerializeAsString();
    }
    for (const auto& one : known.restrictions) {
        m_written[{kRestrictionKind, one.restriction.gpu.value}] = row(one).SerializeAsString();
    }
}

history::Change JournalRows::change(const Touched& touched, const Control& control, Instant at) {
    history::Change out;
    for (const auto& id : touched.frameworks) {
        if (const auto* framework = control.master().framework({id})) {
            write(out, kFrameworkKind, id, row(*framework, RowFor::Journal));
        } else {
            remove(out, kFrameworkKind, id);
        }
    }
    for (const auto& role : touched.quotas) {
        const auto& quotas = control.master().quotas();
        if (const auto found = quotas.find(role); found != quotas.end()) {
            write(out, kQuotaKind, role, row(cluster::QuotaConfig{role, found->second}));
        } else {
            remove(out, kQuotaKind, role);
        }
    }
    for (const auto& role : touched.weights) { // one that was set is never taken back
        write(out, kWeightKind, role,
            row(cluster::RoleWeight{role, control.master().weights().at(role)}));
    }
    for (const auto& key : touched.tasks) {
        const auto id = journalId(key);
        const auto* task = control.master().task(key);
        if (task == nullptr) {
            m_written.erase({kTaskKind, id});
        } else if (write(out, kTaskKind, id, row(*task, RowFor::Journal))
            && isTerminal(task->latest.state)) {
            out.endings.push_back({.kind = kTaskKind,
                .id = id,
                .at = task->ended.value_or(at),
                .spell = spellOf(*task, control.master())});
            // Nothing changes it any more, and nobody tells when the master forgets it.
            m_written.erase({kTaskKind, id});
        }
    }
    for (const auto& id : touched.agentRecords) {
        if (const auto record = control.master().agentRecord({id})) {
            write(out, kAgentKind, id, row(*record));
        } else if (m_written.contains({kAgentKind, id})) {
            remove(out, kAgentKind, id);
        }
    }
    for (const auto& gpu : touched.restrictions) {
        if (const auto* restriction = control.master().restriction({gpu})) {
            write(out, kRestrictionKind, gpu, row(*restriction));
        } else {
            remove(out, kRestrictionKind, gpu);
        }
    }
    if (touched.maintenance) {
        write(out, kMaintenanceKind, kMaintenanceKind, row(control.master().maintenance()));
    }
    for (const auto& id : touched.jobs) {
        const auto* job = control.jobs().job({id});
        if (job == nullptr) {
            m_written.erase({kJobKind, id});
        } else if (write(out, kJobKind, id, row(*job, control.jobsFramework(), RowFor::Journal))
            && isTerminal(job->state)) {
            out.endings.push_back(
                {.kind = kJobKind, .id = id, .at = job->ended.value_or(at), .wait = waitOf(*job)});
            m_written.erase({kJobKind, id}); // nothing changes it any more
        }
    }
    return out;
}

bool JournalRows::write(history::Change& out, const char* kind, const std::string& id,
    const google::protobuf::MessageLite& row) {
    auto bytes = row.SerializeAsString();
    auto& written = m_written[{kind, id}];
    if (written == bytes) {
        return false;
    }
    written = bytes;
    out.upserts.push_back({kind, id, std::move(bytes)});
    return true;
}

void JournalRows::remove(history::Change& out, const char* kind, const std::string& id) {
    out.removals.emplace_back(kind, id);
    m_written.erase({kind, id});
}

Result<cluster::Recovered> recoverCluster(history::Journal& journal) {
    cluster::Recovered out;
    auto frameworks = journal.load(kFrameworkKind);
    auto tasks = journal.load(kTaskKind);
    auto ended = journal.ended(kTaskKind, kEndedAtStart);
    auto agents = journal.load(kAgentKind);
    auto restrictions = journal.load(kRestrictionKind);
    auto quotas = journal.load(kQuotaKind);
    auto weights = journal.load(kWeightKind);
    auto maintenance = journal.loadOne(kMaintenanceKind, kMaintenanceKind);
    for (const auto* loaded : {&frameworks, &tasks, &agents, &restrictions, &quotas, &weights}) {
        if (!*loaded) {
            return tl::unexpected(loaded->error());
        }
    }
    if (!ended || !maintenance) {
        return tl::unexpected(!ended ? ended.error() : maintenance.error());
    }
    // What cannot be read is left out here, and told to the journal: its caller decides.
    const auto note = [&journal](const history::Record& record, const Error& why) {
        journal.noteDamaged({record.kind, record.id, std::nullopt, why.message});
    };
    for (const auto& record : *agents) {
        if (auto status = addAgentPolicy(record.payload, out); !status) {
            note(record, status.error());
        }
    }
    if (*maintenance) {
        if (auto status = addMaintenance((*maintenance)->payload, out); !status) {
            note(**maintenance, status.error());
        }
    }
    const auto take = [&note](const auto& records, auto read, auto& into) {
        for (const auto& record : records) {
            if (auto value = read(record.payload)) {
                into.push_back(std::move(*value));
            } else {
                note(record, value.error());
            }
        }
    };
    take(*restrictions, restrictionFromRow, out.restrictions);
    take(*quotas, quotaFromRow, out.quotas);
    take(*weights, weightFromRow, out.weights);
    take(*frameworks, frameworkFromRow, out.frameworks);
    take(*tasks, taskFromRow, out.tasks);
    // Ended ones too, the oldest first: a framework that missed the end asks again.
    for (const auto& one : *ended | std::views::reverse) {
        if (auto task = taskFromRow(one.record.payload)) {
            out.tasks.push_back(std::move(*task));
        } else {
            journal.noteDamaged({kTaskKind, one.record.id, one.endedAt, task.error().message});
        }
    }
    return out;
}

Result<jobs::RecoveredJobs> recoverJobs(history::Journal& journal) {
    jobs::RecoveredJobs out;
    auto framework = journal.loadOne(kMetaKind, kJobsFramework);
    auto lastJob = journal.loadOne(kMetaKind, kLastJob);
    auto jobs = journal.load(kJobKind);
    auto ended = journal.ended(kJobKind, kEndedAtStart);
    if (!framework || !lastJob || !jobs || !ended) {
        return tl::unexpected(!framework ? framework.error()
                : !lastJob               ? lastJob.error()
                : !jobs                  ? jobs.error()
                                         : ended.error());
    }
    if (*framework) {
        out.framework = {(*framework)->payload};
    }
    std::uint64_t last = *lastJob ? jobNumber((*lastJob)->payload) : 0;
    const auto add = [&](const history::Record& record, std::optional<Instant> endedAt) {
        last = std::max(last, jobNumber(record.id));
        if (auto job = jobFromRow(record.payload)) {
            out.jobs.push_back(std::move(*job));
        } else {
            journal.noteDamaged({kJobKind, record.id, endedAt, job.error().message});
        }
    };
    for (const auto& record : *jobs) {
        add(record, std::nullopt);
    }
    for (const auto& one : *ended) {
        add(one.record, one.endedAt);
    }
    out.nextNumber = last + 1;
    return out;
}

} // namespace muster::agentd
