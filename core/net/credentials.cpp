// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/credentials.h"

#include <algorithm>

#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include "core/net/private_file.h"

namespace muster::net {

namespace {

constexpr const char* kForms
    = "use {\"credentials\":[{\"principal\":\"NAME\",\"secret\":\"SECRET\"}]}, or NAME and SECRET "
      "on each line";
constexpr std::string_view kBlanks = " \t\r";

// Neither a principal nor Basic has control characters, so a NUL tells the two apart.
std::string together(const Password& password) {
    return password.principal + '\0' + password.secret;
}

bool hasControl(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0;
         (at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(kBlanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

const std::string* textAt(const nlohmann::json& row, const char* key) {
    const auto found = row.is_object() ? row.find(key) : row.end();
    return row.is_object() && found != row.end() ? found->get_ptr<const std::string*>() : nullptr;
}

struct Entry {
    std::string place; // "credentials.json:3"
    Password password;
};

Result<std::vector<Entry>> entriesOfLines(std::string_view text, std::string_view name) {
    std::vector<Entry> entries;
    std::size_t number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const auto end = std::min(text.find('\n', at), text.size());
        const auto words = wordsOf(text.substr(at, end - at));
        at = end + 1;
        if (words.empty())
            continue;
        auto place = fmt::format("{}:{}", name, number);
        if (words.size() != 2)
            return failure(
                fmt::format("{}: {} words instead of two: {}", place, words.size(), kForms));
        entries.push_back({std::move(place), {std::string(words[0]), std::string(words[1])}});
    }
    return entries;
}

Result<std::vector<Entry>> entriesOfJson(std::string_view text, std::string_view name) {
    nlohmann::json json;
    try {
        json = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        // Its own words quote the text around the mistake: secrets.
        const auto before = text.substr(0, error.byte);
        return failure(fmt::format("{}:{}: this is not JSON: {}", name,
            1 + std::count(before.begin(), before.end(), '\n'), kForms));
    }
    const auto rows = json.find("credentials");
    if (rows == json.end() || !rows->is_array())
        return failure(fmt::format("{}: the array 'credentials' is missing: {}", name, kForms));
    std::vector<Entry> entries;
    for (const auto& row : *rows) {
        auto place = fmt::format("{}: credentials[{}]", name, entries.size());
        const auto* principal = textAt(row, "principal");
        const auto* secret = textAt(row, "secret");
        if (principal == nullptr || secret == nullptr)
            return failure(
                fmt::format("{} has no {}: {}", place, principal ? "secret" : "principal", kForms));
        entries.push_back({std::move(place), {*principal, *secret}});
    }
    return entries;
}

} // namespace

std::optional<Password> decodePassword(std::string_view base64) {
    if (base64.empty() || base64.size() % 4 != 0)
        return std::nullopt;
    std::string text(base64.size() / 4 * 3, '\0');
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(text.data()),
        reinterpret_cast<const unsigned char*>(base64.data()), static_cast<int>(base64.size()));
    const int padding = base64.ends_with("==") ? 2 : base64.ends_with('=') ? 1 : 0;
    if (size <= padding)
        return std::nullopt;
    text.resize(static_cast<std::size_t>(size - padding));
    const auto colon = text.find(':');
    if (colon == std::string::npos || hasControl(text))
        return std::nullopt;
    return Password{text.substr(0, colon), text.substr(colon + 1)};
}

Status Credentials::add(const Password& password) {
    const auto& [principal, secret] = password;
    if (principal.empty() || secret.empty())
        return failure("principal and secret must not be empty");
    if (hasControl(principal) || hasControl(secret))
        return failure("control characters are not allowed");
    if (principal.find(':') != std::string::npos)
        return failure(fmt::format(
            "the principal '{}' has a colon, which HTTP cannot carry: choose another", principal));
    const auto same = [&](const Row& row) { return row.principal == password.principal; };
    if (std::any_of(m_rows.begin(), m_rows.end(), same))
        return failure(fmt::format("the principal '{}' is defined twice: keep one", principal));
    m_rows.push_back({principal, hashToken(together(password))});
    return {};
}

Result<Credentials> Credentials::parse(std::string_view text, std::string_view name) {
    const bool json
        = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())).starts_with('{');
    const auto entries = json ? entriesOfJson(text, name) : entriesOfLines(text, name);
    if (!entries)
        return tl::unexpected(entries.error());
    Credentials all;
    for (const auto& [place, password] : *entries) {
        if (auto status = all.add(password); !status)
            return failure(place, status.error());
    }
    return all;
}

Result<Credentials> Credentials::read(const std::filesystem::path& path) {
    const auto file = readPrivateFile(path);
    if (!file)
        return failure("No credentials", file.error());
    if (!file->warnings.empty())
        return failure("No credentials: " + file->warnings.front(), Error::Kind::Denied);
    return parse(file->content, path.string());
}

std::optional<std::string> Credentials::principalOf(const Password& shown) const {
    const auto text = together(shown);
    const Row* found = nullptr;
    for (const Row& row : m_rows) {
        if (matches(row.hash, text)) // no early end: it would tell known names by the time
            found = &row;
    }
    return found ? std::optional(found->principal) : std::nullopt;
}

std::optional<TokenHash> Credentials::hashOf(std::string_view principal) const {
    const auto found = std::ranges::find(m_rows, principal, &Row::principal);
    return found == m_rows.end() ? std::nullopt : std::optional(found->hash);
}

} // namespace muster::net
