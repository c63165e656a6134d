// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <boost/beast/core/flat_buffer.hpp>
#include <tl/expected.hpp>

#include "core/net/request_head.h"
#include "core/net/transport.h"

namespace muster::net {

// The body that follows `head`; `buffer` holds what was received behind it and keeps what belongs
// to the next request. A chunked body is measured as it comes.
Task<tl::expected<std::string, Refusal>> readRequestBody(Transport& transport,
    boost::beast::flat_buffer& buffer, std::string_view head, std::size_t maximum);

} // namespace muster::net
