// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/request_head.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <fmt/format.h>

#include "core/net/text.h"

namespace muster::net {

namespace {

namespace http = boost::beast::http;
using Fields = http::request<http::empty_body>;

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = lowerAscii(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool hasDotSegment(std::string_view path) {
    for (std::size_t start = 1; start <= path.size();) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        const auto segment = path.substr(start, end - start);
        if (segment == "." || segment == "..")
            return true;
        start = end + 1;
    }
    return false;
}

// Each of these twice is a request that two parsers could read differently.
std::optional<Refusal> checkSingle(const Fields& fields) {
    for (const auto field : {http::field::host, http::field::origin, http::field::content_length,
             http::field::transfer_encoding, http::field::authorization,
             http::field::content_encoding}) {
        if (fields.count(field) > 1)
            return Refusal{400,
                fmt::format("The header {} is given more than once", view(http::to_string(field)))};
    }
    return std::nullopt;
}

std::optional<Refusal> checkFraming(const Fields& fields) {
    const bool transfer = fields.count(http::field::transfer_encoding) > 0;
    if (transfer && fields.count(http::field::content_length) > 0)
        return Refusal{400, "Both Transfer-Encoding and Content-Length are given: send one"};
    // "3, 3" is one length for some parsers and none for others.
    if (view(fields[http::field::content_length]).find_first_not_of("0123456789")
        != std::string_view::npos)
        return Refusal{400, "The Content-Length is not a number"};
    if (transfer && !equalNoCase(view(fields[http::field::transfer_encoding]), "chunked"))
        return Refusal{501, "The only supported Transfer-Encoding is chunked"};
    if (transfer && fields.version() < 11)
        return Refusal{400, "HTTP/1.0 has no Transfer-Encoding"};
    const auto encoding = view(fields[http::field::content_encoding]);
    if (!encoding.empty() && !equalNoCase(encoding, "identity"))
        return Refusal{
            415, "Compressed bodies are not supported: send the body without Content-Encoding"};
    return std::nullopt;
}

std::optional<Refusal> checkSource(const Fields& fields, const HostRules& rules) {
    const auto host = fields.find(http::field::host);
    if (host == fields.end())
        return Refusal{400, "The Host header is missing"};
    if (!rules.allowsHost(view(host->value())))
        return Refusal{403,
            fmt::format("This Host is not allowed. Use one of {}, or start the master with "
                        "--allowed_hosts=NAME",
                rules.allowedText())};
    const auto origin = fields.find(http::field::origin);
    if (origin != fields.end() && !rules.allowsOrigin(view(origin->value())))
        return Refusal{
            403, "This Origin is not allowed: pages of other sites may not send requests"};
    return std::nullopt;
}

// Splits "http://host/path?query" and "/path?query".
std::optional<Refusal> takeTarget(
    std::string_view target, const HostRules& rules, HttpRequest& request) {
    if (!target.starts_with('/')) {
        const auto scheme = target.find("://");
        if (scheme == std::string_view::npos)
            return Refusal{400, "The target must be a path that starts with /"};
        const auto end = std::min(target.find_first_of("/?", scheme + 3), target.size());
        if (!rules.allowsOrigin(target.substr(0, end)))
            return Refusal{403, "The host of this target is not allowed"};
        target = target.substr(end);
    }
    const auto question = target.find('?');
    if (question != std::string_view::npos)
        request.query = std::string(target.substr(question + 1));
    const auto path = target.substr(0, question);
    const auto decoded = decodePath(path.empty() ? "/" : path);
    if (!decoded)
        return Refusal{400, "The path is malformed"};
    request.path = *decoded;
    return std::nullopt;
}

// What follows "Bearer " or "Basic ", whichever is asked for; else empty.
std::string_view credentialsOf(std::string_view authorization, std::string_view scheme) {
    if (authorization.size() <= scheme.size()
        || !equalNoCase(authorization.substr(0, scheme.size()), scheme))
        return {};
    return trimmed(authorization.substr(scheme.size()));
}

// "http://gpu:5050/page?x" -> "http://gpu:5050"
std::string_view originOf(std::string_view url) {
    const auto scheme = url.find("://");
    return scheme == std::string_view::npos ? url : url.substr(0, url.find('/', scheme + 3));
}

// A foreign page can leave Origin and Referer out, but can set none of the three.
bool isOwnOrigin(const RequestHead& head, const HostRules& rules) {
    const auto& request = head.request;
    const auto site = request.headerList("Sec-Fetch-Site");
    if (!head.token.empty() || !site.empty())
        return !head.token.empty() || site == "same-origin";
    const auto origin = request.header("Origin");
    const auto page = request.headerList("Referer");
    return !origin.empty() ? rules.allowsOrigin(origin) : rules.allowsOrigin(originOf(page));
}

RequestHead takeHead(const Fields& fields) {
    RequestHead head;
    head.request.method = std::string(view(fields.method_string()));
    for (const auto& field : fields)
        head.request.headers.push_back(
            {std::string(view(field.name_string())), std::string(view(field.value()))});
    head.keepAlive = fields.keep_alive();
    head.webSocket = boost::beast::websocket::is_upgrade(fields);
    head.expectsContinue = equalNoCase(head.request.header("Expect"), "100-continue");
    head.chunked = fields.count(http::field::transfer_encoding) > 0;
    const auto authorization = head.request.header("Authorization");
    head.token = credentialsOf(authorization, "Bearer ");
    head.password = decodePassword(credentialsOf(authorization, "Basic "));
    return head;
}

Refusal parserRefusal(const boost::system::error_code& error) {
    if (error == http::error::bad_version)
        return {505, "Only HTTP/1.1 and HTTP/1.0 are supported"};
    return {400, "Malformed request: " + error.message()};
}

} // namespace

std::optional<std::string> decodePath(std::string_view path) {
    std::string decoded;
    for (std::size_t i = 0; i < path.size(); ++i) {
        char c = path[i];
        if (c == '%') {
            const int high = i + 2 < path.size() ? hexDigit(path[i + 1]) : -1;
            const int low = i + 2 < path.size() ? hexDigit(path[i + 2]) : -1;
            if (high < 0 || low < 0)
                return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\')
            return std::nullopt;
        decoded += c;
    }
    if (!decoded.starts_with('/') || hasDotSegment(decoded))
        return std::nullopt;
    return decoded;
}

tl::expected<std::size_t, Refusal> findHead(std::string_view bytes, std::size_t scanned) {
    const std::string_view head = bytes.substr(0, kMaximumHead);
    for (std::size_t i = scanned; i < head.size(); ++i) {
        const char c = head[i];
        const char before = i > 0 ? head[i - 1] : '\0';
        if (c == '\0')
            return refuse(400, "Malformed request: a NUL in the head");
        if ((c == '\n') != (before == '\r'))
            return refuse(400, "Malformed request: lines must end with CR LF");
        if (before == '\n' && (c == ' ' || c == '\t'))
            return refuse(400, "Malformed request: folded header lines are not supported");
        if (c == '\n' && i < 2)
            return refuse(400, "Malformed request: it starts with an empty line");
        if (c == '\n' && i >= 3 && head[i - 2] == '\n')
            return i + 1;
    }
    if (bytes.size() >= kMaximumHead)
        return refuse(
            431, fmt::format("The request head is larger than {} KiB", kMaximumHead >> 10));
    return std::size_t(0);
}

tl::expected<RequestHead, Refusal> parseHead(std::string_view text, const HostRules& rules) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(kMaximumHead);
    parser.body_limit(boost::none);
    boost::system::error_code error;
    parser.put(boost::asio::buffer(text.data(), text.size()), error);
    const Fields& fields = parser.get();
    // Beast refuses some of these by itself, in fewer words.
    if (auto refusal = checkSingle(fields))
        return tl::unexpected(*refusal);
    if (auto refusal = checkFraming(fields))
        return tl::unexpected(*refusal);
    if (error || !parser.is_header_done())
        return tl::unexpected(parserRefusal(error));
    if (auto refusal = checkSource(fields, rules))
        return tl::unexpected(*refusal);
    RequestHead head = takeHead(fields);
    if (auto refusal = takeTarget(view(fields.target()), rules, head.request))
        return tl::unexpected(*refusal);
    if (const auto length = parser.content_length())
        head.contentLength = *length;
    head.request.mayBeForeign = !isOwnOrigin(head, rules);
    return head;
}

} // namespace muster::net
