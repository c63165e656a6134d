// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/resource_text.h"

#include "widgets/models/text.h"

namespace muster::models {

QString bundleText(const v1::Resources& resources) {
    return text(proto::ofRow(resources).text());
}

QString amountText(Milli amount) {
    return text(amount.text());
}

QString mebibytesText(Milli mebibytes) {
    const auto whole = mebibytes.toDouble();
    if (whole < 1024) {
        return QStringLiteral("%1 MiB").arg(amountText(mebibytes));
    }
    const bool large = whole >= 1024 * 1024;
    const auto number = whole / (large ? 1024 * 1024 : 1024);
    const int places = number >= 1000 ? 0 : number >= 100 ? 1 : 2;
    auto words = QString::number(number, 'f', places);
    while (words.contains(QLatin1Char('.'))
        && (words.endsWith(QLatin1Char('0')) || words.endsWith(QLatin1Char('.')))) {
        words.chop(1);
    }
    return (large ? QStringLiteral("%1 TiB") : QStringLiteral("%1 GiB")).arg(words);
}

} // namespace muster::models
