// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/cluster_state.h"

#include <algorithm>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "core/proto/live_row.h"
#include "widgets/models/mark.h"

namespace muster::models {

namespace {

template <typename Row>
const Row* find(const RowMap<Row>& rows, const std::string& key) {
    const auto found = rows.find(key);
    return found == rows.end() ? nullptr : &found->second;
}

template <typename Row>
std::vector<std::string> keysOf(const RowMap<Row>& rows) {
    std::vector<std::string> keys;
    keys.reserve(rows.size());
    for (const auto& [key, row] : rows) {
        keys.push_back(key);
    }
    return keys;
}

// Takes the rows of those keys out.
template <typename Row>
RowMap<Row> extracted(RowMap<Row>& rows, const KeySet& keys) {
    RowMap<Row> out;
    for (const auto& key : keys) {
        out.insert(rows.extract(key));
    }
    return out;
}

// False: there were too many already.
template <typename Row>
bool addOlder(RowMap<Row>& rows, KeySet& keys, std::string key, Row& row) {
    if (rows.contains(key)) {
        return true;
    }
    if (keys.size() >= ClusterState::kMostOlder) {
        return false;
    }
    rows[key] = std::move(row);
    keys.insert(std::move(key));
    return true;
}

// What has ended stays where older rows are shown, too.
template <typename Row>
void forget(RowMap<Row>& rows, KeySet& older, const std::string& key, bool (*ended)(const Row&)) {
    const auto found = rows.find(key);
    if (found == rows.end()) {
        return;
    }
    if (!older.empty() && older.size() < ClusterState::kMostOlder && ended(found->second)) {
        older.insert(key);
    } else {
        rows.erase(found);
    }
}

bool jobHasEnded(const v1::Job& job) {
    return jobEnded(job.state());
}

bool taskHasEnded(const v1::Task& task) {
    return taskEnded(task.state());
}

// A field of a message that holds another one.
void append(std::string& out, int field, const std::string& message) {
    google::protobuf::io::StringOutputStream stream(&out);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.WriteTag(static_cast<std::uint32_t>(field) << 3 | 2); // of a length
    coded.WriteVarint32(static_cast<std::uint32_t>(message.size()));
    coded.WriteString(message);
}

} // namespace

std::string taskKey(const std::string& framework, const std::string& task) {
    return framework + '\n' + task;
}

ClusterState::ClusterState(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kBatchMs);
    connect(&m_timer, &QTimer::timeout, this, &ClusterState::flush);
}

void ClusterState::apply(v1::Snapshot snapshot) {
    auto olderJobs = extracted(m_jobs, m_older.jobs);
    auto olderTasks = extracted(m_tasks, m_older.tasks);
    m_agents.clear();
    m_gpus.clear();
    m_frameworks.clear();
    m_offers.clear();
    m_tasks.clear();
    m_jobs.clear();
    m_alerts.clear();
    m_services.clear();
    m_schedules.clear();
    m_samples.clear();
    m_pending = {};
    m_pending.everything = true;
    m_cluster = std::move(*snapshot.mutable_cluster());
    m_seq = snapshot.seq();
    m_atMs = snapshot.at_ms();
    take(*snapshot.mutable_rows());
    m_jobs.merge(olderJobs);
    m_tasks.merge(olderTasks);
    for (const auto& telemetry : snapshot.telemetry()) {
        put(telemetry);
    }
    flush();
}

bool ClusterState::apply(v1::Delta delta) {
    if (delta.seq() != m_seq + 1) {
        return false;
    }
    drop(delta.removed());
    take(*delta.mutable_changed());
    m_seq = delta.seq();
    m_atMs = std::max<qint64>(m_atMs, delta.at_ms());
    flushLater();
    return true;
}

void ClusterState::apply(const v1::TelemetryBatch& batch) {
    for (const auto& telemetry : batch.telemetry()) {
        put(telemetry);
    }
    flushLater();
}

bool ClusterState::addEnded(v1::Rows rows) {
    bool room = true;
    for (auto& job : *rows.mutable_jobs()) {
        const auto key = job.id();
        room = addOlder(m_jobs, m_older.jobs, key, job) && room;
        touch(Kind::Jobs, key);
    }
    for (auto& task : *rows.mutable_tasks()) {
        const auto key = taskKey(task.framework_id(), task.id());
        room = addOlder(m_tasks, m_older.tasks, key, task) && room;
        touch(Kind::Tasks, key);
    }
    flushLater();
    return room;
}

// Moves the rows out of the message.
void ClusterState::take(v1::Rows& rows) {
    const auto takeAll = [this](Kind kind, auto* from, auto& to, auto keyOf) {
        for (auto& row : *from) {
            const auto key = keyOf(row);
            to[key] = std::move(row);
            touch(kind, key);
        }
    };
    const auto id = [](const auto& row) { return row.id(); };
    for (const auto& row : rows.jobs()) {
        m_older.jobs.erase(row.id());
    }
    for (const auto& row : rows.tasks()) {
        m_older.tasks.erase(taskKey(row.framework_id(), row.id()));
    }
    for (const auto& row : rows.agents()) {
        if (!proto::isLive(row)) {
            dropSamples(row);
        }
    }
    takeAll(Kind::Agents, rows.mutable_agents(), m_agents, id);
    takeAll(Kind::Gpus, rows.mutable_gpus(), m_gpus, [](const v1::Gpu& row) { return row.uuid(); });
    takeAll(Kind::Frameworks, rows.mutable_frameworks(), m_frameworks, id);
    takeAll(Kind::Offers, rows.mutable_offers(), m_offers, id);
    takeAll(Kind::Tasks, rows.mutable_tasks(), m_tasks,
        [](const v1::Task& row) { return taskKey(row.framework_id(), row.id()); });
    takeAll(Kind::Jobs, rows.mutable_jobs(), m_jobs, id);
    takeAll(Kind::Alerts, rows.mutable_alerts(), m_alerts, id);
    takeAll(Kind::Services, rows.mutable_services(), m_services, id);
    takeAll(Kind::Schedules, rows.mutable_schedules(), m_schedules, id);
}

void ClusterState::drop(const v1::Removed& removed) {
    const auto dropAll = [this](Kind kind, const auto& keys, auto& rows) {
        for (const auto& key : keys) {
            rows.erase(key);
            touch(kind, key);
        }
    };
    dropAll(Kind::Agents, removed.agents(), m_agents);
    dropAll(Kind::Gpus, removed.gpus(), m_gpus);
    dropAll(Kind::Frameworks, removed.frameworks(), m_frameworks);
    dropAll(Kind::Offers, removed.offers(), m_offers);
    dropAll(Kind::Alerts, removed.alerts(), m_alerts);
    dropAll(Kind::Services, removed.services(), m_services);
    dropAll(Kind::Schedules, removed.schedules(), m_schedules);
    for (const auto& uuid : removed.gpus()) {
        m_samples.erase(uuid);
    }
    for (const auto& task : removed.tasks()) {
        const auto key = taskKey(task.framework_id(), task.task_id());
        forget(m_tasks, m_older.tasks, key, taskHasEnded);
        touch(Kind::Tasks, key);
    }
    for (const auto& job : removed.jobs()) {
        forget(m_jobs, m_older.jobs, job, jobHasEnded);
        touch(Kind::Jobs, job);
    }
}

// Samples of another generation are in an order that is not known here: they are left out, and the
// old ones stay until the agent's new row is in.
void ClusterState::put(const v1::Telemetry& telemetry) {
    const auto* from = agent(telemetry.agent_id());
    if (from == nullptr || from->gpu_generation() != telemetry.gpu_generation()
        || !proto::isLive(*from)) {
        return;
    }
    for (int i = 0; i < from->gpus_size(); ++i) {
        auto& sample = m_samples.try_emplace(from->gpus(i)).first->second;
        if (sample.atUs == 0) {
            sample.values.fill(kUnknown);
        }
        for (const auto& column : telemetry.columns()) {
            if (column.metric() < kMetricCount && i < column.values_size()) {
                sample.values[column.metric()] = column.values(i);
            }
        }
        sample.atUs = telemetry.at_us();
        m_pending.sampled.insert(from->gpus(i));
    }
    m_atMs = std::max<qint64>(m_atMs, telemetry.at_us() / 1000);
}

void ClusterState::dropSamples(const v1::Agent& agent) {
    for (const auto& uuid : agent.gpus()) {
        if (m_samples.erase(uuid) > 0) {
            m_pending.sampled.insert(uuid);
        }
    }
}

v1::Telemetry ClusterState::newest(const v1::Agent& agent) const {
    v1::Telemetry out;
    out.set_agent_id(agent.id());
    out.set_gpu_generation(agent.gpu_generation());
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        auto& column = *out.add_columns();
        column.set_metric(static_cast<std::uint32_t>(metric));
        for (const auto& uuid : agent.gpus()) {
            const auto* known = sample(uuid);
            column.add_values(known == nullptr ? kUnknown : known->values[metric]);
            out.set_at_us(known == nullptr ? out.at_us() : known->atUs);
        }
    }
    return out;
}

// Written row by row: a Snapshot made for it would be a copy of everything.
std::string ClusterState::encoded() const {
    v1::Snapshot head;
    head.set_seq(m_seq);
    head.set_at_ms(m_atMs);
    *head.mutable_cluster() = m_cluster;
    std::string rows;
    const auto appendAll = [&rows](int field, const auto& from, const KeySet& without = {}) {
        for (const auto& [key, row] : from) {
            if (!without.contains(key)) {
                append(rows, field, row.SerializeAsString());
            }
        }
    };
    appendAll(v1::Rows::kAgentsFieldNumber, m_agents);
    appendAll(v1::Rows::kGpusFieldNumber, m_gpus);
    appendAll(v1::Rows::kFrameworksFieldNumber, m_frameworks);
    appendAll(v1::Rows::kOffersFieldNumber, m_offers);
    appendAll(v1::Rows::kTasksFieldNumber, m_tasks, m_older.tasks);
    appendAll(v1::Rows::kJobsFieldNumber, m_jobs, m_older.jobs);
    appendAll(v1::Rows::kAlertsFieldNumber, m_alerts);
    appendAll(v1::Rows::kServicesFieldNumber, m_services);
    appendAll(v1::Rows::kSchedulesFieldNumber, m_schedules);
    auto out = head.SerializeAsString();
    append(out, v1::Snapshot::kRowsFieldNumber, rows);
    for (const auto& [id, agent] : m_agents) {
        append(out, v1::Snapshot::kTelemetryFieldNumber, newest(agent).SerializeAsString());
    }
    return out;
}

std::vector<std::string> ClusterState::keys(Kind kind) const {
    switch (kind) {
    case Kind::Agents:
        return keysOf(m_agents);
    case Kind::Gpus:
        return keysOf(m_gpus);
    case Kind::Frameworks:
        return keysOf(m_frameworks);
    case Kind::Offers:
        return keysOf(m_offers);
    case Kind::Tasks:
        return keysOf(m_tasks);
    case Kind::Jobs:
        return keysOf(m_jobs);
    case Kind::Alerts:
        return keysOf(m_alerts);
    case Kind::Services:
        return keysOf(m_services);
    case Kind::Schedules:
        return keysOf(m_schedules);
    }
    return {};
}

bool ClusterState::contains(Kind kind, const std::string& key) const {
    switch (kind) {
    case Kind::Agents:
        return m_agents.contains(key);
    case Kind::Gpus:
        return m_gpus.contains(key);
    case Kind::Frameworks:
        return m_frameworks.contains(key);
    case Kind::Offers:
        return m_offers.contains(key);
    case Kind::Tasks:
        return m_tasks.contains(key);
    case Kind::Jobs:
        return m_jobs.contains(key);
    case Kind::Alerts:
        return m_alerts.contains(key);
    case Kind::Services:
        return m_services.contains(key);
    case Kind::Schedules:
        return m_schedules.contains(key);
    }
    return false;
}

const v1::Agent* ClusterState::agent(const std::string& id) const {
    return find(m_agents, id);
}

const v1::Gpu* ClusterState::gpu(const std::string& uuid) const {
    return find(m_gpus, uuid);
}

const v1::Framework* ClusterState::framework(const std::string& id) const {
    return find(m_frameworks, id);
}

const v1::Service* ClusterState::service(const std::string& id) const {
    return find(m_services, id);
}

const v1::Schedule* ClusterState::schedule(const std::string& id) const {
    return find(m_schedules, id);
}

const v1::Task* ClusterState::taskOf(const v1::Gpu& gpu) const {
    return gpu.task_id().empty() ? nullptr
                                 : find(m_tasks, taskKey(gpu.framework_id(), gpu.task_id()));
}

const v1::Task* ClusterState::taskOf(const v1::Job& job) const {
    return job.task_id().empty() ? nullptr
                                 : find(m_tasks, taskKey(job.framework_id(), job.task_id()));
}

const Sample* ClusterState::sample(const std::string& uuid) const {
    return find(m_samples, uuid);
}

MetricValue ClusterState::value(const std::string& uuid, Metric metric) const {
    const auto* known = sample(uuid);
    return known == nullptr ? kUnknown : known->values[static_cast<std::size_t>(metric)];
}

void ClusterState::touch(Kind kind, const std::string& key) {
    if (!m_pending.everything) {
        m_pending.touched[static_cast<std::size_t>(kind)].insert(key);
    }
}

void ClusterState::flushLater() {
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void ClusterState::flush() {
    m_timer.stop();
    emit changed(std::exchange(m_pending, {}));
}

} // namespace muster::models
