// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_metric.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

constexpr int kCoolest = 20; // °C: no GPU in a machine room is colder

struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::HeatMetric)
};

MetricValue sampled(const Sample* sample, Metric metric) {
    return sample == nullptr ? kUnknown : sample->values[static_cast<std::size_t>(metric)];
}

MetricValue percentOf(std::uint64_t whole, std::uint64_t part) {
    return whole == 0 ? kUnknown : static_cast<MetricValue>((part * 100 + whole / 2) / whole);
}

} // namespace

HeatScale heatScale(HeatMetric metric) {
    const auto percent = QStringLiteral("%");
    switch (metric) {
    case HeatMetric::Utilization:
        return {
            Words::tr("Utilisation"), Words::tr("Share of time in which a kernel ran"), percent};
    case HeatMetric::MemoryShare:
        return {Words::tr("Memory used"), Words::tr("Share of the GPU's memory that is in use"),
            percent};
    case HeatMetric::Temperature:
        return {Words::tr("Temperature"), Words::tr("Temperature of the GPU die"),
            QStringLiteral("°C"), kCoolest, 100};
    case HeatMetric::PowerShare:
        return {
            Words::tr("Power"), Words::tr("Power drawn, as a share of the board's limit"), percent};
    case HeatMetric::State:
        return {Words::tr("State"), Words::tr("What the GPU is doing, without figures"), {}};
    }
    return {};
}

MetricValue heatNumber(HeatMetric metric, const v1::Gpu& gpu, const Sample* sample) {
    constexpr std::uint64_t kMebibyte = 1 << 20;
    const auto share = [&](Metric part, std::uint64_t unit, bool known, std::uint64_t whole) {
        const auto value = sampled(sample, part);
        return value == kUnknown || !known
            ? kUnknown
            : percentOf(whole, static_cast<std::uint64_t>(value) * unit);
    };
    switch (metric) {
    case HeatMetric::Utilization:
        return sampled(sample, Metric::GpuUtilization);
    case HeatMetric::MemoryShare:
        return share(Metric::MemoryUsed, kMebibyte, gpu.has_memory_bytes(), gpu.memory_bytes());
    case HeatMetric::Temperature:
        return sampled(sample, Metric::Temperature);
    case HeatMetric::PowerShare:
        return share(Metric::Power, 1, gpu.has_power_limit_mw(), gpu.power_limit_mw());
    case HeatMetric::State:
        return kUnknown;
    }
    return kUnknown;
}

QString heatText(HeatMetric metric, MetricValue number) {
    return number == kUnknown ? unknownText()
                              : QStringLiteral("%1 %2").arg(number).arg(heatScale(metric).unit);
}

HeatTile heatTile(HeatMetric metric, Mark mark, MetricValue number) {
    if (mark == Mark::Lost) {
        return {HeatTile::kNoLevel, mark, kUnknown};
    }
    if (metric == HeatMetric::State) {
        return {static_cast<std::uint8_t>(HeatTile::kStateLevel + static_cast<int>(mark)), mark,
            kUnknown};
    }
    if (number == kUnknown) {
        return {HeatTile::kNoLevel, mark, kUnknown};
    }
    const int low = metric == HeatMetric::Temperature ? kCoolest : 0;
    const auto level = (number - low) * HeatTile::kTopLevel / (100 - low);
    return {
        static_cast<std::uint8_t>(std::clamp<int>(level, 0, HeatTile::kTopLevel)), mark, number};
}

} // namespace muster::models
