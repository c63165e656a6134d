// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include <boost/asio/io_context.hpp>

#include "agentd/content.h"
#include "agentd/gate.h"
#include "agentd/master/api/master_facts.h"
#include "agentd/master/control.h"
#include "core/kernel/base/uuid.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"

namespace muster::agentd::api {

// POST /api/v1/scheduler, Mesos' scheduler API: SUBSCRIBE is answered by an endless stream of
// events, UPDATE_FRAMEWORK when it is carried out, every other call by 202 once it is handed to the
// master. Facts: doc/wire.md, "Order of checks" and "Calls of frameworks"; every refusal has Mesos'
// status and words, in Mesos' order. Lives on the io_context's thread.
class SchedulerApi {
public:
    SchedulerApi(
        boost::asio::io_context& io, Control& control, const MasterFacts& facts, Gate gate);
    ~SchedulerApi();

    GuardedRoutes routes();

private:
    struct Subscriber;
    using Call = mesos::v1::scheduler::Call;
    using Event = mesos::v1::scheduler::Event;

    net::HttpResponse handle(const net::HttpRequest& request);
    net::HttpResponse update(
        cluster::Link link, cluster::UpdateFramework call, const std::string& principal);
    net::HttpResponse subscribe(cluster::Subscribe call, Media media, const std::string& principal);
    void open(cluster::Subscribe call, Media media, const std::string& streamId,
        std::shared_ptr<net::BodyStream> body);
    void close(cluster::Link link);
    void send(Subscriber& subscriber, const cluster::FrameworkEvent& event);
    void beat(const std::shared_ptr<Subscriber>& subscriber);
    // The subscription that the call belongs to.
    OrRefusal<Subscriber*> subscriberOf(
        const Call& call, std::string_view streamId, const std::string& principal);

    boost::asio::io_context& m_io;
    Control& m_control;
    const MasterFacts& m_facts;
    Gate m_gate;
    UuidSequence m_streamIds;
    std::map<cluster::Link, std::shared_ptr<Subscriber>> m_subscribers;
    std::unordered_map<FrameworkId, Subscriber*> m_byFramework; // the newest of each
};

} // namespace muster::agentd::api
