// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/content.h"
#include "agentd/master/api/operator_models.h"

namespace muster::agentd::api {

// The SUBSCRIBE stream of the operator API: the whole state, then every change of it. A change is
// encoded once for each media type and the same bytes go to all subscribers; nobody is told what is
// not durable yet. Facts: doc/wire.md, "Operator API", operator-events.jsonl. Lives on the
// io_context's thread.
class OperatorEvents {
public:
    static constexpr std::size_t kMaximumSubscribers = 1000; // beyond it the oldest is cut off

    OperatorEvents(boost::asio::io_context& io, const Control& control, const MasterFacts& facts);
    ~OperatorEvents();

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
    };

    void open(const Gate& gate, const std::string& principal, Media media,
        std::shared_ptr<net::BodyStream> body);
    proto::MessageWriter snapshot(const Viewer& viewer, Media media) const;
    void beat(const std::weak_ptr<Subscriber>& reference);

    boost::asio::io_context& m_io;
    const Control& m_control;
    const MasterFacts& m_facts;
    std::list<std::shared_ptr<Subscriber>> m_subscribers; // oldest first
    std::vector<Pending> m_pending;
};

} // namespace muster::agentd::api
