// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace muster::agentd {

// What a coroutine waits with: an error is the first value of the answer, nothing is thrown.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

} // namespace muster::agentd
