// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <optional>
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

    // Of the apps of an event; none: nobody knows any more, so it is told to those who see all.
    using Users = std::vector<std::optional<std::string>>;
    void tell(const event::Event& event, const Users& users);
    void keepAlive();

    const Control& m_control;
    boost::asio::steady_timer m_timer; // while somebody listens
    std::list<std::shared_ptr<Subscriber>> m_subscribers; // the oldest first
};

} // namespace muster::agentd::marathon
