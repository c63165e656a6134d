// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QByteArray>
#include <QString>

#include "widgets/models/series.h"

namespace muster::models {

struct CsvColumn {
    QString header; // "Power (W)"
    const Series* series;
};

// RFC 4180 in UTF-8: a row for each time in `span` at which any column has a point, ISO 8601 in
// UTC; the mean of that point, an empty field where nobody measured.
QByteArray csv(const std::vector<CsvColumn>& columns, TimeSpan span);

} // namespace muster::models
