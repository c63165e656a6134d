// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/steady_timer.hpp>

#include "agentd/content.h"
#include "agentd/gate.h"
#include "core/kernel/node/agent.h"
#include "core/proto/executor.h"

namespace muster::agentd {

// Mesos' executor API (mesos.v1.executor) for one executor. Only its container can reach the server
// of these routes; who calls handle() has other proof of who asks. One thread; outlives the server.
// Facts: doc/wire.md, "Executor API", src/slave/http.cpp of Mesos.
class ExecutorApi : public std::enable_shared_from_this<ExecutorApi> {
public:
    struct Callbacks {
        std::function<void(node::AgentInput)> post;
        std::function<mesos::v1::AgentInfo()> agent;
    };
    ExecutorApi(
        boost::asio::io_context& io, const node::ExecutorCheckpoint& executor, Callbacks callbacks);

    std::vector<net::Route> routes();
    using Call = mesos::v1::executor::Call;
    // The call of a request, or the answer that whoever asks gets to it: that it cannot be read, or
    // says nothing of a task (HEARTBEAT, UNKNOWN).
    static api::OrRefusal<Call> read(const net::HttpRequest& request);
    net::HttpResponse handle(const Call& call, const net::HttpRequest& request);
    bool isOf(const Call& call) const;
    // Dropped when it is not subscribed: the state machine says again what matters.
    void tell(const node::TellExecutor::Event& event);

private:
    using Event = mesos::v1::executor::Event;

    std::optional<net::HttpResponse> refused(const Call& call) const;
    net::HttpResponse subscribe(api::Media media, node::AgentInput input);
    void open(std::shared_ptr<net::BodyStream> body, api::Media media);
    void send(const Event& event);
    void beat();

    ContainerId m_container;
    FrameworkId m_framework;
    ExecutorId m_executor;
    Callbacks m_callbacks;
    Gate m_gate;
    std::shared_ptr<net::BodyStream> m_body; // none: not subscribed
    api::Media m_media = api::Media::Json;
    bool m_known = false; // has subscribed since the agent's start
    boost::asio::steady_timer m_heartbeat;
};

} // namespace muster::agentd
