// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agentd/master/marathon/refusal.h"

namespace muster::agentd::marathon {

// Of ?label=: "a==b, c!=d, e, !f, g in (x, y), h notin (z)". All of them have to be true; a term
// is of letters, digits and "-_.", other characters after a backslash. As Marathon has it, "!="
// and "notin" ask for the label to be there.
class LabelSelector {
public:
    static OrRefusal<LabelSelector> parse(std::string_view text);

    bool matches(const std::map<std::string, std::string>& labels) const;

private:
    struct Rule {
        enum class Kind { Present, Absent, In, NotIn };
        std::string label;
        Kind kind = Kind::Present;
        std::set<std::string> values{};
    };
    class Parser;

    std::vector<Rule> m_rules;
};

// Which apps GET /v2/apps answers with.
struct AppFilter {
    std::string command{}; // a part of it, in any case of its letters; empty: any
    std::string id{}; // likewise
    LabelSelector labels{};

    bool matches(const services::AppSpec& app) const;
};

} // namespace muster::agentd::marathon
