// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

namespace muster::console {

// A cluster as menus and lists name it.
struct ClusterEntry {
    QString name; // of the profile; "Demo"; empty: of the command line
    QString address;
    QString colour; // "#rrggbb"; empty: none
};
using ClusterEntries = std::vector<ClusterEntry>;

} // namespace muster::console
