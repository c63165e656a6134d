// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/telemetry_hub.h"

namespace muster::agentd {
namespace {

bool fits(const muster::v1::Telemetry& telemetry, std::size_t gpus) {
    for (const auto& column : telemetry.columns()) {
        if (column.metric() >= kMetricCount
            || static_cast<std::size_t>(column.values_size()) != gpus) {
            return false;
        }
    }
    return telemetry.at_us() > 0;
}

} // namespace

void TelemetryHub::setGpus(const std::string& agent, std::vector<GpuUuid> gpus) {
    auto& source = m_sources[agent];
    if (source.generation == 0 || source.gpus != gpus) {
        source.gpus = std::move(gpus);
        ++source.generation;
        m_newest.erase(agent);
    }
}

void TelemetryHub::forget(const std::string& agent) {
    m_newest.erase(agent);
}

std::uint32_t TelemetryHub::generation(const std::string& agent) const {
    const auto source = m_sources.find(agent);
    return source == m_sources.end() ? 0 : source->second.generation;
}

bool TelemetryHub::take(const std::string& agent, muster::v1::Telemetry& telemetry) {
    const auto source = m_sources.find(agent);
    if (source == m_sources.end() || !fits(telemetry, source->second.gpus.size())) {
        return false;
    }
    telemetry.set_agent_id(agent);
    telemetry.set_gpu_generation(source->second.generation);
    const Instant at{Duration(telemetry.at_us())};
    for (std::size_t gpu = 0; gpu < source->second.gpus.size(); ++gpu) {
        std::array<MetricValue, kMetricCount> values;
        values.fill(kUnknown);
        for (const auto& column : telemetry.columns()) {
            values[column.metric()] = std::max(column.values(static_cast<int>(gpu)), kUnknown);
        }
        m_history.append(source->second.gpus[gpu], at, values);
    }
    m_newest[agent] = telemetry;
    return true;
}

} // namespace muster::agentd
