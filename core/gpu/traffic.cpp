// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/traffic.h"

#include <cmath>

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;

struct Counter {
    Metric metric;
    std::uint32_t field;
    std::uint32_t scope;
    std::uint64_t unit; // bytes
    std::optional<abi::PcieCounter> call; // that measures it where there is no counter
};
constexpr std::array<Counter, 4> kCounters{{
    {Metric::PcieReceived, abi::FieldPcieReceived, 0, 1, abi::PcieReceived},
    {Metric::PcieSent, abi::FieldPcieSent, 0, 1, abi::PcieSent},
    {Metric::NvlinkReceived, abi::FieldNvLinkReceived, abi::kAllNvLinks, 1024, {}},
    {Metric::NvlinkSent, abi::FieldNvLinkSent, abi::kAllNvLinks, 1024, {}},
}};

constexpr std::int64_t kLeastMicroseconds = 200'000;
constexpr double kMostMebibytes = 8 << 20; // 8 TiB a second

std::array<abi::FieldValue, kCounters.size()> questions() {
    std::array<abi::FieldValue, kCounters.size()> fields{};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        fields[i].fieldId = kCounters[i].field;
        fields[i].scopeId = kCounters[i].scope;
        fields[i].nvmlReturn = abi::Unknown; // until the library says otherwise
    }
    return fields;
}

// A counter of 32 bits wraps several times a second on a fast bus: it says nothing.
bool isCounter(const abi::FieldValue& field) {
    return field.nvmlReturn == abi::Success
        && (field.valueType == abi::ValueU64 || field.valueType == abi::ValueUlong
            || field.valueType == abi::ValueS64);
}

} // namespace

std::optional<MetricValue> Traffic::rate(
    const Reading& before, const Reading& now, std::uint64_t unit) {
    if (now.at < before.at || now.count < before.count) {
        return kUnknown;
    }
    const auto elapsed = now.at - before.at;
    if (elapsed < kLeastMicroseconds) {
        return std::nullopt;
    }
    const auto mebibytes
        = static_cast<double>(now.count - before.count) * static_cast<double>(unit) / 0x1p20;
    const auto rate = mebibytes * 1e6 / static_cast<double>(elapsed);
    return rate > kMostMebibytes ? kUnknown : static_cast<MetricValue>(std::lround(rate));
}

void Traffic::update(const Nvml& nvml, abi::Device device, bool turn, GpuSample& sample) {
    if (sample.health == GpuHealth::Lost) {
        *this = Traffic();
        return;
    }
    auto fields = questions();
    const int code
        = nvml.call(&Fn::getFieldValues, device, static_cast<int>(fields.size()), fields.data());
    note(nvml, code, sample);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (code != abi::Success || !isCounter(fields[i])) {
            m_last[i].reset();
            m_rates[i] = kCounters[i].call ? m_rates[i] : kUnknown;
            continue;
        }
        const Reading now{fields[i].value, fields[i].timestamp};
        const auto fresh = m_last[i] ? rate(*m_last[i], now, kCounters[i].unit) : kUnknown;
        if (fresh) {
            m_rates[i] = *fresh;
            m_last[i] = now;
        }
    }
    if (turn) {
        measurePcie(nvml, device, sample);
    }
    if (sample.health == GpuHealth::Lost) {
        sample.values.fill(kUnknown);
        sample.processes.clear();
        *this = Traffic();
        return;
    }
    for (std::size_t i = 0; i < m_rates.size(); ++i) {
        sample.values[static_cast<std::size_t>(kCounters[i].metric)] = m_rates[i];
    }
}

void Traffic::measurePcie(const Nvml& nvml, abi::Device device, GpuSample& sample) {
    for (std::size_t i = 0; i < m_rates.size(); ++i) {
        if (!kCounters[i].call || m_last[i]) {
            continue;
        }
        std::uint32_t kibibytes = 0xFFFFFFFF;
        const int code
            = nvml.call(&Fn::getPcieThroughput, device, int{*kCounters[i].call}, &kibibytes);
        note(nvml, code, sample);
        const auto mebibytes = std::lround(kibibytes / 1024.0);
        const bool possible = code == abi::Success && kibibytes != 0xFFFFFFFF
            && static_cast<double>(mebibytes) <= kMostMebibytes;
        m_rates[i] = possible ? static_cast<MetricValue>(mebibytes) : kUnknown;
    }
}

} // namespace muster::gpu
