// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QIcon>
#include <QString>

namespace muster::console {

// A cluster as menus and lists name it.
struct ClusterEntry {
    QString name; // of the profile; "Demo"; empty: of the command line
    QString address;
    QString colour; // "#rrggbb"; empty: none
};
using ClusterEntries = std::vector<ClusterEntry>;

// A square of a profile's colour, for menus and lists.
QIcon clusterIcon(const QString& colour);

} // namespace muster::console
