// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <string>

#include "agentd/master/viewer.h"
#include "agentd/poll_timer.h"
#include "core/kernel/base/now.h"
#include "core/net/http.h"

namespace muster::agentd::api {

// Answers that show a part of the cluster, in full or not at all. While a user on whom one depends
// could not be looked up yet, its request waits, for `patience` at most; then it is answered with
// 503, whose text says who is not known and what to do. Lives on the io_context's thread.
class WholeAnswers {
public:
    // Asks the viewer what to show; called again when more is known. What changes the cluster asks
    // nothing, and is called once.
    using Make = std::function<net::HttpResponse(Viewer&)>;
    using Send = std::function<void(net::HttpResponse)>;

    static constexpr Duration kPatience = std::chrono::seconds(5);

    // `gate` outlives it.
    WholeAnswers(boost::asio::io_context& io, const Gate& gate, Duration patience = kPatience);

    Duration patience() const { return m_patience; }

    net::HttpResponse answer(const std::string& principal, Make make);
    // The same of what is sent later anyway.
    void send(const std::string& principal, Make make, const Send& send);

private:
    struct Waiting {
        Viewer viewer;
        Make make;
        Send send;
        Uptime until;
    };

    void wait(Waiting one);
    void look();

    const Gate& m_gate;
    Duration m_patience;
    PollTimer m_timer; // while somebody waits
    std::list<Waiting> m_waiting;
};

} // namespace muster::agentd::api
