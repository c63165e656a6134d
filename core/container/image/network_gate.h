// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/socket.h>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// Why no connection may be made to what `host` resolves to; nothing: it may. From any thread.
using ConnectionRule
    = std::function<std::optional<std::string>(std::string_view host, const sockaddr& address)>;

// The only way to the network for a program that connects wherever servers send it: it runs in a
// network namespace that is empty but for a proxy, which resolves each name itself, asks the rule
// about the address and connects to that very address. No redirect, other resolver or second answer
// leads around it. Needs CAP_SYS_ADMIN. The proxy's threads end with the object.
class NetworkGate {
public:
    // Programs in Go ask no proxy for loopback addresses: a registry there ("127.0.0.1:5000") is
    // passed through if the rule admits it, and an error if not.
    static Result<std::unique_ptr<NetworkGate>> open(
        ConnectionRule rule, const std::string& registry);
    ~NetworkGate();

    std::vector<std::string> environment() const; // "HTTPS_PROXY=http://127.0.0.1:40000", ...
    // Calls `work` on a thread in the namespace, and waits for it. Programs that it starts are
    // there.
    void within(const std::function<void()>& work) const;
    std::optional<std::string>
    refusal() const; // of the last connection that the rule did not admit

private:
    class Proxy;
    NetworkGate(Fd space, std::unique_ptr<Proxy> proxy);

    Fd m_space;
    std::unique_ptr<Proxy> m_proxy;
};

// For programs that pull by themselves: whether the rule admits all that the registry's name
// resolves to now. A name that does not resolve is admitted: nothing is there.
Status checkRegistry(const ConnectionRule& rule, const std::string& registry);

} // namespace muster::container::image
