// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/net/address.h"

namespace muster::net {

// Which Host and Origin a request may carry: what keeps a foreign web page, DNS rebinding included,
// away from a daemon on loopback (doc/features.md S3, S4). Immutable.
class HostRules {
public:
    // `names`: "gpu.example.org" (with the server's port) or "gpu.example.org:443". localhost,
    // 127.0.0.1 and [::1] are always allowed. A name that does not parse is an error.
    static Result<HostRules> make(
        const std::vector<std::string>& names, std::uint16_t port, bool tls);

    // For a unix socket, which no web page reaches: every Host and Origin.
    static HostRules everything();

    bool allowsHost(std::string_view host) const;
    // "http://localhost:5050": scheme, host and port; "null" is refused.
    bool allowsOrigin(std::string_view origin) const;
    std::string_view scheme() const { return m_tls ? "https" : "http"; }
    // "127.0.0.1:5050, localhost:5050": for the message of a refusal.
    std::string allowedText() const;

private:
    std::vector<Authority> m_allowed;
    bool m_tls = false;
    bool m_everything = false;
};

} // namespace muster::net
