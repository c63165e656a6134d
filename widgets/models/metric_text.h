// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/kernel/base/metric.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::models {

// How people read a metric, as its row of the table says: power in W though it travels in mW,
// throttle bits as words.
QString metricWords(std::string_view words); // of a row, translated
QString metricLabel(Metric metric);
QString metricHelp(Metric metric);
QString metricUnit(Metric metric); // "%", "MiB", "W", ...
QString metricText(Metric metric, MetricValue value); // "n/a" for kUnknown
double metricNumber(Metric metric, MetricValue value); // in metricUnit(); NaN for kUnknown
// Of the board's own, in metricUnit(): all its memory, the cap of its power. 0: the metric has
// none, or the board does not say.
double metricLimit(Metric metric, const v1::Gpu& gpu);

} // namespace muster::models
