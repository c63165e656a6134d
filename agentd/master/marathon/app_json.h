// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "agentd/master/marathon/app_rules.h"
#include "agentd/master/marathon/path_id.h"

// Apps as people write them. Bytes become an AppSpec here, under limits, and nowhere else.
namespace muster::agentd::marathon {

inline constexpr std::size_t kLargestApp = 1 << 20; // bytes
inline constexpr std::size_t kLargestBody = 4 << 20; // of many apps

// The body of POST /v2/apps. A relative id is beneath the root.
OrRefusal<services::AppSpec> newApp(std::string_view body, const AppSettings& settings);

// The document of an app that was taken on, by this version or an earlier one: what it may be is
// not asked again.
OrRefusal<services::AppSpec> keptApp(std::string_view document);

// What a PUT or PATCH asks for: that an app be as in the result, or as it was in that version.
struct AppChange {
    services::AppId id;
    std::variant<services::AppSpec, services::Version> to;
};

// What is there now. `partial`: only the fields that are given change.
using FindApp = std::function<const services::AppSpec*(const services::AppId&)>;

// Of one app, whose id the path says: the body's is not looked at.
OrRefusal<AppChange> appChange(std::string_view body, const services::AppId& id,
    const FindApp& existing, bool partial, const AppSettings& settings);
// Of an array of apps, each with an id. Places begin with the app's: "(1)/cpus".
OrRefusal<std::vector<AppChange>> appChanges(
    std::string_view body, const FindApp& existing, bool partial, const AppSettings& settings);

// The same of JSON that is an app within something larger, at `place`; ids are relative to the
// group. Nothing: `defects` says why.
std::optional<services::AppSpec> appOf(const Json& body, const services::AppId& group,
    const AppSettings& settings, const std::string& place, Defects& defects);

} // namespace muster::agentd::marathon
