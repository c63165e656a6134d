// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context.h"

#include <filesystem>
#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/text.h"
#include "core/net/address.h"
#include "core/net/context.h"
#include "core/net/tls.h"
#include "core/net/token.h"

namespace muster::cli {

namespace {

struct ContextFile {
    std::filesystem::path path;
    net::Contexts contexts;
};

Result<ContextFile> open(const CliContext& here) {
    auto path = net::contextsPath(here.variable("XDG_CONFIG_HOME"), here.variable("HOME"));
    if (!path)
        return tl::unexpected(path.error());
    auto contexts = net::readContexts(*path);
    if (!contexts)
        return tl::unexpected(contexts.error());
    return ContextFile{std::move(*path), std::move(*contexts)};
}

ExitCode save(const CliContext& here, const ContextFile& file) {
    if (auto written = net::writeContexts(file.path, file.contexts); !written)
        return fail(here, written.error(), ExitCode::Failed);
    const auto& current = file.contexts.all.at(file.contexts.current);
    here.out << fmt::format("The current context is '{}': {}\n", escaped(file.contexts.current),
        escaped(current.address));
    return ExitCode::Ok;
}

ExitCode unknownContext(const CliContext& here, const std::string& name) {
    return fail(here, Error{fmt::format("No context is named '{}': see 'muster context'", name)},
        ExitCode::NotFound);
}

// Warns of a token file that others may read.
Status checkToken(const std::string& path, const CliContext& here) {
    const auto token = net::readToken(path);
    if (!token)
        return tl::unexpected(token.error());
    for (const auto& warning : token->warnings)
        here.err << "muster: " << escaped(warning) << '\n';
    return {};
}

// A token never leaves the file.
Listing listingOf(const net::Contexts& contexts) {
    Listing listing{"contexts",
        {{"CURRENT", "current"}, {"NAME", "name"}, {"ADDRESS", "address"}, {"TOKEN", "token_file"},
            {"", "ca_file"}, {"COLOUR", "colour"}},
        {}};
    for (const auto& [name, context] : contexts.all) {
        const bool current = name == contexts.current;
        auto token = Cell::word(context.tokenFile);
        if (!context.token.empty())
            token.text = "in the file itself";
        listing.rows.push_back(
            {{current, current ? "*" : " "}, Cell::word(name), Cell::word(context.address),
                std::move(token), Cell::word(context.caFile), Cell::word(context.colour)});
    }
    return listing;
}

} // namespace

CommandLine ShowContexts::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json"}),
    };
    line.examples = "  muster context\n  muster context set lab https://gpu.example.org:5050 "
                    "--token_file=$HOME/lab.token\n  muster context use lab";
    return line;
}

ExitCode ShowContexts::run(const CliContext& here) {
    const auto file = open(here);
    if (!file)
        return fail(here, file.error(), ExitCode::Usage);
    const auto listing = listingOf(file->contexts);
    if (m_output == "json")
        here.out << jsonText(listing);
    else if (!listing.rows.empty())
        here.out << tableText(listing, false, true);
    if (listing.rows.empty())
        here.err << "No contexts. Add one with 'muster context set NAME HOST:PORT'\n";
    return ExitCode::Ok;
}

CommandLine SetContext::line() {
    CommandLine line;
    line.flags = {
        {"--token_file", &m_tokenFile, "The file with the token for this master", "FILE"},
        {"--ca_file", &m_caFile, "The certificate authority to trust for TLS", "FILE"},
    };
    line.arguments = {{"NAME", &m_name, "The name of the context", true, Names::Contexts},
        {"ADDRESS", &m_address, "HOST:PORT or https://HOST:PORT"}};
    line.examples = "  muster context set lab https://gpu.example.org:5050";
    return line;
}

ExitCode SetContext::run(const CliContext& here) {
    if (auto endpoint = net::Endpoint::parse(m_address); !endpoint)
        return fail(here, endpoint.error(), ExitCode::Usage);
    auto file = open(here);
    if (!file)
        return fail(here, file.error(), ExitCode::Usage);
    auto& context = file->contexts.all[m_name];
    context.address = m_address;
    if (m_tokenFile) {
        context.token.clear();
        context.tokenFile = std::filesystem::absolute(*m_tokenFile).string();
        if (const auto token = checkToken(context.tokenFile, here); !token)
            return fail(here, token.error(), ExitCode::Usage);
    }
    if (m_caFile) {
        context.caFile = std::filesystem::absolute(*m_caFile).string();
        if (const auto trusted = net::clientTls(context.caFile); !trusted)
            return fail(here, trusted.error(), ExitCode::Usage);
    }
    file->contexts.current = m_name;
    return save(here, *file);
}

CommandLine RemoveContext::line() {
    CommandLine line;
    line.arguments
        = {{"NAME", &m_name, "The name of a context, see 'muster context'", true, Names::Contexts}};
    line.examples
        = "  muster context remove lab\n"
          "The current context can only be removed when it is the last one. Its token file\n"
          "stays.";
    return line;
}

ExitCode RemoveContext::run(const CliContext& here) {
    auto file = open(here);
    if (!file)
        return fail(here, file.error(), ExitCode::Usage);
    auto& [current, all] = file->contexts;
    if (!file->contexts.find(m_name))
        return unknownContext(here, m_name);
    if (m_name == current && all.size() > 1)
        return fail(here,
            Error{fmt::format("'{}' is the current context: choose another one first, with 'muster "
                              "context use NAME'",
                m_name)},
            ExitCode::Failed);
    all.erase(m_name);
    if (m_name == current)
        current.clear();
    if (auto written = net::writeContexts(file->path, file->contexts); !written)
        return fail(here, written.error(), ExitCode::Failed);
    here.out << fmt::format("Removed the context '{}'\n", escaped(m_name));
    return ExitCode::Ok;
}

CommandLine UseContext::line() {
    CommandLine line;
    line.arguments
        = {{"NAME", &m_name, "The name of a context, see 'muster context'", true, Names::Contexts}};
    line.examples = "  muster context use lab";
    return line;
}

ExitCode UseContext::run(const CliContext& here) {
    auto file = open(here);
    if (!file)
        return fail(here, file.error(), ExitCode::Usage);
    if (!file->contexts.find(m_name))
        return unknownContext(here, m_name);
    file->contexts.current = m_name;
    return save(here, *file);
}

} // namespace muster::cli
