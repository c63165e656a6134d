// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/refusal.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentd/json_writer.h"

namespace muster::agentd::marathon {

using api::JsonWriter;

namespace {

void addTo(std::map<std::string, std::vector<std::string>>& errors, const std::string& place,
    std::string_view error) {
    auto& here = errors[place];
    if (std::ranges::find(here, error) == here.end()) {
        here.emplace_back(error);
    }
}

} // namespace

Refusal refusal(unsigned status, std::string_view message) {
    Refusal out{status, ""};
    JsonWriter json(out.body);
    json.beginObject();
    json.member("message", message);
    json.endObject();
    return out;
}

tl::unexpected<Refusal> refused(unsigned status, std::string_view message) {
    return tl::unexpected(refusal(status, message));
}

Refusal unknownApp(const services::AppId& app) {
    return refusal(404, fmt::format("App '{}' does not exist", app.value));
}

Refusal unknownGroup(const services::AppId& group) {
    return refusal(404, fmt::format("Group '{}' does not exist", group.value));
}

Refusal appExists(const services::AppId& app) {
    return refusal(409, fmt::format("An app with id [{}] already exists.", app.value));
}

Refusal appLocked(const std::vector<services::DeploymentId>& by) {
    Refusal out{409, ""};
    JsonWriter json(out.body);
    json.beginObject();
    json.member("message",
        "App is locked by one or more deployments. Override with the option '?force=true'. View "
        "details at '/v2/deployments/<DEPLOYMENT_ID>'.");
    json.list("deployments", [&] {
        for (const auto& deployment : by) {
            json.beginObject();
            json.member("id", deployment.value);
            json.endObject();
        }
    });
    json.endObject();
    return out;
}

Refusal unknownDeployment(const services::DeploymentId& deployment) {
    return refusal(404, fmt::format("DeploymentPlan {} does not exist", deployment.value));
}

Refusal unreadable(std::string_view why) {
    Refusal out{400, ""};
    JsonWriter json(out.body);
    json.beginObject();
    json.member("message", "Invalid JSON");
    json.member("details", why);
    json.endObject();
    return out;
}

void Defects::addType(const std::string& place, std::string_view error) {
    addTo(m_types, place, error);
}

void Defects::addValue(const std::string& place, std::string_view error) {
    addTo(m_values, place, error);
}

void Defects::add(const std::string& place, const Defects& inner) {
    const auto addAll = [&](ByPlace& to, const ByPlace& from) {
        for (const auto& [within, errors] : from) {
            for (const auto& error : errors) {
                addTo(to, place + within, error);
            }
        }
    };
    addAll(m_types, inner.m_types);
    addAll(m_values, inner.m_values);
}

std::optional<Refusal> Defects::refusal() const {
    if (empty()) {
        return std::nullopt;
    }
    Refusal out{hasTypes() ? 400U : 422U, ""};
    JsonWriter json(out.body);
    json.beginObject();
    json.member("message", hasTypes() ? "Invalid JSON" : "Object is not valid");
    json.list("details", [&] {
        for (const auto& defect : hasTypes() ? m_types : m_values) {
            json.beginObject();
            json.member("path", defect.first.empty() ? "/" : defect.first);
            json.list("errors", [&] {
                for (const auto& error : defect.second) {
                    json.value(error);
                }
            });
            json.endObject();
        }
    });
    json.endObject();
    return out;
}

} // namespace muster::agentd::marathon
