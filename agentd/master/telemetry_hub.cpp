// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/telemetry_hub.h"

namespace muster::agentd {
namespace {

constexpr int kMostColumns = 256;

bool fits(const muster::v1::Telemetry& telemetry, std::size_t gpus) {
    if (telemetry.columns_size() > kMostColumns) {
        return false;
    }
    for (const auto& column : telemetry.columns()) {
        if (static_cast<std::size_t>(column.values_size()) != gpus) {
            return false;
        }
    }
    return telemetry.at_us() > 0;
}

TelemetryHub::Sum sumOf(const muster::v1::Telemetry::Column& column) {
    TelemetryHub::Sum out;
    for (const auto value : column.values()) {
        if (value >= 0) {
            out.total += value;
            ++out.count;
        }
    }
    return out;
}

TelemetryHub::Sums sumsOf(const muster::v1::Telemetry& telemetry) {
    TelemetryHub::Sums out;
    for (const auto& column : telemetry.columns()) {
        const auto metric = static_cast<Metric>(column.metric());
        if (metric == Metric::GpuUtilization) {
            out.utilization = sumOf(column);
        } else if (metric == Metric::Power) {
            out.power = sumOf(column);
        } else if (metric == Metric::MemoryUsed) {
            out.memoryUsed = sumOf(column);
        }
    }
    return out;
}

// REQUIRES: fits(). Metrics of a later version are left out.
TelemetryHub::Values valuesOf(const muster::v1::Telemetry& telemetry, std::size_t gpu) {
    TelemetryHub::Values values;
    values.fill(kUnknown);
    for (const auto& column : telemetry.columns()) {
        if (column.metric() < kMetricCount) {
            values[column.metric()] = std::max(column.values(static_cast<int>(gpu)), kUnknown);
        }
    }
    return values;
}

} // namespace

void TelemetryHub::setGpus(const std::string& agent, std::vector<GpuUuid> gpus) {
    auto& source = m_sources[agent];
    if (source.generation == 0 || source.gpus != gpus) {
        source.gpus = std::move(gpus);
        source.generation = ++m_lastGeneration;
        m_newest.erase(agent);
        setSums(source, {});
    }
}

void TelemetryHub::forget(const std::string& agent) {
    m_newest.erase(agent);
    if (const auto source = m_sources.find(agent); source != m_sources.end()) {
        setSums(source->second, {});
    }
}

void TelemetryHub::remove(const std::string& agent) {
    forget(agent);
    m_sources.erase(agent);
}

void TelemetryHub::setSums(Source& source, const Sums& sums) {
    const auto replace = [](Sum& all, const Sum& old, const Sum& fresh) {
        all.total += fresh.total - old.total;
        all.count += fresh.count - old.count;
    };
    replace(m_sums.utilization, source.sums.utilization, sums.utilization);
    replace(m_sums.power, source.sums.power, sums.power);
    replace(m_sums.memoryUsed, source.sums.memoryUsed, sums.memoryUsed);
    source.sums = sums;
}

std::uint32_t TelemetryHub::generation(const std::string& agent) const {
    const auto source = m_sources.find(agent);
    return source == m_sources.end() ? 0 : source->second.generation;
}

void TelemetryHub::eachNewest(const std::string& agent,
    const std::function<void(const GpuUuid& gpu, const Values& values)>& visit) const {
    const auto newest = m_newest.find(agent);
    if (newest == m_newest.end()) {
        return;
    }
    const auto& gpus = m_sources.at(agent).gpus; // a new order has forgotten the samples
    for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
        visit(gpus[gpu], valuesOf(newest->second, gpu));
    }
}

std::optional<TelemetryHub::Newest> TelemetryHub::newestOf(const std::string& agent) const {
    const auto newest = m_newest.find(agent);
    if (newest == m_newest.end()) {
        return std::nullopt;
    }
    const auto& source = m_sources.at(agent);
    return Newest{&newest->second, &source.gpus, source.number};
}

std::vector<TelemetryHub::Newest> TelemetryHub::newestAfter(std::uint64_t number) const {
    std::vector<Newest> out;
    for (const auto& [agent, telemetry] : m_newest) {
        if (const auto& source = m_sources.at(agent); source.number > number) {
            out.push_back({&telemetry, &source.gpus, source.number});
        }
    }
    return out;
}

bool TelemetryHub::take(
    const std::string& agent, muster::v1::Telemetry& telemetry, const Claims& ofOthers) {
    const auto source = m_sources.find(agent);
    if (source == m_sources.end() || !fits(telemetry, source->second.gpus.size())) {
        return false;
    }
    telemetry.set_agent_id(agent);
    telemetry.set_gpu_generation(source->second.generation);
    const Instant at{Duration(telemetry.at_us())};
    for (std::size_t gpu = 0; gpu < source->second.gpus.size(); ++gpu) {
        if (!ofOthers.empty() && ofOthers.contains(source->second.gpus[gpu])) {
            for (auto& column : *telemetry.mutable_columns()) {
                column.set_values(static_cast<int>(gpu), kUnknown);
            }
            continue;
        }
        const auto values = valuesOf(telemetry, gpu);
        m_history.append(source->second.gpus[gpu], at, values);
        if (onValues) {
            onValues(source->second.gpus[gpu], values);
        }
    }
    m_newest[agent] = telemetry;
    source->second.number = ++m_taken;
    setSums(source->second, sumsOf(telemetry));
    if (onSample) {
        onSample(agent);
    }
    return true;
}

} // namespace muster::agentd
