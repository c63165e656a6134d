// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/metric_text.h"

#include <array>
#include <limits>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString translated(std::string_view source) {
    return QCoreApplication::translate("Metric", std::string(source).c_str());
}

bool inMilliWatts(Metric metric) {
    return info(metric).unit == "mW";
}

// nvmlClocksEventReasons of nvml.h.
constexpr std::array<std::pair<MetricValue, const char*>, 9> kThrottleReasons{{
    {0x001, QT_TRANSLATE_NOOP("Throttle", "idle")},
    {0x002, QT_TRANSLATE_NOOP("Throttle", "application clocks")},
    {0x004, QT_TRANSLATE_NOOP("Throttle", "power cap")},
    {0x008, QT_TRANSLATE_NOOP("Throttle", "hardware slowdown")},
    {0x010, QT_TRANSLATE_NOOP("Throttle", "sync boost")},
    {0x020, QT_TRANSLATE_NOOP("Throttle", "thermal (software)")},
    {0x040, QT_TRANSLATE_NOOP("Throttle", "thermal (hardware)")},
    {0x080, QT_TRANSLATE_NOOP("Throttle", "power brake")},
    {0x100, QT_TRANSLATE_NOOP("Throttle", "display clocks")},
}};

QString throttleText(MetricValue bits) {
    QStringList words;
    for (const auto& [bit, word] : kThrottleReasons) {
        if ((bits & bit) != 0) {
            words << QCoreApplication::translate("Throttle", word);
        }
    }
    return words.isEmpty() ? QCoreApplication::translate("Throttle", "none")
                           : words.join(QStringLiteral(", "));
}

} // namespace

QString metricLabel(Metric metric) {
    return translated(info(metric).label);
}

QString metricHelp(Metric metric) {
    return translated(info(metric).help);
}

QString metricUnit(Metric metric) {
    return inMilliWatts(metric) ? QStringLiteral("W") : text(info(metric).unit);
}

double metricNumber(Metric metric, MetricValue value) {
    if (value == kUnknown) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return inMilliWatts(metric) ? value / 1000.0 : value;
}

QString metricText(Metric metric, MetricValue value) {
    if (value == kUnknown) {
        return unknownText();
    }
    switch (metric) {
    case Metric::ThrottleReasons:
        return throttleText(value);
    case Metric::PerformanceState:
        return QStringLiteral("P%1").arg(value);
    case Metric::GpuUtilization:
    case Metric::MemoryUtilization:
    case Metric::MemoryUsed:
    case Metric::Temperature:
    case Metric::Power:
    case Metric::SmClock:
    case Metric::MemoryClock:
    case Metric::FanSpeed:
    case Metric::EccUncorrected:
    case Metric::PcieGeneration:
    case Metric::PcieWidth:
    case Metric::PcieReceived:
    case Metric::PcieSent:
    case Metric::NvlinkReceived:
    case Metric::NvlinkSent:
        break;
    }
    return QString::number(metricNumber(metric, value), 'f', 0);
}

} // namespace muster::models
