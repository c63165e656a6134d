// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/address.h"

#include <algorithm>

#include <arpa/inet.h>

#include "core/kernel/base/number.h"
#include "core/net/text.h"

namespace muster::net {

namespace {

constexpr std::uint16_t kMasterPort = 5050;

std::optional<std::uint16_t> parsePort(std::string_view text) {
    const auto port = wholeNumber<std::uint16_t>(text);
    return port && *port != 0 ? port : std::nullopt;
}

bool isAddress6(std::string_view text) {
    in6_addr address{};
    return inet_pton(AF_INET6, std::string(text).c_str(), &address) == 1;
}

bool isHostName(std::string_view text) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    };
    return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), allowed);
}

std::string_view withoutBrackets(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        return host.substr(1, host.size() - 2);
    return host;
}

} // namespace

std::optional<Authority> parseAuthority(std::string_view text, std::uint16_t defaultPort) {
    const std::string lower = lowerAscii(text);
    std::string_view host = lower;
    std::optional<std::uint16_t> port = defaultPort;
    // Behind the bracket of an IPv6 address, else the only colon.
    const auto bracket = host.rfind(']');
    const auto colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
        port = parsePort(host.substr(colon + 1));
        host = host.substr(0, colon);
    }
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (!port || !(bracketed ? isAddress6(withoutBrackets(host)) : isHostName(host)))
        return std::nullopt;
    return Authority{std::string(host), *port};
}

bool isLoopback(std::string_view host) {
    const std::string bare(withoutBrackets(host));
    in_addr address{};
    if (inet_pton(AF_INET, bare.c_str(), &address) == 1)
        return (ntohl(address.s_addr) >> 24) == 127;
    return bare == "::1" || equalNoCase(bare, "localhost");
}

Result<Endpoint> Endpoint::parse(std::string_view text) {
    const auto scheme = text.find("://");
    const bool named = scheme != std::string_view::npos;
    const std::string kind = named ? lowerAscii(text.substr(0, scheme)) : "";
    if (named && kind != "http" && kind != "https" && kind != "ws" && kind != "wss")
        return failure(fmt::format(
            "Unknown scheme '{}' in '{}': use http://, https:// or host:port", kind, text));
    const std::string_view rest = named ? text.substr(scheme + 3) : text;
    const auto slash = rest.find('/');
    const auto authority = parseAuthority(rest.substr(0, slash), kMasterPort);
    if (!authority)
        return failure(fmt::format(
            "'{}' is not an address: use host:port, such as 127.0.0.1:{}", text, kMasterPort));
    const bool tls = named ? kind == "https" || kind == "wss" : !isLoopback(authority->host);
    return Endpoint{
        *authority, tls, slash == std::string_view::npos ? "/" : std::string(rest.substr(slash))};
}

Status checkListen(
    std::string_view address, bool tlsConfigured, bool tokenConfigured, bool authenticate) {
    if (isLoopback(address))
        return {};
    if (!authenticate)
        return failure(
            fmt::format("--no-authenticate is for loopback only, but {} is reachable from other "
                        "hosts: remove --no-authenticate, or listen with --ip=127.0.0.1",
                address),
            Error::Kind::Denied);
    std::string missing;
    if (!tlsConfigured)
        missing += " --tls_certificate=FILE --tls_key=FILE";
    if (!tokenConfigured)
        missing += " --token_file=FILE";
    if (missing.empty())
        return {};
    return failure(fmt::format("Refusing to listen on {}, which other hosts can reach, without TLS "
                               "and a token: add{}, or listen with --ip=127.0.0.1",
                       address, missing),
        Error::Kind::Denied);
}

} // namespace muster::net
