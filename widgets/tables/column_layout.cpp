// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/column_layout.h"

#include <algorithm>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace muster::widgets {

namespace {

constexpr int kMostColumns = 200;
constexpr int kMostPresets = 50;
constexpr int kWidest = 5000; // px

QString columnsName() {
    return QStringLiteral("columns");
}
QString sortName() {
    return QStringLiteral("sort");
}
QString keyName() {
    return QStringLiteral("key");
}
QString widthName() {
    return QStringLiteral("width");
}
QString hiddenName() {
    return QStringLiteral("hidden");
}
QString descendingName() {
    return QStringLiteral("descending");
}
QString presetsName() {
    return QStringLiteral("presets");
}

QJsonObject written(const ColumnLayout& layout) {
    QJsonArray columns;
    for (const auto& column : layout.columns) {
        columns.append(QJsonObject{
            {keyName(), column.key}, {widthName(), column.width}, {hiddenName(), column.hidden}});
    }
    QJsonArray sort;
    for (const auto& key : layout.sort) {
        sort.append(QJsonObject{{keyName(), key.key}, {descendingName(), key.descending}});
    }
    return {{columnsName(), columns}, {sortName(), sort}};
}

ColumnLayout read(const QJsonObject& object) {
    ColumnLayout layout;
    for (const auto& value : object[columnsName()].toArray()) {
        const auto column = value.toObject();
        const auto key = column[keyName()].toString();
        if (!key.isEmpty() && layout.columns.size() < kMostColumns) {
            layout.columns.push_back({key, std::clamp(column[widthName()].toInt(), 0, kWidest),
                column[hiddenName()].toBool()});
        }
    }
    for (const auto& value : object[sortName()].toArray()) {
        const auto key = value.toObject()[keyName()].toString();
        if (!key.isEmpty() && layout.sort.size() < kMostColumns) {
            layout.sort.push_back({key, value.toObject()[descendingName()].toBool()});
        }
    }
    return layout;
}

} // namespace

bool ColumnLayout::hasNoWidths() const {
    return std::none_of(
        columns.begin(), columns.end(), [](const Column& column) { return column.width > 0; });
}

QByteArray TableSettings::toJson() const {
    auto object = written(current);
    QJsonObject all;
    for (const auto& [name, layout] : presets) {
        all.insert(name, written(layout));
    }
    object.insert(presetsName(), all);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

TableSettings TableSettings::fromJson(const QByteArray& json) {
    const auto object = QJsonDocument::fromJson(json).object();
    TableSettings settings{read(object), {}};
    const auto presets = object[presetsName()].toObject();
    for (const auto& name : presets.keys()) {
        auto layout = read(presets[name].toObject());
        if (!layout.columns.empty() && settings.presets.size() < kMostPresets) {
            settings.presets[name] = std::move(layout);
        }
    }
    return settings;
}

} // namespace muster::widgets
