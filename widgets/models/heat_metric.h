// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "core/proto/muster/v1/view.pb.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"

namespace muster::models {

// What the heat map can colour its tiles by: a metric whose row of the table has a colour scale, or
// the state. Of what the board itself limits it is the share, so that different boards stand on one
// scale.
class HeatMetric {
public:
    constexpr HeatMetric(Metric metric) : m_metric(metric) { }
    static const HeatMetric State;

    constexpr bool isState() const { return !m_metric; }
    constexpr Metric metric() const { return *m_metric; } // REQUIRES: not State
    constexpr bool operator==(const HeatMetric&) const = default;

private:
    constexpr HeatMetric() = default;
    std::optional<Metric> m_metric;
};
inline constexpr HeatMetric HeatMetric::State{};

const std::vector<HeatMetric>& heatMetrics(); // in the order of the table, then the state
std::size_t heatMeasures(); // how many of them have numbers: all but the state
std::size_t heatPlace(HeatMetric metric); // in heatMetrics()

struct HeatScale {
    QString label; // "Utilisation"
    QString help; // "share of time in which a kernel ran"
    QString unit; // "%", "°C"; State has none
    int low = 0; // the ends of the colour scale, in `unit`
    int high = 100;
};

HeatScale heatScale(HeatMetric metric); // translated

// A whole number in the scale's unit; kUnknown when it was not sampled or the board does not say
// its limit, and always for State. May lie outside the scale.
MetricValue heatNumber(HeatMetric metric, const v1::Gpu& gpu, const Sample* sample);
QString heatText(HeatMetric metric, MetricValue number); // "62 %", "n/a"

// One GPU as the map paints it: its place on the colour scale, its state, its number.
struct HeatTile {
    static constexpr std::uint8_t kTopLevel = 100; // 0..kTopLevel: the scale, low to high
    static constexpr std::uint8_t kStateLevel = 128; // + int(Mark): coloured by state
    static constexpr std::uint8_t kNoLevel = 255; // nothing known, or lost

    std::uint8_t level = kNoLevel;
    Mark mark = Mark::None;
    MetricValue number = kUnknown;
    bool operator==(const HeatTile&) const = default;
};

HeatTile heatTile(HeatMetric metric, Mark mark, MetricValue number);

} // namespace muster::models
