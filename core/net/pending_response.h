// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <boost/asio/redirect_error.hpp>

#include "core/net/http.h"
#include "core/net/transport.h"

namespace muster::net {

// A response that is there already or comes later.
class PendingResponse {
public:
    explicit PendingResponse(Executor executor) : m_wake(executor, Timer::time_point::max()) { }

    void set(HttpResponse response) {
        if (!m_response)
            m_response = std::move(response);
        wake();
    }

    // What HttpResponse::later is given. When the handler drops it uncalled, the client is told.
    static std::function<void(HttpResponse)> setter(const std::shared_ptr<PendingResponse>& self) {
        // The last copy of the function wakes the waiter when it goes.
        const std::shared_ptr<void> guard(nullptr, [self](void*) { self->wake(); });
        return [self, guard](HttpResponse response) { self->set(std::move(response)); };
    }

    Task<HttpResponse> wait() {
        error_code ignored;
        if (!m_woken)
            co_await m_wake.async_wait(asio::redirect_error(kAwait, ignored));
        if (m_response)
            co_return std::move(*m_response);
        co_return HttpResponse::text(500, "The master dropped this request: see its log");
    }

private:
    void wake() {
        m_woken = true;
        m_wake.cancel();
    }

    Timer m_wake;
    bool m_woken = false;
    std::optional<HttpResponse> m_response;
};

} // namespace muster::net
