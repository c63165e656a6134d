// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <boost/asio/redirect_error.hpp>

#include "core/net/transport.h"

namespace muster::net {

// Writes all of the buffers; a peer that takes no byte for `patience` is cut off.
template <std::size_t Count>
Task<error_code> writeAll(
    Transport& transport, std::array<asio::const_buffer, Count> buffers, Duration patience) {
    std::size_t left = asio::buffer_size(buffers);
    while (left > 0) {
        transport.deadline(patience);
        error_code error;
        std::size_t count
            = co_await transport.async_write_some(buffers, asio::redirect_error(kAwait, error));
        if (error)
            co_return error;
        left -= count;
        for (auto& buffer : buffers) {
            const std::size_t part = std::min(count, buffer.size());
            buffer += part;
            count -= part;
        }
    }
    transport.noDeadline();
    co_return error_code();
}

} // namespace muster::net
