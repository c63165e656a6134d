// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <list>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/content.h"
#include "agentd/master/api/operator_models.h"
#include "agentd/poll_timer.h"

namespace muster::agentd::api {

// The SUBSCRIBE stream of the operator API: the whole state, then every change of it. A change is
// encoded once for each media type and the same bytes go to all subscribers; nobody is told what is
// not durable yet. An event about a user who could not be looked up yet holds up what comes after
// it, until that is known; a stream that waits for too long or for too much is ended, so that its
// client subscribes anew: none goes on without an event that it should have had. Facts:
// doc/wire.md, "Operator API", operator-events.jsonl. Lives on the io_context's thread.
class OperatorEvents {
public:
    static constexpr std::size_t kMaximumSubscribers = 1000; // beyond it the oldest is cut off
    static constexpr std::size_t kMaximumHeld = 10'000; // events, of one stream

    // `patience`: for how long an event may be held.
    OperatorEvents(boost::asio::io_context& io, const Control& control, const MasterFacts& facts,
        Duration patience);
    ~OperatorEvents();

    // Asks `viewer` about all that the stream begins with.
    net::HttpResponse subscribe(const Viewer& viewer, Media media);
    // After each apply(): a batch may take a task from staging to finished, and each step is told.
    void onOutputs(const std::vector<cluster::MasterOutput>& outputs);
    // Sends what happened since the last call: after each batch, when it is durable.
    void flush();
    std::size_t subscribers() const { return m_subscribers.size(); }

private:
    using Event = mesos::v1::master::Event;
    struct Subscriber;
    struct Translator; // of each kind of event
    struct Pending {
        Event event;
        std::optional<Acls::Action> action; // that one must be allowed to see it
        std::string object;
        std::optional<std::string> frameworkUser; // of a task: its framework must be seen, too
        std::array<net::Payload, 2> encoded{}; // once it is sent: JSON, protobuf
    };

    void open(const Viewer& viewer, Media media, std::shared_ptr<net::BodyStream> body);
    static bool isShown(const Pending& event, const Viewer& viewer);
    void deliver(Subscriber& subscriber);
    void hold(Subscriber& subscriber);
    void deliverAll();
    proto::MessageWriter snapshot(const Viewer& viewer, Media media) const;
    void beat(const std::weak_ptr<Subscriber>& reference);

    boost::asio::io_context& m_io;
    const Control& m_control;
    const MasterFacts& m_facts;
    Duration m_patience;
    PollTimer m_timer; // while events are held
    std::list<std::shared_ptr<Subscriber>> m_subscribers; // oldest first
    std::vector<Pending> m_pending;
};

} // namespace muster::agentd::api
