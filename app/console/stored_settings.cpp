// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/stored_settings.h"

#include <QFileInfo>
#include <QSettings>
#include <QUrl>

namespace muster::console {

namespace {

const auto kSchema = QStringLiteral("schema");

QString named(const QString& profile) {
    return QStringLiteral("profiles/") + QString::fromLatin1(QUrl::toPercentEncoding(profile));
}

void move(QSettings& settings, const QString& from, const QString& to) {
    settings.setValue(to, settings.value(from));
    settings.remove(from);
}

bool belongsToACluster(const QString& key) {
    return key.startsWith(QLatin1String("columns/")) || key.startsWith(QLatin1String("submit/"));
}

Status failed(const QSettings& settings, const QString& path) {
    return failure(settings.status() == QSettings::FormatError
            ? fmt::format("{} is not a settings file of this console", path.toStdString())
            : fmt::format("Cannot read or write {}", path.toStdString()));
}

} // namespace

QString profileGroup(const QString& profile, const QString& address) {
    return profile.isEmpty()
        ? QStringLiteral("addresses/") + QString::fromLatin1(QUrl::toPercentEncoding(address))
        : named(profile);
}

void renameProfile(QSettings& settings, const QString& from, const QString& to) {
    if (from == to) {
        return;
    }
    settings.beginGroup(named(from));
    const auto keys = settings.allKeys();
    settings.endGroup();
    for (const auto& key : keys) {
        move(settings, named(from) + QLatin1Char('/') + key, named(to) + QLatin1Char('/') + key);
    }
}

void forgetProfile(QSettings& settings, const QString& profile) {
    settings.remove(named(profile));
}

void migrateSettings(QSettings& settings, const QString& group) {
    if (settings.value(kSchema, 0).toInt() >= kSettingsSchema) {
        return;
    }
    for (const auto& key : settings.allKeys()) {
        if (belongsToACluster(key)) {
            move(settings, key, group + QLatin1Char('/') + key);
        }
    }
    settings.setValue(kSchema, kSettingsSchema);
}

Status exportSettings(const QSettings& settings, const QString& path) {
    QSettings out(path, QSettings::IniFormat);
    out.clear();
    out.setValue(kSchema, 0); // of a file that was not brought up to date yet
    for (const auto& key : settings.allKeys()) {
        out.setValue(key, settings.value(key));
    }
    out.sync();
    return out.status() == QSettings::NoError ? Status() : failed(out, path);
}

Status importSettings(QSettings& settings, const QString& path) {
    const QSettings in(path, QSettings::IniFormat);
    if (!QFileInfo(path).isReadable() || in.status() != QSettings::NoError) {
        return failed(in, path);
    }
    const int schema = in.value(kSchema, -1).toInt();
    if (schema < 0) {
        return failure(
            fmt::format("{} is not a settings file of this console", path.toStdString()));
    }
    if (schema > kSettingsSchema) {
        return failure(fmt::format(
            "{} was written by a newer console: its schema is {}, this console supports {}",
            path.toStdString(), schema, kSettingsSchema));
    }
    settings.clear();
    for (const auto& key : in.allKeys()) {
        settings.setValue(key, in.value(key));
    }
    settings.sync();
    return settings.status() == QSettings::NoError ? Status()
                                                   : failed(settings, settings.fileName());
}

} // namespace muster::console
