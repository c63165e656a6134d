// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/kernel/base/result.h"

class QSettings;

namespace muster::console {

// How the settings file is laid out. Version 1: what belongs to the user stands at the top
// (theme, density, notifications/, window/), what belongs to one cluster below its group
// (columns/, filters/, page, submit/). Version 0 had everything at the top.
inline constexpr int kSettingsSchema = 1;

// Where a cluster's own settings are: by the name of its profile, else by its address.
QString profileGroup(const QString& profile, const QString& address);
void renameProfile(QSettings& settings, const QString& from, const QString& to);
void forgetProfile(QSettings& settings, const QString& profile);

// Brings an older file up to date; what was at the top becomes that of `group`. A file of a newer
// console is left as it is.
void migrateSettings(QSettings& settings, const QString& group);

// All of it, to and from a file of the user's choice. There is no secret in it. An import
// replaces everything, or nothing when the file is not one of ours.
Status exportSettings(const QSettings& settings, const QString& path);
Status importSettings(QSettings& settings, const QString& path);

} // namespace muster::console
