// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>

#include "core/net/http.h"
#include "core/net/service.h"
#include "core/net/transport.h"

namespace muster::net {

// The body that follows `head`, handed to a handler as it arrives. Owns the connection's buffer
// meanwhile. Nothing is read ahead while the handler has paused it: TCP holds the client back.
class StreamedBody final : public BodyReader, public std::enable_shared_from_this<StreamedBody> {
public:
    StreamedBody(std::shared_ptr<const Service> service, std::shared_ptr<Transport> transport,
        boost::beast::flat_buffer buffer, std::string head, std::size_t maximum);

    void onData(std::function<void(std::string_view)> callback) override;
    void onEnd(std::function<void(const Status&)> callback) override;
    void pause() override { m_paused = true; }
    void resume() override;

    void start();
    // The response is on its way: the callbacks go, the rest is read only to be thrown away, which
    // ends at the transport's deadline or at a limit.
    void drop();
    // The body is whole and the buffer holds what follows it.
    bool isWhole() const { return m_finished && m_whole; }
    Task<> untilFinished();
    boost::beast::flat_buffer takeBuffer() { return std::move(m_buffer); }

private:
    Task<> run();
    Task<Status> pump();
    Task<> untilResumed();
    void deliver(std::string_view piece);
    Error whyCut(const error_code& error) const;

    std::shared_ptr<const Service> m_service;
    std::shared_ptr<Transport> m_transport;
    boost::beast::flat_buffer m_buffer;
    std::string m_head;
    std::size_t m_maximum;
    Timer m_wake; // resumed, dropped or finished
    std::function<void(std::string_view)> m_onData;
    std::function<void(const Status&)> m_onEnd;
    std::size_t m_thrownAway = 0;
    bool m_paused = false;
    bool m_dropped = false;
    bool m_finished = false;
    bool m_whole = false;
};

} // namespace muster::net
