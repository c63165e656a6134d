// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <QString>

#include "core/proto/muster/v1/view.pb.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"

namespace muster::models {

// What the heat map can colour its tiles by. Shares are of the GPU's own memory and power limit, so
// that different boards stand on one scale.
enum class HeatMetric { Utilization, MemoryShare, Temperature, PowerShare, State };
inline constexpr std::array kHeatMetrics{HeatMetric::Utilization, HeatMetric::MemoryShare,
    HeatMetric::Temperature, HeatMetric::PowerShare, HeatMetric::State};
inline constexpr std::size_t kHeatMeasures = 4; // all but State have numbers

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
