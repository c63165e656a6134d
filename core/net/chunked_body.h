// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "core/net/http.h"
#include "core/net/transport.h"

namespace muster::net {

// The body of a streamed response. Its connection serves nothing after it.
class ChunkedBody final : public BodyStream, public std::enable_shared_from_this<ChunkedBody> {
public:
    ChunkedBody(std::shared_ptr<Transport> transport, Duration writeTimeout);

    void send(Payload chunk) override;
    std::size_t queuedBytes() const override { return m_queuedBytes; }
    void finish() override;
    void onDrained(std::function<void()> callback) override { m_onDrained = std::move(callback); }
    void onClosed(std::function<void()> callback) override { m_onClosed = std::move(callback); }

    // Until the end of the stream or of the connection.
    Task<> run();
    // Calls what onClosed() was given.
    void tellClosed();

private:
    Task<> watch();
    Task<error_code> writeFront();
    void end();

    std::shared_ptr<Transport> m_transport;
    Duration m_writeTimeout;
    Timer m_wake;
    std::deque<Payload> m_queue;
    std::size_t m_queuedBytes = 0;
    std::function<void()> m_onDrained;
    std::function<void()> m_onClosed;
    bool m_finishing = false;
    bool m_ended = false;
};

} // namespace muster::net
