// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/kernel/base/metric.h"

namespace muster::models {

// How people read a metric: power in W though it travels in mW, throttle bits as words.
QString metricLabel(Metric metric); // translated
QString metricHelp(Metric metric);
QString metricUnit(Metric metric); // "%", "MiB", "W", ...
QString metricText(Metric metric, MetricValue value); // "n/a" for kUnknown
double metricNumber(Metric metric, MetricValue value); // in metricUnit(); NaN for kUnknown

} // namespace muster::models
