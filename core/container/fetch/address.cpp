// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/address.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include "core/kernel/base/number.h"

namespace muster::container::fetch {
namespace {

IpAddress mapped(const std::uint8_t* four) {
    IpAddress address;
    address.bytes[10] = address.bytes[11] = 0xff;
    std::copy_n(four, 4, address.bytes.begin() + 12);
    return address;
}

bool isIn(const IpAddress& address, const IpAddress& network, unsigned prefix) {
    const auto whole = prefix / 8;
    if (!std::equal(network.bytes.begin(), network.bytes.begin() + whole, address.bytes.begin()))
        return false;
    const unsigned rest = prefix % 8;
    return rest == 0 || (network.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0;
}

struct Range {
    const char* network;
    unsigned prefix; // of the family that the text is of
    std::string_view name;
};

// What is there is this machine, this link, a cloud's metadata service or nobody's address.
constexpr Range ranges[] = {
    {"0.0.0.0", 8, "an unspecified"}, {"127.0.0.0", 8, "a loopback"},
    {"169.254.0.0", 16, "a link-local or metadata"},
    {"100.100.100.200", 32, "a metadata"}, // Alibaba Cloud
    {"192.0.0.0", 24, "a protocol's"}, // 192.0.0.192 is Oracle Cloud's metadata
    {"224.0.0.0", 4, "a multicast"}, {"240.0.0.0", 4, "a broadcast or reserved"},
    {"::", 128, "an unspecified"}, {"::1", 128, "a loopback"}, {"fe80::", 10, "a link-local"},
    {"fec0::", 10, "a site-local"}, {"ff00::", 8, "a multicast"},
    {"fd00:ec2::254", 128, "a metadata"}, // Amazon EC2
    {"fd20:ce::254", 128, "a metadata"}, // Google Cloud
};

// The IPv4 addresses that a gateway or tunnel may make of an IPv6 one.
std::vector<IpAddress> embedded(const IpAddress& address) {
    const auto& b = address.bytes;
    const auto startsWith = [&](std::initializer_list<std::uint8_t> head) {
        return std::equal(head.begin(), head.end(), b.begin());
    };
    std::vector<IpAddress> result;
    const bool isCompatible = std::all_of(b.begin(), b.begin() + 12, [](auto v) { return v == 0; });
    // RFC 6052's well-known prefix, and RFC 8215's for local use with any of its lengths.
    if (isCompatible || startsWith({0, 0x64, 0xff, 0x9b}))
        result.push_back(mapped(&b[12]));
    if (startsWith({0, 0x64, 0xff, 0x9b, 0, 1})) {
        const std::uint8_t of48[] = {b[6], b[7], b[9], b[10]};
        const std::uint8_t of56[] = {b[7], b[9], b[10], b[11]};
        result.insert(result.end(), {mapped(of48), mapped(of56), mapped(&b[9])});
    }
    // SIIT's translated form, ::ffff:0:a.b.c.d.
    if (startsWith({0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0}))
        result.push_back(mapped(&b[12]));
    if (startsWith({0x20, 0x02})) // 6to4
        result.push_back(mapped(&b[2]));
    if (startsWith({0x20, 0x01, 0, 0})) { // Teredo: the server, and the client inverted
        std::uint8_t client[4];
        std::transform(b.begin() + 12, b.end(), client,
            [](std::uint8_t v) { return static_cast<std::uint8_t>(~v); });
        result.insert(result.end(), {mapped(&b[4]), mapped(client)});
    }
    if ((b[8] & 0xfd) == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe) // ISATAP
        result.push_back(mapped(&b[12]));
    return result;
}

std::optional<std::uint16_t> parsePort(std::string_view text) {
    const auto port = wholeNumber<std::uint16_t>(text);
    return port && *port != 0 ? port : std::nullopt;
}

// "a:port" and "[a]:port" apart; an address with several colons and no brackets has no port.
// False if what should be a port is none.
bool splitPort(std::string_view& text, std::uint16_t& port) {
    std::string_view digits;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return false;
        const auto rest = text.substr(end + 1);
        text = text.substr(1, end - 1);
        if (rest.empty())
            return true;
        if (!rest.starts_with(':'))
            return false;
        digits = rest.substr(1);
    } else {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos)
            return true;
        digits = text.substr(colon + 1);
        text = text.substr(0, colon);
    }
    const auto parsed = parsePort(digits);
    port = parsed.value_or(0);
    return parsed.has_value();
}

std::string withPort(const IpAddress& address, std::uint16_t port) {
    return fmt::format(fmt::runtime(address.isIpv4() ? "{}:{}" : "[{}]:{}"), address.text(), port);
}

} // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    const std::string copy(text);
    std::array<std::uint8_t, 4> four{};
    if (inet_pton(AF_INET, copy.c_str(), four.data()) == 1)
        return mapped(four.data());
    IpAddress address;
    if (inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1)
        return address;
    return std::nullopt;
}

std::optional<IpAddress> IpAddress::of(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(address);
        return mapped(reinterpret_cast<const std::uint8_t*>(&four.sin_addr));
    }
    if (address.sa_family != AF_INET6)
        return std::nullopt;
    IpAddress result;
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    std::memcpy(result.bytes.data(), &six.sin6_addr, result.bytes.size());
    return result;
}

bool IpAddress::isIpv4() const {
    return isIn(*this, mapped(bytes.data()), 96);
}

std::string IpAddress::text() const {
    char buffer[INET6_ADDRSTRLEN] = "";
    if (isIpv4())
        inet_ntop(AF_INET, &bytes[12], buffer, sizeof buffer);
    else
        inet_ntop(AF_INET6, bytes.data(), buffer, sizeof buffer);
    return buffer;
}

std::uint16_t portOf(const sockaddr& address) {
    return ntohs(address.sa_family == AF_INET6
            ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
            : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::optional<std::string_view> refusedRange(const IpAddress& address) {
    for (const Range& range : ranges) {
        const auto network = IpAddress::parse(range.network);
        if (isIn(address, *network, range.prefix + (network->isIpv4() ? 96 : 0)))
            return range.name;
    }
    for (const IpAddress& inner : embedded(address)) {
        if (const auto name = refusedRange(inner))
            return name;
    }
    return std::nullopt;
}

Result<AllowEntry> AllowEntry::parse(std::string_view text) {
    const auto refuse = [&] {
        return failure(fmt::format("'{}' is no host, address or CIDR range with an optional port, "
                                   "such as repo.example.com, 127.0.0.1:8080 or 10.0.0.0/8",
            text.substr(0, 80)));
    };
    AllowEntry entry;
    std::string_view rest = text;
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        auto bits = text.substr(slash + 1);
        if (const auto colon = bits.find(':'); colon != std::string_view::npos) {
            const auto port = parsePort(bits.substr(colon + 1));
            if (!port)
                return refuse();
            entry.port = *port;
            bits = bits.substr(0, colon);
        }
        const auto network = IpAddress::parse(text.substr(0, slash));
        const auto prefix = wholeNumber<unsigned>(bits);
        if (!network || !prefix || *prefix > (network->isIpv4() ? 32U : 128U))
            return refuse();
        entry.network = *network;
        entry.prefix = *prefix + (network->isIpv4() ? 96U : 0U);
        return entry;
    }
    if (!splitPort(rest, entry.port) || rest.empty())
        return refuse();
    if (const auto address = IpAddress::parse(rest)) {
        entry.network = *address;
        return entry;
    }
    for (const char c : rest) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        if (!isUpper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-' && c != '.'
            && c != '_')
            return refuse();
        entry.host += isUpper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return entry;
}

bool AllowEntry::admits(
    std::string_view urlHost, const IpAddress& address, std::uint16_t urlPort) const {
    if (port != 0 && port != urlPort)
        return false;
    return host.empty() ? isIn(address, network, prefix) : host == urlHost;
}

Result<OwnEndpoint> OwnEndpoint::parse(std::string_view text) {
    OwnEndpoint endpoint;
    std::string_view rest = text;
    const bool isSplit = splitPort(rest, endpoint.port);
    const auto address = IpAddress::parse(rest);
    if (!isSplit || endpoint.port == 0 || !address)
        return failure(fmt::format("'{}' is no address with a port", text.substr(0, 80)));
    endpoint.address = *address;
    return endpoint;
}

std::vector<std::string> localAddresses() {
    std::vector<std::string> result;
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0)
        return result;
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr)
            continue;
        if (const auto address = IpAddress::of(*entry->ifa_addr))
            result.push_back(address->text());
    }
    freeifaddrs(list);
    return result;
}

Result<AddressRules> AddressRules::parse(const std::vector<std::string>& allow,
    const std::vector<std::string>& own, const std::vector<std::string>& local) {
    AddressRules rules;
    for (const std::string& text : allow) {
        auto entry = AllowEntry::parse(text);
        if (!entry)
            return failure("--fetch_allow", entry.error());
        rules.allow.push_back(std::move(*entry));
    }
    for (const std::string& text : own) {
        const auto endpoint = OwnEndpoint::parse(text);
        if (!endpoint)
            return tl::unexpected(endpoint.error());
        rules.own.push_back(*endpoint);
    }
    for (const std::string& text : local) {
        if (const auto address = IpAddress::parse(text))
            rules.local.push_back(*address);
    }
    return rules;
}

std::optional<std::string> AddressRules::refusal(
    std::string_view host, const IpAddress& address, std::uint16_t port) const {
    const auto isOurs = [this](const IpAddress& one) {
        return std::find(local.begin(), local.end(), one) != local.end();
    };
    const auto inner = embedded(address);
    const bool isLocal = isOurs(address) || std::any_of(inner.begin(), inner.end(), isOurs);
    const bool isOwn = std::any_of(own.begin(), own.end(), [&](const OwnEndpoint& endpoint) {
        const bool isAny
            = endpoint.address == IpAddress() || endpoint.address == IpAddress::parse("0.0.0.0");
        return endpoint.port == port
            && (endpoint.address == address || (isAny && (isLocal || refusedRange(address))));
    });
    const bool isAdmitted = std::any_of(allow.begin(), allow.end(), [&](const AllowEntry& entry) {
        return (!isOwn || entry.port == port) && entry.admits(host, address, port);
    });
    const auto range = isLocal && !refusedRange(address) ? std::optional<std::string_view>("an own")
                                                         : refusedRange(address);
    if (isAdmitted || (!isOwn && !range))
        return std::nullopt;
    const auto target = withPort(address, port);
    if (isOwn)
        return fmt::format("{} is where Muster itself listens, and {}; the agent can allow it with "
                           "--fetch_allow={}",
            target, what, target);
    return fmt::format("{} is {} address{}, and {}; the agent can allow it with --fetch_allow={}",
        target, *range, *range == "an own" ? " of this host" : "", what, target);
}

} // namespace muster::container::fetch
