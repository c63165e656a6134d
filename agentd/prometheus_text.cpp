// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/prometheus_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/kernel/base/text.h"

namespace muster::agentd {
namespace {

constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD"; // U+FFFD

void appendEscaped(std::string& out, std::string_view text) {
    while (!text.empty()) {
        const auto letter = firstLetter(text);
        const auto bytes = std::max(letter.bytes, 1U);
        if (letter.bytes == 0) {
            out += kNoCharacter;
        } else if (letter.code == U'\\') {
            out += "\\\\";
        } else if (letter.code == U'"') {
            out += "\\\"";
        } else if (letter.code == U'\n') {
            out += "\\n";
        } else {
            out += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
}

bool isPlain(char c) {
    return c >= ' ' && c <= '~' && c != '\\' && c != '"';
}

void appendNumber(std::string& out, std::int64_t value) {
    const fmt::format_int digits(value);
    out.append(digits.data(), digits.size());
}

std::string_view wordOf(PrometheusText::Type type) {
    switch (type) {
    case PrometheusText::Type::Gauge:
        return "gauge";
    case PrometheusText::Type::Counter:
        return "counter";
    case PrometheusText::Type::Histogram:
        return "histogram";
    }
    return "untyped";
}

} // namespace

void appendLabel(std::string& labels, std::string_view name, std::string_view value) {
    if (!labels.empty()) {
        labels += ',';
    }
    labels += name;
    labels += "=\"";
    if (std::ranges::all_of(value, isPlain)) {
        labels += value;
    } else {
        appendEscaped(labels, value);
    }
    labels += '"';
}

DecimalScale::DecimalScale(double factor) {
    if (factor >= 1) {
        m_multiplier = std::llround(factor);
        return;
    }
    for (const auto wanted = std::llround(1 / factor); m_divisor < wanted; m_divisor *= 10) {
        ++m_decimals;
    }
}

void DecimalScale::append(std::int64_t value, std::string& out) const {
    appendNumber(out, value * m_multiplier / m_divisor);
    auto rest = value % m_divisor;
    if (m_decimals == 0 || rest == 0) {
        return;
    }
    auto decimals = m_decimals;
    for (; rest % 10 == 0; rest /= 10) {
        --decimals;
    }
    fmt::format_to(std::back_inserter(out), ".{:0{}}", rest, decimals);
}

void PrometheusText::metric(std::string_view name, Type type, std::string_view help) {
    m_name = name;
    m_type = type;
    m_help = help;
    m_hasHead = false;
}

void PrometheusText::begin(std::string_view labels, std::string_view suffix) {
    if (!m_hasHead) {
        m_hasHead = true;
        fmt::format_to(std::back_inserter(m_out), "# HELP {0} {1}\n# TYPE {0} {2}\n", m_name,
            m_help, wordOf(m_type));
    }
    m_out += m_name;
    m_out += suffix;
    if (!labels.empty()) {
        m_out += '{';
        m_out += labels;
        m_out += '}';
    }
    m_out += ' ';
}

void PrometheusText::sample(std::string_view labels, std::int64_t value) {
    begin(labels);
    appendNumber(m_out, value);
    m_out += '\n';
}

void PrometheusText::sample(
    std::string_view labels, std::int64_t value, const DecimalScale& scale) {
    begin(labels);
    scale.append(value, m_out);
    m_out += '\n';
}

void PrometheusText::sample(std::string_view labels, double value) {
    begin(labels);
    fmt::format_to(std::back_inserter(m_out), "{}\n", value);
}

void PrometheusText::histogram(
    std::span<const std::int64_t> bounds, std::span<const std::uint64_t> counts, double sum) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        below += counts[i];
        std::string label;
        appendLabel(label, "le", i < bounds.size() ? std::to_string(bounds[i]) : "+Inf");
        begin(label, "_bucket");
        fmt::format_to(std::back_inserter(m_out), "{}\n", below);
    }
    begin({}, "_sum");
    fmt::format_to(std::back_inserter(m_out), "{}\n", sum);
    begin({}, "_count");
    fmt::format_to(std::back_inserter(m_out), "{}\n", below);
}

} // namespace muster::agentd
