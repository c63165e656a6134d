// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/context.h"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "core/net/address.h"
#include "core/net/private_file.h"

namespace muster::net {

namespace {

tl::unexpected<Error> atLine(
    const std::filesystem::path& path, const toml::source_region& where, std::string_view what) {
    return failure(fmt::format("{}:{}: {}", path.string(), where.begin.line, what));
}

bool isColour(std::string_view text) {
    constexpr auto kDigits = "0123456789abcdefABCDEF";
    return text.size() == 7 && text.front() == '#'
        && text.find_first_not_of(kDigits, 1) == std::string_view::npos;
}

std::string* fieldOf(Context& context, std::string_view key) {
    if (key == "address")
        return &context.address;
    if (key == "token_file")
        return &context.tokenFile;
    if (key == "token")
        return &context.token;
    if (key == "ca_file")
        return &context.caFile;
    return key == "colour" ? &context.colour : nullptr;
}

Result<Context> parseContext(
    const std::filesystem::path& path, std::string_view name, const toml::table& table) {
    Context context;
    for (const auto& [key, value] : table) {
        std::string* field = fieldOf(context, key.str());
        if (!field)
            return atLine(path, value.source(),
                fmt::format(
                    "unknown key '{}': allowed are address, token_file, token, ca_file, colour",
                    key.str()));
        if (!value.is_string())
            return atLine(path, value.source(), fmt::format("'{}' must be a string", key.str()));
        *field = value.as_string()->get();
    }
    if (context.address.empty())
        return atLine(path, table.source(), fmt::format("context '{}' has no address", name));
    if (auto endpoint = Endpoint::parse(context.address); !endpoint)
        return atLine(path, table.get("address")->source(), endpoint.error().message);
    if (!context.colour.empty() && !isColour(context.colour))
        return atLine(path, table.get("colour")->source(),
            fmt::format("colour '{}' is not of the form #rrggbb", context.colour));
    if (!context.token.empty() && !context.tokenFile.empty())
        return atLine(path, table.source(),
            fmt::format("context '{}' has both token and token_file: keep one", name));
    return context;
}

Status parseAll(const std::filesystem::path& path, const toml::node& node, Contexts& contexts) {
    if (!node.is_table())
        return atLine(path, node.source(), "'contexts' must be a table: [contexts.NAME]");
    for (const auto& [key, value] : *node.as_table()) {
        if (!value.is_table())
            return atLine(
                path, value.source(), fmt::format("context '{}' must be a table", key.str()));
        auto context = parseContext(path, key.str(), *value.as_table());
        if (!context)
            return tl::unexpected(context.error());
        contexts.all.emplace(key.str(), std::move(*context));
    }
    return {};
}

Result<Contexts> parse(const std::filesystem::path& path, std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed)
        return atLine(path, parsed.error().source(), parsed.error().description());
    Contexts contexts;
    const toml::node* current = nullptr;
    for (const auto& [key, value] : parsed.table()) {
        if (key == "contexts") {
            if (auto read = parseAll(path, value, contexts); !read)
                return tl::unexpected(read.error());
        } else if (key == "current" && value.is_string()) {
            current = &value;
            contexts.current = value.as_string()->get();
        } else {
            return atLine(path, value.source(),
                fmt::format("unexpected '{}': allowed are current (a string) and [contexts.NAME]",
                    key.str()));
        }
    }
    if (current && !contexts.find(contexts.current))
        return atLine(path, current->source(),
            fmt::format("current is '{}', but there is no [contexts.{}]", contexts.current,
                contexts.current));
    return contexts;
}

void put(toml::table& table, std::string_view key, const std::string& value) {
    if (!value.empty())
        table.insert(key, value);
}

} // namespace

const Context* Contexts::find(std::string_view name) const {
    const auto found = all.find(std::string(name));
    return found == all.end() ? nullptr : &found->second;
}

Result<std::filesystem::path> contextsPath(const char* xdgConfigHome, const char* home) {
    const std::filesystem::path file = "muster/contexts.toml";
    if (xdgConfigHome && *xdgConfigHome == '/')
        return xdgConfigHome / file;
    if (home && *home == '/')
        return std::filesystem::path(home) / ".config" / file;
    return failure("Neither XDG_CONFIG_HOME nor HOME specifies a directory for contexts.toml");
}

Result<Contexts> readContexts(const std::filesystem::path& path) {
    auto file = readPrivateFile(path);
    if (!file && file.error().kind == Error::Kind::NotFound)
        return Contexts{};
    if (!file)
        return tl::unexpected(file.error());
    return parse(path, file->content);
}

Status writeContexts(const std::filesystem::path& path, const Contexts& contexts) {
    toml::table all;
    for (const auto& [name, context] : contexts.all) {
        toml::table table;
        put(table, "address", context.address);
        put(table, "token_file", context.tokenFile);
        put(table, "token", context.token);
        put(table, "ca_file", context.caFile);
        put(table, "colour", context.colour);
        all.insert(name, std::move(table));
    }
    toml::table root;
    put(root, "current", contexts.current);
    root.insert("contexts", std::move(all));
    std::ostringstream text;
    text << root << '\n';
    return writePrivateFile(path, text.str());
}

} // namespace muster::net
