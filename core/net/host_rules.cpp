// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/host_rules.h"

#include <algorithm>

#include "core/net/text.h"

namespace muster::net {

Result<HostRules> HostRules::make(
    const std::vector<std::string>& names, std::uint16_t port, bool tls) {
    HostRules rules;
    rules.m_tls = tls;
    rules.m_allowed = {{"127.0.0.1", port}, {"localhost", port}, {"[::1]", port}};
    for (const std::string& name : names) {
        const auto authority = parseAuthority(name, port);
        if (!authority)
            return failure(fmt::format(
                "'{}' is not a host name: use a name such as gpu.example.org or name:port", name));
        rules.m_allowed.push_back(*authority);
    }
    return rules;
}

HostRules HostRules::everything() {
    HostRules rules;
    rules.m_everything = true;
    return rules;
}

bool HostRules::allowsHost(std::string_view host) const {
    if (m_everything)
        return true;
    const auto authority = parseAuthority(host, m_tls ? 443 : 80);
    return authority
        && std::find(m_allowed.begin(), m_allowed.end(), *authority) != m_allowed.end();
}

bool HostRules::allowsOrigin(std::string_view origin) const {
    const std::string start = std::string(scheme()) + "://";
    return m_everything
        || (origin.size() > start.size() && equalNoCase(origin.substr(0, start.size()), start)
            && allowsHost(origin.substr(start.size())));
}

std::string HostRules::allowedText() const {
    std::string text;
    for (const Authority& authority : m_allowed)
        text += (text.empty() ? "" : ", ") + authority.text();
    return text;
}

} // namespace muster::net
