// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace muster::agentd {

// `name="value"` behind what is there, with a comma between them. What Prometheus cannot read is
// escaped; bytes that are not UTF-8 become U+FFFD. REQUIRES: `name` is one of Prometheus' names.
void appendLabel(std::string& labels, std::string_view name, std::string_view value);

// From a whole number to base units without the noise of a binary fraction: 57 % is 0.57.
class DecimalScale {
public:
    // REQUIRES: a whole number, or one by a power of ten.
    explicit DecimalScale(double factor);
    void append(std::int64_t value, std::string& out) const;

private:
    std::int64_t m_multiplier = 1;
    std::int64_t m_divisor = 1;
    int m_decimals = 0;
};

// A page of metrics in Prometheus' text format 0.0.4, written straight into one string.
class PrometheusText {
public:
    static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";
    enum class Type { Gauge, Counter, Histogram };

    // What the samples that follow are of. Its head is written with the first of them: a metric
    // without a sample does not appear.
    void metric(std::string_view name, Type type, std::string_view help);
    // `labels` as appendLabel() made them; may be empty.
    void sample(std::string_view labels, std::int64_t value);
    void sample(std::string_view labels, std::int64_t value, const DecimalScale& scale);
    void sample(std::string_view labels, double value);
    // How many values are at most `bounds[i]`, and not at most `bounds[i - 1]`; the last count is
    // of those above all bounds. REQUIRES: counts.size() == bounds.size() + 1.
    void histogram(
        std::span<const std::int64_t> bounds, std::span<const std::uint64_t> counts, double sum);

    void reserve(std::size_t bytes) { m_out.reserve(bytes); }
    std::string take() { return std::move(m_out); }

private:
    void begin(std::string_view labels, std::string_view suffix = {});

    std::string m_out;
    std::string_view m_name;
    Type m_type = Type::Gauge;
    std::string_view m_help;
    bool m_hasHead = false;
};

} // namespace muster::agentd
