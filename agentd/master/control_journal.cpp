// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/control_journal.h"

#include <charconv>
#include <map>
#include <memory>
#include <ranges>
#include <set>

#include "agentd/master/control.h"
#include "agentd/master/journal_codec.h"
#include "agentd/master/services_journal.h"
#include "agentd/master/usage_interval.h"

namespace muster::agentd {
namespace {

constexpr const char* kFrameworkKind = "framework";
constexpr const char* kTaskKind = "task";
constexpr const char* kAgentKind = "agent";
constexpr const char* kRestrictionKind = "restriction";
constexpr const char* kMaintenanceKind = "maintenance";
constexpr const char* kScheduleKind = "schedule";
constexpr const char* kSlotKind = "slot"; // of a schedule
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

// So that the ids of one schedule are in the order of its slots. No name has a slash.
std::string slotId(const jobs::ScheduleId& schedule, Instant slot) {
    return fmt::format("{}/{:020}", schedule.value, slot.time_since_epoch().count());
}

// What has to be written, and then how it stands at the end of the batch.
class Writer {
public:
    Writer(const Control& control, Instant at)
        : m_control(control), m_master(control.master()), m_at(at) { }

    history::Change change(const BatchEvents& events) {
        for (const auto& event : events.cluster) {
            std::visit([this](const auto& one) { note(one); }, event);
        }
        for (const auto& event : events.jobs) {
            std::visit([this](const auto& one) { note(one); }, event);
        }
        for (const auto& event : events.schedules) {
            std::visit([this](const auto& one) { note(one); }, event);
        }
        for (const auto& [id, removed] : m_frameworks) {
            if (const auto* framework = m_master.framework(id)) {
                put(kFrameworkKind, id.value, journalRow(framework->info));
            } else if (removed) { // also if it was added by the same batch
                put(kFrameworkKind, id.value, journalRow(*removed));
                m_out.endings.push_back({.kind = kFrameworkKind, .id = id.value, .at = m_at});
            }
        }
        for (const auto& role : m_quotas) {
            const auto quota = m_master.quotas().find(role);
            if (quota != m_master.quotas().end()) {
                put(kQuotaKind, role, journalRow(cluster::QuotaConfig{role, quota->second}));
            } else {
                remove(kQuotaKind, role);
            }
        }
        for (const auto& role : m_weights) { // one that was set is never taken back
            put(kWeightKind, role,
                journalRow(cluster::RoleWeight{role, m_master.weights().at(role)}));
        }
        for (const auto& key : m_tasks) {
            putTask(key);
        }
        for (const auto& id : m_agents) {
            if (const auto record = m_master.agentRecord(id)) {
                put(kAgentKind, id.value, journalRow(*record));
            } else {
                remove(kAgentKind, id.value);
            }
        }
        for (const auto& gpu : m_restrictions) {
            if (const auto* restriction = m_master.restriction(gpu)) {
                put(kRestrictionKind, gpu.value, journalRow(*restriction));
            } else {
                remove(kRestrictionKind, gpu.value);
            }
        }
        if (m_maintenance) {
            put(kMaintenanceKind, kMaintenanceKind, journalRow(m_master.maintenance()));
        }
        for (const auto& id : m_jobs) {
            putJob(id);
        }
        for (const auto& id : m_schedules) {
            if (const auto* schedule = m_control.schedules().schedule(id)) {
                put(kScheduleKind, id.value, journalRow(*schedule));
            } else {
                remove(kScheduleKind, id.value);
            }
        }
        addServices(events.services, m_control.services(), m_out);
        return std::move(m_out);
    }

private:
    void note(const cluster::FrameworkAdded& event) { m_frameworks.try_emplace(event.framework); }
    void note(const cluster::FrameworkUpdated& event) {
        if (event.info) {
            m_frameworks.try_emplace(event.framework);
        }
    }
    void note(const cluster::FrameworkRemoved& event) { m_frameworks[event.info->id] = event.info; }
    void note(const cluster::TaskAdded& event) { m_tasks.insert(event.task); }
    void note(const cluster::TaskUpdated& event) { m_tasks.insert(event.task); }
    void note(const cluster::TaskKillWanted& event) { m_tasks.insert(event.task); }
    void note(const cluster::AgentRecorded& event) { m_agents.insert(event.agent); }
    void note(const cluster::RestrictionChanged& event) { m_restrictions.insert(event.gpu); }
    void note(const cluster::MaintenanceChanged&) { m_maintenance = true; }
    void note(const cluster::QuotaChanged& event) { m_quotas.insert(event.role); }
    void note(const cluster::WeightChanged& event) { m_weights.insert(event.role); }
    void note(const jobs::JobAdded& event) { m_jobs.insert(event.job); }
    void note(const jobs::JobUpdated& event) { m_jobs.insert(event.job); }
    void note(const jobs::ScheduleChanged& event) { m_schedules.insert(event.schedule); }
    void note(const jobs::ScheduleRemoved& event) { m_schedules.insert(event.schedule); }
    void note(const jobs::SlotDecided& event) {
        auto id = slotId(event.schedule, event.record.first);
        put(kSlotKind, id, journalRow(event));
        m_out.endings.push_back({.kind = kSlotKind, .id = std::move(id), .at = m_at});
    }
    // What a restart finds anew, or the journal forgets by its own rule.
    void note(const cluster::AgentMoved&) { }
    void note(const cluster::AgentChanged&) { }
    void note(const cluster::GpuChanged&) { }
    void note(const cluster::FrameworkUsageChanged&) { }
    void note(const cluster::RoleUsageChanged&) { }
    void note(const cluster::OfferMade&) { }
    void note(const cluster::OfferRemoved&) { }
    void note(const cluster::TaskForgotten&) { }
    void note(const jobs::JobExplained&) { }
    void note(const jobs::JobForgotten&) { }

    void put(const char* kind, const std::string& id, const google::protobuf::MessageLite& row) {
        m_out.upserts.push_back({kind, id, row.SerializeAsString()});
    }
    void remove(const char* kind, const std::string& id) { m_out.removals.emplace_back(kind, id); }
    void putTask(const cluster::TaskKey& key) {
        const auto* task = m_master.task(key);
        if (task == nullptr) {
            return;
        }
        auto id = journalId(key);
        put(kTaskKind, id, journalRow(*task));
        if (isTerminal(task->latest.state)) {
            m_out.endings.push_back({.kind = kTaskKind,
                .id = std::move(id),
                .at = task->ended.value_or(m_at),
                .interval = usageIntervalOf(*task, m_master)});
        }
    }
    void putJob(const JobId& id) {
        const auto* job = m_control.jobs().job(id);
        if (job == nullptr) {
            return;
        }
        put(kJobKind, id.value, journalRow(*job, m_control.jobsFramework()));
        if (isTerminal(job->state)) {
            m_out.endings.push_back({.kind = kJobKind,
                .id = id.value,
                .at = job->ended.value_or(m_at),
                .wait = waitOf(*job, m_control)});
        }
    }

    const Control& m_control;
    const cluster::Master& m_master;
    Instant m_at;
    history::Change m_out;
    std::map<FrameworkId, std::shared_ptr<const cluster::FrameworkInfo>> m_frameworks; // if removed
    std::set<cluster::TaskKey> m_tasks;
    std::set<AgentId> m_agents;
    std::set<GpuUuid> m_restrictions;
    std::set<std::string> m_quotas;
    std::set<std::string> m_weights;
    std::set<JobId> m_jobs;
    std::set<jobs::ScheduleId> m_schedules;
    bool m_maintenance = false;
};

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

history::Record alertRecord(const alerts::Alert& alert) {
    return {kAlert, alerts::idOf(alert.rule, alert.object), journalRow(alert).SerializeAsString()};
}

history::Change journalChange(const BatchEvents& events, const Control& control, Instant at) {
    return Writer(control, at).change(events);
}

std::map<std::string, std::size_t> newestKept() {
    return {{kFrameworkKind, cluster::kRemovedFrameworksKept}};
}

Result<cluster::Recovered> recoverCluster(history::Journal& journal) {
    cluster::Recovered out;
    auto frameworks = journal.load(kFrameworkKind);
    auto removed = journal.ended(kFrameworkKind, cluster::kRemovedFrameworksKept);
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
    if (!ended || !removed || !maintenance) {
        return tl::unexpected(!ended ? ended.error()
                : !removed           ? removed.error()
                                     : maintenance.error());
    }
    // What cannot be read is left out here, and told to the journal: its caller decides.
    const auto note = [&journal](const history::Record& record, const Error& why) {
        journal.noteDamaged({record.kind, record.id, std::nullopt, why.message});
    };
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
    take(*agents, agentFromRow, out.agents);
    take(*restrictions, restrictionFromRow, out.restrictions);
    take(*quotas, quotaFromRow, out.quotas);
    take(*weights, weightFromRow, out.weights);
    take(*frameworks, frameworkFromRow, out.frameworks);
    take(*tasks, taskFromRow, out.tasks);
    for (const auto& one : *removed | std::views::reverse) {
        out.removedFrameworks.push_back({one.record.id});
    }
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

std::optional<muster::v1::TaskRow> endedTask(
    history::Journal& journal, const cluster::TaskKey& task) {
    const auto ended = journal.endedOne(kTaskKind, journalId(task));
    auto row = ended && *ended ? parseRow<muster::v1::TaskRow>((*ended)->record.payload, "A task")
                               : failure("No such task");
    return row ? std::optional(std::move(*row)) : std::nullopt;
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

Result<std::vector<jobs::Schedule>> recoverSchedules(
    history::Journal& journal, const std::vector<jobs::Job>& jobs, Zones& zones) {
    const auto records = journal.load(kScheduleKind);
    if (!records) {
        return tl::unexpected(records.error());
    }
    std::map<jobs::ScheduleId, std::set<JobId>> live;
    for (const auto& job : jobs) {
        if (job.spec.run && !isTerminal(job.state)) {
            live[job.spec.run->schedule].insert(job.id);
        }
    }
    std::vector<jobs::Schedule> out;
    for (const auto& record : *records) {
        auto schedule = scheduleFromRow(record.payload);
        if (!schedule) {
            journal.noteDamaged({kScheduleKind, record.id, std::nullopt, schedule.error().message});
            continue;
        }
        if (auto zone = zones.of(schedule->spec)) {
            jobs::readWhen(*schedule, std::move(*zone));
        } else {
            schedule->problem = zone.error().message;
        }
        schedule->live = std::move(live[schedule->spec.id]);
        out.push_back(std::move(*schedule));
    }
    return out;
}

Result<std::vector<jobs::SlotDecided>> decidedSlots(
    history::Journal& journal, const jobs::ScheduleId& schedule, std::size_t limit) {
    const auto records = journal.endedBelow(kSlotKind, schedule.value + '/', limit);
    if (!records) {
        return tl::unexpected(records.error());
    }
    std::vector<jobs::SlotDecided> out;
    for (const auto& one : *records) {
        if (auto slot = slotFromRow(one.record.payload)) {
            slot->schedule = schedule;
            out.push_back(std::move(*slot));
        } else {
            journal.noteDamaged({kSlotKind, one.record.id, one.endedAt, slot.error().message});
        }
    }
    return out;
}

Result<std::vector<alerts::Alert>> recoverAlerts(history::Journal& journal) {
    const auto records = journal.load(kAlert);
    if (!records) {
        return tl::unexpected(records.error());
    }
    std::vector<alerts::Alert> out;
    for (const auto& record : *records) {
        if (auto alert = alertFromRow(record.payload)) {
            out.push_back(std::move(*alert));
        }
    }
    return out;
}

} // namespace muster::agentd
