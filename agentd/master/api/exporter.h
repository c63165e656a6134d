// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/gate.h"
#include "agentd/master/api/metrics.h"
#include "agentd/master/api/metrics_page.h"
#include "agentd/master/api/whole_answers.h"
#include "agentd/master/console_view.h"
#include "agentd/master/live_data.h"

namespace muster::agentd::api {

// GET /metrics, for Prometheus: names and labels of doc/wire.md, "Prometheus". Of a node of which
// nothing is known now there is no series but when it was last seen. `?holders=true` adds whose
// tasks hold the GPUs, as far as the ACLs show these to who asks. What is said is taken on the
// io_context's thread and written on one of its own: of 10,000 GPUs it is 22 MB.
class Exporter {
public:
    // What it answers from; all of it outlives the exporter.
    struct Sources {
        const Control& control;
        const TelemetryHub& telemetry;
        const LiveData& live;
        const ClusterMeter& meter;
        const Metrics& metrics;
        const Gate& gate;
        WholeAnswers& answers;
        bool dcgmNames = false; // of dcgm-exporter, beside our own
    };
    Exporter(boost::asio::io_context& io, Sources sources) : m_io(io), m_sources(sources) { }
    ~Exporter(); // waits for the page that is being written

    GuardedRoutes routes();
    // `holders`: what is told of whose tasks hold the GPUs; null: nothing is.
    MetricsPage page(const ConsoleView* holders, Now now) const;

private:
    net::HttpResponse answer(const net::HttpRequest& request);
    net::HttpResponse written(MetricsPage page);

    boost::asio::io_context& m_io;
    Sources m_sources;
    boost::asio::thread_pool m_writer{1};
};

} // namespace muster::agentd::api
