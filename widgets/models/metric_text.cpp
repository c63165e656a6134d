// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/metric_text.h"

#include <limits>

#include <QCoreApplication>
#include <QStringList>

#include "core/columns/gpu.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString throttleText(MetricValue bits) {
    QStringList words;
    for (const auto reason : columns::throttleReasons(bits)) {
        words << QCoreApplication::translate("Throttle", std::string(reason).c_str());
    }
    return words.isEmpty() ? QCoreApplication::translate("Throttle", "none")
                           : words.join(QStringLiteral(", "));
}

} // namespace

QString metricWords(std::string_view words) {
    return words.empty() ? QString()
                         : QCoreApplication::translate("Metric", std::string(words).c_str());
}

QString metricLabel(Metric metric) {
    return metricWords(info(metric).label);
}

QString metricHelp(Metric metric) {
    return metricWords(info(metric).help);
}

QString metricUnit(Metric metric) {
    const auto& row = info(metric);
    return text(row.shownUnit.empty() ? row.unit : row.shownUnit);
}

double metricNumber(Metric metric, MetricValue value) {
    return value == kUnknown ? std::numeric_limits<double>::quiet_NaN()
                             : static_cast<double>(value) / info(metric).shownDivisor;
}

QString metricText(Metric metric, MetricValue value) {
    if (value == kUnknown) {
        return unknownText();
    }
    switch (info(metric).form) {
    case MetricInfo::Form::ThrottleReasons:
        return throttleText(value);
    case MetricInfo::Form::PerformanceState:
        return QStringLiteral("P%1").arg(value);
    case MetricInfo::Form::Number:
        break;
    }
    return QString::number(metricNumber(metric, value), 'f', 0);
}

double metricLimit(Metric metric, const v1::Gpu& gpu) {
    constexpr double kMebibyte = 1 << 20;
    constexpr double kMilliwatts = 1000; // a watt
    switch (info(metric).limit) {
    case MetricInfo::Limit::Memory:
        return static_cast<double>(gpu.memory_bytes()) / kMebibyte;
    case MetricInfo::Limit::Power:
        return gpu.power_limit_mw() / kMilliwatts;
    case MetricInfo::Limit::None:
        break;
    }
    return 0;
}

} // namespace muster::models
