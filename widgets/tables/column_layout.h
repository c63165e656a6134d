// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include <QByteArray>
#include <QString>

namespace muster::widgets {

// How a list's columns stand, as settings keep it. Columns go by their keys, so that it still fits
// when a later version has more of them. A value type.
struct ColumnLayout {
    struct Column {
        QString key;
        int width = 0; // px; 0: as wide as its content
        bool hidden = false;
        bool operator==(const Column&) const = default;
    };
    struct Sort {
        QString key;
        bool descending = false;
        bool operator==(const Sort&) const = default;
    };

    std::vector<Column> columns; // from left to right
    std::vector<Sort> sort; // the first weighs most

    bool hasNoWidths() const; // the columns are as wide as their content and the view allow
    bool operator==(const ColumnLayout&) const = default;
};

// What is remembered of one list: how it stood last, and the presets that its reader made.
struct TableSettings {
    ColumnLayout current;
    std::map<QString, ColumnLayout> presets;

    QByteArray toJson() const;
    static TableSettings fromJson(const QByteArray& json); // what cannot be read is left out

    bool operator==(const TableSettings&) const = default;
};

} // namespace muster::widgets
