// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/client_errors.h"

#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>

#include "core/kernel/base/elapsed.h"

namespace muster::net {

namespace {

constexpr std::string_view kStartOne
    = "Start one with 'muster-agentd standalone', or specify another with --master";

// The first line of the server's answer, which is one of ours and holds the remedy.
std::string firstLine(const std::string& body) {
    const auto line = body.substr(0, std::min<std::size_t>(body.find_first_of("\r\n"), 200));
    return line.empty() ? "" : ": " + line;
}

} // namespace

Error connectFailed(const Endpoint& master, const error_code& cause) {
    const std::string where = master.authority.text();
    if (cause == asio::error::host_not_found || cause == asio::error::host_not_found_try_again)
        return {
            fmt::format(
                "Host {} not found: check the spelling, or specify another with --master", where),
            Error::Kind::Unavailable};
    return {fmt::format("No master answers at {}: {}. {}", where, cause.message(), kStartOne),
        Error::Kind::Unavailable};
}

Error connectTimedOut(const Endpoint& master, Duration waited) {
    return {fmt::format("No master answers at {} within {}. {}", master.authority.text(),
                elapsedText(waited), kStartOne),
        Error::Kind::Timeout};
}

Error tlsFailed(const Endpoint& master, std::string_view cause) {
    return {fmt::format("No secure connection to the master at {}: {}. Check its certificate, or "
                        "specify the authority to trust with --ca_file",
                master.authority.text(), cause),
        Error::Kind::Denied};
}

std::string tokenInClear(const Endpoint& master) {
    return fmt::format("The token is not sent unencrypted to {}: use https://{}",
        master.authority.host, master.authority.text());
}

Error upgradeFailed(const Endpoint& master, const UpgradeFailure& cause) {
    const std::string where = master.authority.text();
    const std::string said = firstLine(cause.body);
    if (cause.status == 401)
        return {fmt::format(
                    "The master at {} denied access (401{}). Specify the token with --token_file",
                    where, said),
            Error::Kind::Denied};
    if (cause.status == 403)
        return {
            fmt::format("The master at {} denied access under this address (403{})", where, said),
            Error::Kind::Denied};
    if (cause.status == 404)
        return {fmt::format("The master at {} has no endpoint {}: it may be another version, or "
                            "another program",
                    where, master.path),
            Error::Kind::NotFound};
    if (cause.status == 101)
        return {
            fmt::format("The server at {} uses another protocol: {}", where, cause.error.message()),
            Error::Kind::Invalid};
    if (cause.status != 0)
        return {fmt::format(
                    "The master at {} refused the connection ({}{})", where, cause.status, said),
            Error::Kind::Unavailable};
    const bool cut = cause.error == boost::beast::http::error::end_of_stream
        || cause.error == asio::error::eof || cause.error == asio::error::connection_reset;
    return {
        fmt::format("The server at {} {}. If the master there uses TLS, use https://{}", where,
            cut ? "closed the connection" : "does not use HTTP: " + cause.error.message(), where),
        Error::Kind::Unavailable};
}

} // namespace muster::net
