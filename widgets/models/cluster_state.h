// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>

#include <QObject>
#include <QTimer>

#include "core/columns/cluster.h"
#include "core/kernel/base/metric.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {

enum class Kind { Agents, Gpus, Frameworks, Offers, Tasks, Jobs, Alerts, Services, Schedules };
inline constexpr int kKinds = 9;

using KeySet = std::set<std::string>;

// Which rows to look at again. A touched key that the state does not hold any more was removed.
struct Changes {
    bool everything = false; // a snapshot replaced all; `touched` is empty then
    std::array<KeySet, kKinds> touched;
    KeySet sampled; // GPUs with new telemetry

    const KeySet& of(Kind kind) const { return touched[static_cast<std::size_t>(kind)]; }
};

template <typename Row>
using RowMap = std::map<std::string, Row>;

// The newest telemetry of one GPU.
struct Sample {
    qint64 atUs = 0;
    std::array<MetricValue, kMetricCount> values;
};

std::string taskKey(const std::string& framework, const std::string& task);

// All that the console knows of the cluster, as the master last said it. One thread. Messages are
// applied at once. Readers hear of a snapshot before apply() returns, of all else at most every
// `kBatchMs`, so that a busy cluster does not keep the screen busy.
class ClusterState : public QObject, public columns::Cluster {
    Q_OBJECT
public:
    static constexpr int kBatchMs = 250;
    static constexpr std::size_t kMostOlder = 50'000;

    explicit ClusterState(QObject* parent = nullptr);

    void apply(v1::Snapshot snapshot);
    // False, and nothing is changed, unless the delta follows the last message without a gap.
    [[nodiscard]] bool apply(v1::Delta delta);
    void apply(const v1::TelemetryBatch& batch);
    // Jobs and tasks that ended before those that the master remembers. From then on also what it
    // forgets stays, so that there is no gap. Snapshots leave them here; what the master says
    // itself counts more. False: there are kMostOlder of a kind, and no more are taken.
    bool addEnded(v1::Rows rows);
    bool isOlder(const v1::Job& job) const { return m_older.jobs.contains(job.id()); }
    std::string encoded() const; // as a binary Snapshot, without older rows: what the cache stores

    bool empty() const { return m_seq == 0 && m_atMs == 0; }
    qint64 atMs() const { return m_atMs; } // the master's clock at the newest message
    const v1::Cluster& cluster() const { return m_cluster; }
    const RowMap<v1::Agent>& agents() const { return m_agents; }
    const RowMap<v1::Gpu>& gpus() const { return m_gpus; }
    const RowMap<v1::Framework>& frameworks() const { return m_frameworks; }
    const RowMap<v1::Offer>& offers() const { return m_offers; }
    const RowMap<v1::Task>& tasks() const { return m_tasks; } // by taskKey()
    const RowMap<v1::Job>& jobs() const { return m_jobs; }
    const RowMap<v1::Alert>& alerts() const { return m_alerts; }
    const RowMap<v1::Service>& services() const { return m_services; }
    const RowMap<v1::Schedule>& schedules() const { return m_schedules; }
    std::vector<std::string> keys(Kind kind) const;
    bool contains(Kind kind, const std::string& key) const;

    const v1::Agent* agent(const std::string& id) const override;
    const v1::Gpu* gpu(const std::string& uuid) const override;
    const v1::Framework* framework(const std::string& id) const override;
    const v1::Service* service(const std::string& id) const;
    const v1::Schedule* schedule(const std::string& id) const;
    const v1::Task* taskOf(const v1::Gpu& gpu) const override;
    const v1::Task* taskOf(const v1::Job& job) const;
    // Nothing of a GPU whose node is not live (core/proto/live_row.h): old values are no values.
    const Sample* sample(const std::string& uuid) const;
    MetricValue value(const std::string& uuid, Metric metric) const override;

    void flush(); // tells now what waits to be told

signals:
    void changed(const muster::models::Changes& changes);

private:
    void take(v1::Rows& rows);
    void drop(const v1::Removed& removed);
    void put(const v1::Telemetry& telemetry);
    void dropSamples(const v1::Agent& agent);
    v1::Telemetry newest(const v1::Agent& agent) const;
    void touch(Kind kind, const std::string& key);
    void flushLater();

    std::uint64_t m_seq = 0;
    qint64 m_atMs = 0;
    v1::Cluster m_cluster;
    RowMap<v1::Agent> m_agents;
    RowMap<v1::Gpu> m_gpus;
    RowMap<v1::Framework> m_frameworks;
    RowMap<v1::Offer> m_offers;
    RowMap<v1::Task> m_tasks;
    RowMap<v1::Job> m_jobs;
    RowMap<v1::Alert> m_alerts;
    RowMap<v1::Service> m_services;
    RowMap<v1::Schedule> m_schedules;
    RowMap<Sample> m_samples;
    struct Older {
        KeySet jobs;
        KeySet tasks;
    } m_older; // which rows the master remembers no more
    Changes m_pending;
    QTimer m_timer;
};

} // namespace muster::models
