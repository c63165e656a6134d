// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/app.h"

#include <algorithm>
#include <string_view>

namespace muster::services {

bool covers(const AppId& appOrGroup, const AppId& app) {
    const auto& path = appOrGroup.value;
    return app.value.starts_with(path)
        && (app.value.size() == path.size() || path.ends_with('/')
            || app.value[path.size()] == '/');
}

std::string flatName(const AppId& app) {
    auto name = app.value.substr(1);
    std::ranges::replace(name, '/', '_');
    return name;
}

std::string dottedName(const AppId& app) {
    std::string name;
    for (auto rest = std::string_view(app.value); !rest.empty();) {
        const auto slash = rest.rfind('/');
        name += name.empty() ? "" : ".";
        name += rest.substr(slash + 1);
        rest = rest.substr(0, slash);
    }
    return name;
}

} // namespace muster::services
