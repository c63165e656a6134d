// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/models/gpu_model.h"
#include "widgets/tables/cluster_table.h"

class QSettings;

namespace muster::console {

enum class Theme { Auto, Light, Dark };

// What the user likes, whatever the cluster.
struct Preferences {
    Theme theme = Theme::Auto;
    widgets::ClusterTable::Density density = widgets::ClusterTable::Density::Compact;
    models::GpuThresholds thresholds;
    bool notifyJobs = true; // on the desktop, as Notices reads it
    bool notifyGpus = true;
    QString quiet; // when only what is critical is told: "22:00-06:00", as DailySpan; empty: never
    QString language; // "it"; empty: the system's

    bool operator==(const Preferences&) const = default;

    // What is not there, or is nonsense, is as above.
    static Preferences load(const QSettings& settings);
    void save(QSettings& settings) const;
};

QString themeName(Theme theme); // "dark", as --theme and the settings have it
Theme themeOf(const QString& name); // Auto for "system" and for what is unknown

} // namespace muster::console
