// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/net/http.h"

namespace muster::net {

// How the body of a response ends.
enum class Framing { Length, Chunked };

// Status line and headers with the empty line. Header values with control characters are left out:
// a handler that copies a request's text cannot be made to write headers.
// `unixTime`: of the Date header, in seconds.
std::string responseHead(
    const HttpResponse& response, Framing framing, bool keepAlive, std::int64_t unixTime);

} // namespace muster::net
