// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/request_body.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <fmt/format.h>

namespace muster::net {

namespace http = boost::beast::http;

Task<tl::expected<std::string, Refusal>> readRequestBody(Transport& transport,
    boost::beast::flat_buffer& buffer, std::string_view head, std::size_t maximum) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(kMaximumHead);
    parser.body_limit(maximum);
    error_code error;
    parser.put(asio::buffer(head.data(), head.size()), error);
    if (!error)
        co_await http::async_read(transport, buffer, parser, asio::redirect_error(kAwait, error));
    if (error == http::error::body_limit)
        co_return tl::unexpected(
            Refusal{413, fmt::format("The body is larger than the {} bytes allowed", maximum)});
    if (error)
        co_return tl::unexpected(Refusal{400, "Malformed body: " + error.message()});
    co_return std::move(parser.get().body());
}

} // namespace muster::net
