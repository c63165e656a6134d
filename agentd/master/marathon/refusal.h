// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/kernel/jobs/service/deployment.h"

// What Marathon answers to a request that it refuses, in its words: a status and a body of JSON.
namespace muster::agentd::marathon {

struct Refusal {
    unsigned status;
    std::string body;
    bool operator==(const Refusal&) const = default;
};

template <typename T>
using OrRefusal = tl::expected<T, Refusal>;

Refusal refusal(unsigned status, std::string_view message); // {"message":"..."}
tl::unexpected<Refusal> refused(unsigned status, std::string_view message);

Refusal unknownApp(const services::AppId& app); // 404
Refusal unknownGroup(const services::AppId& group); // 404
Refusal appExists(const services::AppId& app); // 409
Refusal appLocked(const std::vector<services::DeploymentId>& by); // 409
Refusal unknownDeployment(const services::DeploymentId& deployment); // 404
Refusal unreadable(std::string_view why); // 400: the body is no JSON

// What is wrong with a body, by place: "/healthChecks(0)/portIndex"; "" is the whole.
class Defects {
public:
    void addType(const std::string& place, std::string_view error); // not of its type
    void addValue(const std::string& place, std::string_view error); // of its type, but impossible
    void add(const std::string& place, const Defects& inner); // of what is at that place
    bool empty() const { return m_types.empty() && m_values.empty(); }
    bool hasTypes() const { return !m_types.empty(); }

    // 400 if something is not of its type, else 422; nothing if there is none.
    std::optional<Refusal> refusal() const;

private:
    using ByPlace = std::map<std::string, std::vector<std::string>>;

    ByPlace m_types;
    ByPlace m_values;
};

} // namespace muster::agentd::marathon
