// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/net/http.h"

namespace muster::agentd::api {

// What an old endpoint is asked: "a=1&b=x%20y", in a target's query or in the body of a form.
class Query {
public:
    explicit Query(std::string_view text); // undecodable parts are taken as they are

    const std::string* find(const std::string& name) const;
    std::string get(const std::string& name, const std::string& fallback = "") const;
    const std::map<std::string, std::string>& values() const { return m_values; }
    // A name that is there more than once: its last value counts.
    const std::optional<std::string>& repeated() const { return m_repeated; }

private:
    std::map<std::string, std::string> m_values;
    std::optional<std::string> m_repeated;
};

// Only whole numbers; what Mesos says of others is not known word by word.
Result<std::int64_t> parseNumber(const std::string& text);

// 200 with that JSON; as a call of the function in ?jsonp= if there is one, 400 if that is none. A
// page of any site may run a script from here: 403 unless the request cannot come from one.
net::HttpResponse jsonAnswer(const net::HttpRequest& request, std::string json);

// Without a body and so, as from Mesos, without a Content-Type.
net::HttpResponse emptyAnswer(unsigned status);

} // namespace muster::agentd::api
