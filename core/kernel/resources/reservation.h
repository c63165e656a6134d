// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace muster {

struct Label {
    std::string key;
    std::optional<std::string> value;
    auto operator<=>(const Label&) const = default;
};

// Keeps a resource for the frameworks of one role. Static: the agent's own description says so.
// Dynamic: made and taken back while the agent runs.
struct Reservation {
    enum class Type { Static, Dynamic };

    Type type = Type::Static;
    std::string role;
    std::optional<std::string> principal; // who made it
    std::vector<Label> labels; // sorted
    auto operator<=>(const Reservation&) const = default;
};

// "(reservations: [(STATIC,a),(DYNAMIC,a/b,ann,{team: x})])" as Mesos prints them, "" for none.
std::string reservationsText(const std::vector<Reservation>& reservations);

} // namespace muster
