// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace muster::container::docker {

// Of what the engine answers; null where there is no such member, or no object.
const nlohmann::json& member(const nlohmann::json& object, const char* name);

} // namespace muster::container::docker
