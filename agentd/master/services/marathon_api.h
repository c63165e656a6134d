// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "agentd/master/api/whole_answers.h"
#include "agentd/master/services/event_stream.h"
#include "agentd/master/services/service_orders.h"

namespace muster::agentd::marathon {

// Marathon's REST API below /marathon, as its clients know it below the root of a port of its own.
// Facts: doc/wire.md, "Services". Lives on the io_context's thread.
class MarathonApi {
public:
    // All of it outlives the API.
    struct Sources {
        boost::asio::io_context& io;
        Control& control;
        const Gate& gate;
        api::WholeAnswers& answers;
        const api::MasterFacts& facts;
        AppSettings settings;
    };
    explicit MarathonApi(Sources sources);

    GuardedRoutes routes();
    // After each batch.
    void onEvents(const std::vector<services::ServicesEvent>& events) { m_events.onEvents(events); }

private:
    using Request = net::HttpRequest;
    using Response = net::HttpResponse;

    Response answer(const Request& request);
    Response read(const std::string& path, const Request& request);
    Response order(const std::string& path, const Request& request);
    Response orderOfApp(const std::string& path, const Request& request);

    Sources m_from;
    ServiceReads m_reads;
    ServiceOrders m_orders;
    EventStream m_events;
};

} // namespace muster::agentd::marathon
