// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_filter.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/net/text.h"
#include "core/proto/task.h"

namespace muster::agentd::marathon {
namespace {

bool holds(std::string_view text, std::string_view part) {
    return part.empty() || net::lowerAscii(text).find(net::lowerAscii(part)) != std::string::npos;
}

bool isTermLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
        || c == '_' || c == '.';
}

} // namespace

class LabelSelector::Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) { }

    // Nothing: it is wrong at position().
    std::optional<LabelSelector> all() {
        LabelSelector out;
        skipBlanks();
        if (m_at == m_text.size()) {
            return out;
        }
        do {
            auto rule = this->rule();
            if (!rule) {
                return std::nullopt;
            }
            out.m_rules.push_back(std::move(*rule));
        } while (take(","));
        return m_at == m_text.size() ? std::optional(std::move(out)) : std::nullopt;
    }
    std::size_t position() const { return m_at; }

private:
    using Kind = Rule::Kind;

    std::optional<Rule> rule() {
        const bool absent = take("!");
        auto label = term();
        if (!label) {
            return std::nullopt;
        }
        Rule out{.label = std::move(*label)};
        if (absent) {
            out.kind = Kind::Absent;
            return out;
        }
        const bool differs = take("!=");
        if (differs || take("==")) {
            out.kind = differs ? Kind::NotIn : Kind::In;
            auto value = term();
            if (!value) {
                return std::nullopt;
            }
            out.values.insert(std::move(*value));
            return out;
        }
        const bool excludes = take("notin");
        if (excludes || take("in")) {
            out.kind = excludes ? Kind::NotIn : Kind::In;
            return set(out.values) ? std::optional(std::move(out)) : std::nullopt;
        }
        return out;
    }

    bool set(std::set<std::string>& values) {
        if (!take("(")) {
            return false;
        }
        if (take(")")) {
            return true;
        }
        do {
            auto value = term();
            if (!value) {
                return false;
            }
            values.insert(std::move(*value));
        } while (take(","));
        return take(")");
    }

    std::optional<std::string> term() {
        std::string out;
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) {
                out += m_text[++m_at];
            } else if (isTermLetter(m_text[m_at])) {
                out += m_text[m_at];
            } else {
                break;
            }
        }
        skipBlanks();
        return out.empty() ? std::nullopt : std::optional(std::move(out));
    }

    bool take(std::string_view token) {
        if (!m_text.substr(m_at).starts_with(token)) {
            return false;
        }
        m_at += token.size();
        skipBlanks();
        return true;
    }

    void skipBlanks() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }

    std::string_view m_text;
    std::size_t m_at = 0;
};

OrRefusal<LabelSelector> LabelSelector::parse(std::string_view text) {
    Parser parser(text);
    auto out = parser.all();
    if (!out) {
        return refused(422,
            fmt::format("Can not parse label selector {}. Reason: character {} is not expected",
                text, parser.position() + 1));
    }
    return std::move(*out);
}

bool LabelSelector::matches(const std::map<std::string, std::string>& labels) const {
    return std::ranges::all_of(m_rules, [&](const Rule& rule) {
        const auto found = labels.find(rule.label);
        if (found == labels.end()) {
            return rule.kind == Rule::Kind::Absent;
        }
        switch (rule.kind) {
        case Rule::Kind::Present:
            return true;
        case Rule::Kind::Absent:
            return false;
        case Rule::Kind::In:
            return rule.values.contains(found->second);
        case Rule::Kind::NotIn:
            break;
        }
        return !rule.values.contains(found->second);
    });
}

bool AppFilter::matches(const services::AppSpec& app) const {
    return holds(app.id.value, id) && labels.matches(app.labels)
        && (command.empty() || holds(proto::commandText(app.payload), command));
}

} // namespace muster::agentd::marathon
