// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/socket.h>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// An IPv4 address is kept in its IPv4-mapped form.
struct IpAddress {
    std::array<std::uint8_t, 16> bytes{};

    static std::optional<IpAddress> parse(std::string_view text); // no brackets, no zone
    static std::optional<IpAddress> of(const sockaddr& address); // nothing but IPv4 and IPv6
    bool isIpv4() const;
    std::string text() const;
    auto operator<=>(const IpAddress&) const = default;
};

std::uint16_t portOf(const sockaddr& address); // REQUIRES: IPv4 or IPv6

// "loopback", "link-local", ...: why no task's URI may reach that address; nothing if it may.
// Judges the IPv4 address inside a mapped, compatible, NAT64, 6to4, Teredo or ISATAP one, too.
std::optional<std::string_view> refusedRange(const IpAddress& address);

// One entry of --fetch_allow: a host name, an address or a CIDR range, each with a port if wanted:
// "artifacts.example.com", "127.0.0.1:8080", "[::1]:8080", "127.0.0.0/8". A host name is trusted
// with whatever address it resolves to.
struct AllowEntry {
    std::string host; // lower case; empty for a range
    IpAddress network;
    unsigned prefix = 128; // of the mapped form
    std::uint16_t port = 0; // 0: every port

    static Result<AllowEntry> parse(std::string_view text);
    bool admits(std::string_view host, const IpAddress& address, std::uint16_t port) const;
};

// A socket that this machine's daemon listens on.
struct OwnEndpoint {
    IpAddress address; // unspecified: every address of this machine
    std::uint16_t port = 0;

    static Result<OwnEndpoint> parse(std::string_view text); // "10.0.0.5:5050", "[::]:5050"
};

// Those of every interface that is up, as they are now.
std::vector<std::string> localAddresses();

// Which connections a download may make. Private networks are allowed, as artifacts live there, but
// for this machine's own addresses in them.
struct AddressRules {
    std::vector<AllowEntry> allow;
    std::vector<OwnEndpoint> own; // only an entry with that port admits them
    std::vector<IpAddress> local; // this machine's addresses, of every interface
    std::string what = "no task's URI may reach it"; // for the text of a refusal

    static Result<AddressRules> parse(const std::vector<std::string>& allow,
        const std::vector<std::string>& own, const std::vector<std::string>& local);
    // `host` as the URL has it. Nothing if the connection is allowed, else why not and the remedy.
    std::optional<std::string> refusal(
        std::string_view host, const IpAddress& address, std::uint16_t port) const;
};

} // namespace muster::container::fetch
