// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/query.h"

#include <algorithm>
#include <charconv>

#include "core/kernel/base/number.h"

namespace muster::agentd::api {
namespace {

std::string decode(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const auto* digits = text.data() + i + 1;
        // A null byte stays as it is written: it would end whatever name it stands in.
        if (text[i] == '%' && i + 2 < text.size()
            && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2 && byte != 0) {
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i] == '+' ? ' ' : text[i];
        }
    }
    return out;
}

// The name of a JavaScript function, members of objects included ("angular.callbacks._0"): nothing
// else may get into the script.
bool isFunctionName(std::string_view name) {
    return !name.empty() && name.size() <= 128 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '_' || c == '$' || c == '.';
    });
}

} // namespace

Query::Query(std::string_view text) {
    while (!text.empty()) {
        const auto part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const auto equals = std::min(part.find('='), part.size());
        const auto [value, isNew] = m_values.insert_or_assign(decode(part.substr(0, equals)),
            equals == part.size() ? "" : decode(part.substr(equals + 1)));
        if (!isNew) {
            m_repeated = value->first;
        }
    }
}

const std::string* Query::find(const std::string& name) const {
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

std::string Query::get(const std::string& name, const std::string& fallback) const {
    const auto* value = find(name);
    return value == nullptr ? fallback : *value;
}

Result<std::int64_t> parseNumber(const std::string& text) {
    const auto number = wholeNumber<std::int64_t>(text);
    if (!number) {
        return failure(fmt::format("Failed to convert '{}' to number", text));
    }
    return *number;
}

net::HttpResponse jsonAnswer(const net::HttpRequest& request, std::string json) {
    const auto function = Query(request.query).get("jsonp");
    if (function.empty()) {
        return net::HttpResponse::json(std::move(json));
    }
    if (!isFunctionName(function)) {
        return net::badRequest("Invalid 'jsonp': expecting the name of a function");
    }
    if (request.mayBeForeign) {
        return net::HttpResponse::text(403,
            "'jsonp' is only for pages of this master: remove it, or send the token as "
            "'Authorization: Bearer'");
    }
    auto response = net::HttpResponse::text(200, function + "(" + json + ")");
    response.contentType = "text/javascript";
    return response;
}

net::HttpResponse emptyAnswer(unsigned status) {
    auto response = net::HttpResponse::text(status, "");
    response.contentType.clear();
    return response;
}

} // namespace muster::agentd::api
