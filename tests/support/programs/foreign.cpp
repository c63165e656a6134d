// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/programs/foreign.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>

#include "core/proto/json_text.h"

namespace muster::foreign {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

void need(bool condition, const std::string& what) {
    if (!condition) {
        std::cerr << what << std::endl;
        std::_Exit(1); // whatever its threads do
    }
}

std::string freshUuid() {
    std::random_device random;
    std::string bytes(16, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
}

std::string base64(const std::string& bytes) {
    std::string out;
    proto::appendBase64(bytes, out);
    return out;
}

std::string pythonText(const nlohmann::ordered_json& value) {
    const auto plain = [](const nlohmann::ordered_json& one) { return one.dump(-1, ' ', true); };
    std::string out;
    const auto add = [&out](const std::string& item) { out += (out.empty() ? "" : ", ") + item; };
    if (value.is_object()) {
        for (const auto& [key, item] : value.items()) {
            add(plain(key) + ": " + pythonText(item));
        }
        return "{" + out + "}";
    }
    if (value.is_array()) {
        for (const auto& item : value) {
            add(pythonText(item));
        }
        return "[" + out + "]";
    }
    return plain(value);
}

} // namespace muster::foreign
