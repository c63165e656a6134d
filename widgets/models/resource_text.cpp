// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/resource_text.h"

#include "widgets/models/text.h"

namespace muster::models {

Resources resourcesOf(const std::string& text) {
    return Resources::parse(text).value_or(Resources());
}

QString amountText(Milli amount) {
    return text(amount.text());
}

QString mebibytesText(Milli mebibytes) {
    const auto whole = mebibytes.toDouble();
    if (whole < 1024) {
        return QStringLiteral("%1 MiB").arg(amountText(mebibytes));
    }
    return QStringLiteral("%1 GiB").arg(whole / 1024, 0, 'g', 4);
}

} // namespace muster::models
