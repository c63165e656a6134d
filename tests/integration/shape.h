// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/e2e/world.h"

namespace muster::e2e {

// Which keys a JSON text has and of which type each is: {"agents[].agent_info.port": "integer"}.
using Shape = std::map<std::string, std::string>;
Shape shapeOf(const nlohmann::json& json);
// The same with the texts of what says what happened (states, reasons, messages), in their order:
// {"tasks[].state": "text: TASK_RUNNING|TASK_FAILED"}. Frameworks in them are called $FRAMEWORK.
Shape shapeWithTextsOf(const nlohmann::json& json);
// Of a JSON text that has types in place of its values, and one item in each list:
// {"agents": [{"agent_info": {"port": "integer"}}]}.
Shape readShape(const nlohmann::json& example);

// Flags and metrics under their names, be they keys or rows with a name and a value; the metrics of
// each framework under those of "*".
nlohmann::json byName(const nlohmann::json& json);

// "lacks agents[].pid", "has also agents[].port", "agents[].port is text, not integer".
std::vector<std::string> differences(const Shape& actual, const Shape& expected);
// Whether it is that difference; "*" in a pattern stands for whatever is there.
bool covers(std::string_view pattern, std::string_view difference);

// The lines of a file in tests/data/mesos, each a JSON object.
std::vector<nlohmann::json> expectations(const std::string& file);

// Each key of "keys" is there with its type, but for those that "absent" gives a reason for;
// each further one is in "extra" ("flags.*": whatever follows).
void expectShape(const Shape& actual, const nlohmann::json& expected);

} // namespace muster::e2e
