// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "agentd/master/marathon/refusal.h"
#include "core/kernel/jobs/service/app.h"

// Ids of apps and groups: names with slashes between them, absolute ("/a/b") or relative to a
// group.
namespace muster::agentd::marathon {

inline const services::AppId kRoot{"/"};

bool isPathId(std::string_view text); // Marathon's pattern of what a body may have as one
bool isPortName(std::string_view text);
bool isNetworkName(std::string_view text);

// Absolute, without "." and "..", and without empty names.
services::AppId resolve(std::string_view id, const services::AppId& group);

std::vector<std::string_view> namesOf(const services::AppId& id); // "/a/b" -> a, b
services::AppId parentOf(const services::AppId& id); // of "/a" and of the root: the root

// What an app's absolute id must be beyond the pattern.
void checkAppId(const services::AppId& id, Defects& defects);

} // namespace muster::agentd::marathon
