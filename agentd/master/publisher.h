// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/master/alerts.h"
#include "agentd/master/console_view.h"
#include "agentd/master/control.h"
#include "agentd/master/live_data.h"
#include "agentd/master/pace.h"
#include "agentd/master/shown.h"
#include "agentd/master/telemetry_hub.h"
#include "agentd/poll_timer.h"
#include "core/net/session.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// Shows the cluster to whoever subscribed: one snapshot each, then deltas. The first changes after
// a quiet time go out at once, as those of a job until it runs; then what comes within kGather is
// one delta. It is encoded once an encoding; the same bytes go to all. A console behind whose
// snapshot too much is waiting is left out until its queue is empty, and then gets a new one. Who
// may not see all gets messages of their own, and a new snapshot when a user is known at last on
// whom their rows depend. No snapshot is queued behind another. Who says what is shown gets that
// alone, and shares the bytes with those who show the same. Lives on the io_context's one thread.
class Publisher {
public:
    Publisher(boost::asio::io_context& io, const Control& control, const Alerts& alerts,
        TelemetryHub& telemetry, const LiveData& live, muster::v1::Cluster cluster);

    // `shown`, checked: nothing but that, its samples packed; null: the usual kinds and `also`. See
    // Shown of console.proto.
    void subscribe(const net::SessionPtr& session, proto::Encoding encoding, bool telemetry,
        const ConsoleView& view, const muster::v1::Shown* shown = nullptr, Kinds also = 0);
    // From now on a subscriber shows this, checked. NotFound: the session has not subscribed.
    Status show(const net::SessionPtr& session, const muster::v1::Shown& shown);
    // Unavailable, and nothing is sent: a user could not be looked up yet.
    Status snapshotOnce(const net::SessionPtr& session, proto::Encoding encoding,
        const ConsoleView& view, Kinds also = 0);
    void unsubscribe(const net::SessionPtr& session);
    // The rows of one kind, a field's number in Rows, as `view` shows them: all, or those with that
    // id, which several tasks may have. Unavailable as above.
    Result<muster::v1::Rows> rows(
        int kind, const std::optional<std::string>& id, const ConsoleView& view) const;

    void onEvents(const BatchEvents& events);
    // The agent and its GPUs again, for the live data about them has changed.
    void showAgent(const cluster::Agent& agent);
    void showAlerts(const std::set<std::string>& ids);
    void onTelemetry(const muster::v1::Telemetry& telemetry);
    void onProcesses(const muster::v1::Processes& processes);

private:
    static constexpr Duration kGather = std::chrono::milliseconds(20);
    static constexpr int kAtOnce = 4; // a job is submitted, launched, starting, running
    static constexpr Duration kFeedTick = std::chrono::milliseconds(20);
    static constexpr Duration kLookAgain = std::chrono::seconds(1);
    static constexpr std::size_t kSlow = 1 << 20; // bytes queued, not counting a snapshot

    // What differs from what subscribers have been shown.
    struct Unsent {
        std::set<AgentId> agents;
        std::set<GpuUuid> gpus;
        std::set<FrameworkId> frameworks;
        std::set<OfferId> offers;
        std::set<cluster::TaskKey> tasks;
        std::set<JobId> jobs;
        std::set<std::string> alerts;
        std::set<services::AppId> services;
        std::set<jobs::ScheduleId> schedules;
        bool empty() const;
    };
    struct Gatherer; // of each kind of event

    struct Subscriber {
        proto::Encoding encoding;
        bool telemetry = false;
        ConsoleStream stream;
        bool behind = false;
        std::size_t snapshot = 0; // bytes of one that is still being sent
        Kinds kinds = kUsualKinds;
        std::string feed{}; // of m_feeds; empty: samples as they arrive
    };

    // The packed samples of all who show the same.
    struct Feed {
        muster::v1::Shown shown; // without its kinds
        std::size_t readers = 0;
        std::uint64_t sent = 0; // TelemetryHub::taken()
        std::chrono::steady_clock::time_point due{};
    };
    using Encoded = std::map<std::pair<Kinds, proto::Encoding>, net::Payload>;

    void gather();
    void flush();
    void publishDelta(const muster::v1::Message& message);
    void publishSamples(const muster::v1::Message& message);
    bool isBehind(const net::SessionPtr& session, Subscriber& subscriber);
    // Of the kinds among those that the subscriber shows; of all that it shows where its view was
    // not whole. Behind another snapshot: later, when the queue is empty, of all that it shows.
    void sendSnapshot(
        const net::SessionPtr& session, Subscriber& subscriber, Kinds kinds = kAllKinds);
    // What the feed that it leaves, if any, has not sent is still to come, when it was due.
    void join(Subscriber& subscriber, const muster::v1::Shown& shown, const Feed* left);
    void leave(const std::string& feed);
    void sendFeeds();
    std::uint64_t lastChange(Kinds kinds) const;
    void onDrained(const net::SessionPtr& session);
    void completeViews();
    void forgetProcesses(const std::vector<cluster::Event>& events);
    static std::size_t queuedBehindSnapshot(const net::Session& session, Subscriber& subscriber);
    muster::v1::Message snapshot(bool telemetry, Kinds kinds = kAllKinds) const;
    void addRows(int kind, muster::v1::Rows& rows) const;
    void addRows(const Unsent& wanted, muster::v1::Rows& rows, muster::v1::Removed& missing) const;
    Unsent called(int kind, const std::string& id) const;
    muster::v1::Message packed(const muster::v1::Shown& shown, std::uint64_t since) const;
    muster::v1::Message delta(const Unsent& unsent);
    muster::v1::Agent agentRow(const cluster::Agent& agent) const;
    muster::v1::Task taskRow(const cluster::Task& task) const;
    muster::v1::Gpu gpuRow(const cluster::Master::GpuView& view) const;

    const Control& m_control;
    const Alerts& m_alerts;
    TelemetryHub& m_telemetry;
    const LiveData& m_live;
    muster::v1::Cluster m_cluster;
    boost::asio::steady_timer m_timer;
    bool m_gathering = false;
    Pace m_pace{kGather, kAtOnce};
    PollTimer m_views; // while one is not whole
    PollTimer m_feedTimer; // while there are samples that some feed has not sent
    std::map<std::string, Feed> m_feeds; // by what is shown
    std::uint64_t m_seq = 1;
    std::array<std::uint64_t, muster::v1::Shown::Kind_ARRAYSIZE> m_changed{}; // by kind, when last
    Unsent m_unsent;
    std::map<std::string, muster::v1::Telemetry> m_samples; // newest of each agent, not sent yet
    std::map<std::string, muster::v1::Processes::OfGpu> m_processes; // by UUID
    std::map<net::SessionPtr, Subscriber> m_subscribers;
};

} // namespace muster::agentd
