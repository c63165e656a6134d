// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/net/text.h"

namespace muster::net {

std::string_view HttpRequest::header(std::string_view name) const {
    const auto found = std::find_if(headers.begin(), headers.end(),
        [&](const Header& header) { return equalNoCase(header.name, name); });
    return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

std::string HttpRequest::headerList(std::string_view name) const {
    std::string all;
    for (const Header& header : headers) {
        if (equalNoCase(header.name, name))
            all += (all.empty() ? "" : ", ") + header.value;
    }
    return all;
}

bool isForeign(const HttpRequest& request) {
    const auto site = request.headerList("Sec-Fetch-Site");
    return !site.empty() && site != "same-origin" && site != "none";
}

HttpResponse HttpResponse::text(unsigned status, std::string body) {
    HttpResponse response;
    response.status = status;
    response.body = std::make_shared<const std::string>(std::move(body));
    return response;
}

HttpResponse HttpResponse::json(std::string body) {
    HttpResponse response;
    response.contentType = "application/json";
    response.body = std::make_shared<const std::string>(std::move(body));
    return response;
}

HttpResponse badRequest(std::string text) {
    return HttpResponse::text(400, std::move(text));
}

std::vector<Route> withAliases(std::string_view process, std::vector<Route> rows) {
    const std::size_t own = rows.size();
    for (std::size_t i = 0; i < own; ++i) {
        Route alias = rows[i];
        alias.path = fmt::format("/{}{}", process, alias.path);
        rows.push_back(std::move(alias));
    }
    return rows;
}

} // namespace muster::net
