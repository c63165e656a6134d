// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

// What the programs share that speak as others' do.
namespace muster::foreign {

std::string variable(const char* name); // of the environment; "" where it is not set
// Ends the program with status 1 where what it stands for would stop.
void need(bool condition, const std::string& what);
std::string freshUuid(); // its 16 bytes
std::string base64(const std::string& bytes);
// As Python's json.dumps() writes it.
std::string pythonText(const nlohmann::ordered_json& value);

} // namespace muster::foreign
