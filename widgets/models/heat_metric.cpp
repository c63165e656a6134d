// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_metric.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "widgets/models/metric_text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::HeatMetric)
};

bool isShare(Metric metric) {
    return info(metric).limit != MetricInfo::Limit::None;
}

} // namespace

const std::vector<HeatMetric>& heatMetrics() {
    static const auto all = [] {
        std::vector<HeatMetric> out;
        for (const auto& row : metricTable()) {
            if (row.heat) {
                out.emplace_back(row.metric);
            }
        }
        out.push_back(HeatMetric::State);
        return out;
    }();
    return all;
}

std::size_t heatMeasures() {
    return heatMetrics().size() - 1;
}

std::size_t heatPlace(HeatMetric metric) {
    const auto& all = heatMetrics();
    return static_cast<std::size_t>(std::ranges::find(all, metric) - all.begin());
}

HeatScale heatScale(HeatMetric metric) {
    if (metric.isState()) {
        return {Words::tr("State"), Words::tr("The state of the GPU"), {}};
    }
    const auto& heat = *info(metric.metric()).heat;
    return {metricWords(heat.label), metricWords(heat.help),
        isShare(metric.metric()) ? QStringLiteral("%") : metricUnit(metric.metric()), heat.low,
        heat.high};
}

MetricValue heatNumber(HeatMetric metric, const v1::Gpu& gpu, const Sample* sample) {
    if (metric.isState() || sample == nullptr) {
        return kUnknown;
    }
    const auto which = metric.metric();
    const auto value = sample->values[static_cast<std::size_t>(which)];
    if (value == kUnknown) {
        return kUnknown;
    }
    if (!isShare(which)) {
        return value / info(which).shownDivisor;
    }
    const auto limit = metricLimit(which, gpu);
    return limit == 0
        ? kUnknown
        : static_cast<MetricValue>(std::lround(metricNumber(which, value) * 100 / limit));
}

QString heatText(HeatMetric metric, MetricValue number) {
    return number == kUnknown ? unknownText()
                              : QStringLiteral("%1 %2").arg(number).arg(heatScale(metric).unit);
}

HeatTile heatTile(HeatMetric metric, Mark mark, MetricValue number) {
    if (mark == Mark::Lost) {
        return {HeatTile::kNoLevel, mark, kUnknown};
    }
    if (metric.isState()) {
        return {static_cast<std::uint8_t>(HeatTile::kStateLevel + static_cast<int>(mark)), mark,
            kUnknown};
    }
    if (number == kUnknown) {
        return {HeatTile::kNoLevel, mark, kUnknown};
    }
    const auto& heat = *info(metric.metric()).heat;
    const auto level = (number - heat.low) * HeatTile::kTopLevel / (heat.high - heat.low);
    return {
        static_cast<std::uint8_t>(std::clamp<int>(level, 0, HeatTile::kTopLevel)), mark, number};
}

} // namespace muster::models
