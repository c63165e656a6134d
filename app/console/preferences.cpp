// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/preferences.h"

#include <algorithm>

#include <QSettings>

namespace muster::console {

namespace {

const auto kTheme = QStringLiteral("theme");
const auto kDensity = QStringLiteral("density");
const auto kUtilisation = QStringLiteral("thresholds/utilisation");
const auto kMemory = QStringLiteral("thresholds/memory");
const auto kTemperature = QStringLiteral("thresholds/temperature");
const auto kNotifyJobs = QStringLiteral("notifications/jobs");
const auto kNotifyGpus = QStringLiteral("notifications/gpus");
const auto kQuiet = QStringLiteral("notifications/quiet");
const auto kLanguage = QStringLiteral("language");

int number(const QSettings& settings, const QString& key, int otherwise, int most) {
    bool read = false;
    const int value = settings.value(key).toInt(&read);
    return read && value >= 0 && value <= most ? value : otherwise;
}

} // namespace

Preferences Preferences::load(const QSettings& settings) {
    const models::GpuThresholds usual;
    Preferences out;
    out.theme = themeOf(settings.value(kTheme).toString());
    out.density = static_cast<widgets::ClusterTable::Density>(
        number(settings, kDensity, 0, static_cast<int>(widgets::ClusterTable::Density::Large)));
    out.thresholds.utilisation
        = number(settings, kUtilisation, usual.utilisation, models::GpuThresholds::kHighest);
    out.thresholds.memory
        = number(settings, kMemory, usual.memory, models::GpuThresholds::kHighest);
    out.thresholds.temperature
        = number(settings, kTemperature, usual.temperature, models::GpuThresholds::kHighest);
    out.notifyJobs = settings.value(kNotifyJobs, true).toBool();
    out.notifyGpus = settings.value(kNotifyGpus, true).toBool();
    out.quiet = settings.value(kQuiet).toString().trimmed();
    out.language = settings.value(kLanguage).toString();
    return out;
}

void Preferences::save(QSettings& settings) const {
    settings.setValue(kTheme, themeName(theme));
    settings.setValue(kDensity, static_cast<int>(density));
    settings.setValue(kUtilisation, thresholds.utilisation);
    settings.setValue(kMemory, thresholds.memory);
    settings.setValue(kTemperature, thresholds.temperature);
    settings.setValue(kNotifyJobs, notifyJobs);
    settings.setValue(kNotifyGpus, notifyGpus);
    settings.setValue(kQuiet, quiet);
    settings.setValue(kLanguage, language);
}

QString themeName(Theme theme) {
    switch (theme) {
    case Theme::Auto:
        return QStringLiteral("system");
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::Dark:
        return QStringLiteral("dark");
    }
    return {};
}

Theme themeOf(const QString& name) {
    if (name == QLatin1String("light")) {
        return Theme::Light;
    }
    return name == QLatin1String("dark") ? Theme::Dark : Theme::Auto;
}

} // namespace muster::console
