// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/response_head.h"

#include <algorithm>
#include <ctime>
#include <iterator>

#include <boost/beast/http/status.hpp>
#include <fmt/format.h>

#include "core/net/text.h"

namespace muster::net {

namespace {

bool isClean(std::string_view text) {
    return std::none_of(text.begin(), text.end(),
        [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; });
}

bool has(const HttpResponse& response, std::string_view name) {
    return std::any_of(response.headers.begin(), response.headers.end(),
        [&](const Header& header) { return equalNoCase(header.name, name); });
}

// "Fri, 20 Nov 2026 10:48:45 GMT", whatever the locale.
std::string httpDate(std::int64_t unixTime) {
    static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[]
        = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t time = unixTime;
    std::tm parts{};
    gmtime_r(&time, &parts);
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days[parts.tm_wday], parts.tm_mday,
        months[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

} // namespace

std::string responseHead(
    const HttpResponse& response, Framing framing, bool keepAlive, std::int64_t unixTime) {
    std::string head;
    const auto out = std::back_inserter(head);
    const auto reason = boost::beast::http::obsolete_reason(
        static_cast<boost::beast::http::status>(response.status));
    fmt::format_to(out, "HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status,
        std::string_view(reason.data(), reason.size()), httpDate(unixTime));
    const bool hasBody = response.status != 204 && response.status != 304;
    if (framing == Framing::Chunked)
        head += "Transfer-Encoding: chunked\r\n";
    else if (hasBody)
        fmt::format_to(out, "Content-Length: {}\r\n", response.body ? response.body->size() : 0);
    if (hasBody && !response.contentType.empty() && isClean(response.contentType))
        fmt::format_to(out, "Content-Type: {}\r\n", response.contentType);
    head += keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    head += "X-Content-Type-Options: nosniff\r\n";
    if (!has(response, "Cache-Control"))
        head += "Cache-Control: no-store\r\n";
    for (const Header& header : response.headers) {
        if (isClean(header.name) && isClean(header.value))
            fmt::format_to(out, "{}: {}\r\n", header.name, header.value);
    }
    head += "\r\n";
    return head;
}

} // namespace muster::net
