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

constexpr const char* kFramework = "framework";
constexpr const char* kTask = "task";
constexpr const char* kAgent = "agent";
constexpr const char* kRestriction = "restriction";
constexpr const char* kMaintenance = "maintenance";
constexpr const char* kJob = "job";
constexpr const char* kMeta = "meta";
constexpr const char* kQuota = "quota";
constexpr const char* kWeight = "weight";
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
    return {kMeta, kJobsFramework, framework.value};
}

history::Record lastJobRecord(const JobId& job) {
    return {kMeta, kLastJob, job.value};
}

JournalRows::JournalRows(const cluster::Recovered& known) {
    for (const auto& agent : known.agents) {
        m_written[{kAgent, agent.id.value}] = row(agent).SerializeAsString();
    }
    for (const auto& one : known.restrictions) {
        m_written[{kRestriction, one.restriction.gpu.value}] = row(one).SerializeAsString();
    }
}

history::Change JournalRows::change(const Touched& touched, const Control& control, Instant at) {
    history::Change out;
    for (const auto& id : touched.frameworks) {
        if (const auto* framework = control.master().framework({id})) {
            write(out, kFramework, id, row(*framework, RowFor::Journal));
        } else {
            remove(out, kFramework, id);
        }
    }
    for (const auto& role : touched.quotas) {
        const auto& quotas = control.master().quotas();
        if (const auto found = quotas.find(role); found != quotas.end()) {
            write(out, kQuota, role, row(cluster::QuotaConfig{role, found->second}));
        } else {
            remove(out, kQuota, role);
        }
    }
    for (const auto& role : touched.weights) { // one that was set is never taken back
        write(out, kWeight, role,
            row(cluster::RoleWeight{role, control.master().weights().at(role)}));
    }
    for (const auto& key : touched.tasks) {
        const auto id = journalId(key);
        const auto* task = control.master().task(key);
        if (task == nullptr) {
            m_written.erase({kTask, id});
        } else if (write(out, kTask, id, row(*task, RowFor::Journal))
            && isTerminal(task->latest.state)) {
            out.endings.push_back({.kind = kTask,
                .id = id,
                .at = task->ended.value_or(at),
                .spell = spellOf(*task, control.master())});
            // Nothing changes it any more, and nobody tells when the master forgets it.
            m_written.erase({kTask, id});
        }
    }
    for (const auto& id : touched.agentRecords) {
        if (const auto record = control.master().agentRecord({id})) {
            write(out, kAgent, id, row(*record));
        } else if (m_written.contains({kAgent, id})) {
            remove(out, kAgent, id);
        }
    }
    for (const auto& gpu : touched.restrictions) {
        if (const auto* restriction = control.master().restriction({gpu})) {
            write(out, kRestriction, gpu, row(*restriction));
        } else {
            remove(out, kRestriction, gpu);
        }
    }
    if (touched.maintenance) {
        write(out, kMaintenance, kMaintenance, row(control.master().maintenance()));
    }
    for (const auto& id : touched.jobs) {
        const auto* job = control.jobs().job({id});
        if (job == nullptr) {
            m_written.erase({kJob, id});
        } else if (write(out, kJob, id, row(*job, control.jobsFramework(), RowFor::Journal))
            && isTerminal(job->state)) {
            out.endings.push_back(
                {.kind = kJob, .id = id, .at = job->ended.value_or(at), .wait = waitOf(*job)});
            m_written.erase({kJob, id}); // nothing changes it any more
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
    auto frameworks = journal.load(kFramework);
    auto tasks = journal.load(kTask);
    auto ended = journal.ended(kTask, kEndedAtStart);
    auto agents = journal.load(kAgent);
    auto restrictions = journal.load(kRestriction);
    auto quotas = journal.load(kQuota);
    auto weights = journal.load(kWeight);
    auto maintenance = journal.loadOne(kMaintenance, kMaintenance);
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
            journal.noteDamaged({kTask, one.record.id, one.endedAt, task.error().message});
        }
    }
    return out;
}

Result<jobs::RecoveredJobs> recoverJobs(history::Journal& journal) {
    jobs::RecoveredJobs out;
    auto framework = journal.loadOne(kMeta, kJobsFramework);
    auto lastJob = journal.loadOne(kMeta, kLastJob);
    auto jobs = journal.load(kJob);
    auto ended = journal.ended(kJob, kEndedAtStart);
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
            journal.noteDamaged({kJob, record.id, endedAt, job.error().message});
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
