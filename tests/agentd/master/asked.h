// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentd/gate.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {

struct Asked {
    unsigned status = 0;
    std::string body;
    std::map<std::string, std::string> headers;

    nlohmann::json parsed() const { return nlohmann::json::parse(body); }
};

// Asks the route of that method, as its server would, and waits for the answer.
inline Asked ask(TestMaster& master, const GuardedRoutes& routes, const net::HttpRequest& request) {
    for (const auto& row : routes) {
        const auto& route = row.route();
        if (route.method != request.method || !request.path.starts_with(route.path)) {
            continue;
        }
        std::optional<net::HttpResponse> answer = route.handler(request);
        if (const auto later = std::move(answer->later)) {
            answer.reset();
            later([&answer](net::HttpResponse made) { answer = std::move(made); });
            master.run();
        }
        if (!answer) {
            break;
        }
        Asked out{answer->status, answer->body ? *answer->body : "", {}};
        for (const auto& header : answer->headers) {
            out.headers[header.name] = header.value;
        }
        return out;
    }
    ADD_FAILURE() << request.method << " " << request.path << " is not answered";
    return {};
}

} // namespace muster::agentd
