// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/master_flags.h"

#include <ostream>

#include "core/net/context.h"
#include "core/net/token.h"
#include "core/proto/encoding.h"

namespace muster::cli {

namespace {

std::string variable(const CliContext& here, const char* name) {
    const char* value = here.variable(name);
    return value ? value : "";
}

Result<net::Contexts> userContexts(const CliContext& here) {
    const auto path = net::contextsPath(here.variable("XDG_CONFIG_HOME"), here.variable("HOME"));
    return path ? net::readContexts(*path) : net::Contexts{};
}

bool isSame(const net::Endpoint& a, const net::Endpoint& b) {
    if (a.tls != b.tls || a.authority.port != b.authority.port)
        return false;
    return a.authority.host == b.authority.host
        || (net::isLoopback(a.authority.host) && net::isLoopback(b.authority.host));
}

// The current one first: two contexts may have one address and other tokens.
const net::Context* contextOf(const net::Contexts& contexts, const net::Endpoint& master) {
    const auto fits = [&](const net::Context& context) {
        const auto endpoint = net::Endpoint::parse(context.address);
        return endpoint && isSame(*endpoint, master);
    };
    const net::Context* current = contexts.find(contexts.current);
    if (current && fits(*current))
        return current;
    for (const auto& [name, context] : contexts.all) {
        if (fits(context))
            return &context;
    }
    return nullptr;
}

Result<const net::Context*> namedContext(const net::Contexts& contexts, const MasterFlags& flags) {
    const std::string& name = flags.context ? *flags.context : contexts.current;
    const net::Context* found = contexts.find(name);
    if (flags.context && !found)
        return failure(fmt::format("No context is named '{}': see 'muster context'", name),
            Error::Kind::NotFound);
    return found;
}

Result<std::string> tokenOf(
    const MasterFlags& flags, const CliContext& here, const net::Context* context) {
    std::string file = flags.tokenFile.value_or(variable(here, "MUSTER_TOKEN_FILE"));
    if (file.empty() && context && !context->token.empty())
        return context->token;
    if (file.empty() && context)
        file = context->tokenFile;
    if (file.empty())
        return "";
    auto read = net::readToken(file);
    if (!read)
        return tl::unexpected(read.error());
    for (const auto& warning : read->warnings)
        here.err << "muster: " << warning << '\n';
    return read->token;
}

} // namespace

void MasterFlags::addTo(CommandLine& line) {
    line.flags.push_back({"--master", &master,
        "The master; default: MUSTER_MASTER or the current context", "HOST:PORT"});
    line.flags.push_back({"--token_file", &tokenFile,
        "The token; default: MUSTER_TOKEN_FILE or that of the context", "FILE"});
    line.flags.push_back(
        {"--ca_file", &caFile, "The certificate authority to trust for TLS", "FILE"});
    line.flags.push_back({.name = "--context",
        .into = &context,
        .help = "Use this context instead of the current one",
        .value = "NAME",
        .names = Names::Contexts});
}

Result<net::WebSocketClientOptions> findMaster(
    const MasterFlags& flags, const CliContext& here, std::string path) {
    const auto contexts = userContexts(here);
    if (!contexts)
        return tl::unexpected(contexts.error());
    const auto named = namedContext(*contexts, flags);
    if (!named)
        return tl::unexpected(named.error());
    std::string address = flags.master.value_or("");
    if (address.empty() && !flags.context)
        address = variable(here, "MUSTER_MASTER");
    const net::Context* context = address.empty() ? *named : nullptr;
    if (context)
        address = context->address;
    if (address.empty())
        return failure("No master is configured: use --master=HOST:PORT, set MUSTER_MASTER, or add "
                       "one with 'muster context set NAME HOST:PORT'");
    auto endpoint = net::Endpoint::parse(address);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    if (!context)
        context = contextOf(*contexts, *endpoint);
    auto token = tokenOf(flags, here, context);
    if (!token)
        return tl::unexpected(token.error());
    endpoint->path = std::move(path);
    net::WebSocketClientOptions options;
    options.master = std::move(*endpoint);
    options.subprotocol = proto::kBinarySubprotocol;
    options.limits.maximumMessage = proto::kMaximumOfMaster;
    options.token = std::move(*token);
    options.caFile = flags.caFile.value_or(context ? context->caFile : "");
    return options;
}

} // namespace muster::cli
