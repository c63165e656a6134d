// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/master/marathon/events.h"
#include "agentd/master/services/service_access.h"
#include "core/net/http.h"

namespace muster::agentd::marathon {

// GET /v2/events: what happens to services, to whoever may see them, when it is durable. An event
// is written once and the same bytes go to all. Lives on the io_context's thread.
class EventStream {
public:
    static constexpr std::size_t kMaximumSubscribers = 1000; // beyond it the oldest is cut off

    // Both outlive it.
    EventStream(boost::asio::io_context& io, const Control& control);
    ~EventStream();

    net::HttpResponse subscribe(const net::HttpRequest& request, const Gate& gate);
    // After each batch.
    void onEvents(const std::vector<services::ServicesEvent>& events);
    void onPosted(const net::HttpRequest& request, const services::Revision& app);

private:
    struct Subscriber;

    // `apps`: whose users' rules decide who is told.
    void tell(const event::Event& event, const std::vector<services::AppSpec>& apps);
    void keepAlive();

    boost::asio::io_context& m_io;
    const Control& m_control;
    boost::asio::steady_timer m_timer; // while somebody listens
    std::list<std::shared_ptr<Subscriber>> m_subscribers; // the oldest first
};

} // namespace muster::agentd::marathon
