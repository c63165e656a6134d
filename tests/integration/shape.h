// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/e2e/world.h"

namespace muster::e2e {

// Which keys a JSON text has and of which type each is: {"agents[].agent_info.port": "integer"}.
using Shape = std::map<std::string, std::string>;
Shape shapeOf(const nlohmann::json& json);

// The lines of a file in tests/data/mesos, each a JSON object.
std::vector<nlohmann::json> expectations(const std::string& file);

// Each key of "keys" is there with its type, but for those that "absent" gives a reason for;
// each further one is in "extra" ("flags.*": whatever follows).
void expectShape(const Shape& actual, const nlohmann::json& expected);

} // namespace muster::e2e
