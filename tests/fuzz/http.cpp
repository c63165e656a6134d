// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "core/net/request_head.h"
#include "tests/fuzz/check.h"

namespace {

using namespace muster;

// As readRequestBody() does, without the socket.
void feedBody(std::string_view head, std::string_view rest) {
    boost::beast::http::request_parser<boost::beast::http::string_body> parser;
    parser.header_limit(net::kMaximumHead);
    parser.body_limit(4096);
    boost::beast::error_code error;
    parser.put(boost::asio::buffer(head), error);
    while (!error && !parser.is_done() && !rest.empty()) {
        const auto used = parser.put(boost::asio::buffer(rest), error);
        rest.remove_prefix(used);
        if (used == 0) {
            break;
        }
    }
    fuzz::check(parser.get().body().size() <= 4096, "a body keeps its limit");
}

} // namespace

// A head, found whole and byte by byte, and its body.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const auto rules = *net::HostRules::make({}, 5050, false);
    const auto bytes = fuzz::textOf(data, size);
    const auto head = net::findHead(bytes, 0);
    tl::expected<std::size_t, net::Refusal> found = 0;
    for (std::size_t i = 1; i <= size && found && *found == 0; ++i) {
        found = net::findHead(bytes.substr(0, i), i - 1);
    }
    // What follows the head may already be wrong in the whole, never the other way round.
    fuzz::check(!head || (found && *found == *head), "a head does not depend on the pieces");
    if (!found || *found == 0) {
        return 0;
    }
    const auto text = bytes.substr(0, *found);
    const auto parsed = net::parseHead(text, rules);
    fuzz::check(parsed || parsed.error().status >= 400, "a refusal has its status");
    if (parsed && (parsed->chunked || parsed->contentLength)) {
        feedBody(text, bytes.substr(*found));
    }
    return 0;
}
