// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/json.h"

#include <nlohmann/json.hpp>

namespace muster::container::docker {

const nlohmann::json& member(const nlohmann::json& object, const char* name) {
    static const nlohmann::json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(name);
    return found == object.end() ? nothing : *found;
}

} // namespace muster::container::docker
