// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/resource_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

namespace {
constexpr auto kContext = "muster::models::resources";
}

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

QString bundleText(const Resources& bundle) {
    QStringList parts;
    if (const auto gpus = bundle.gpus(); gpus.value > 0) {
        parts << QCoreApplication::translate(
            kContext, "%n GPU(s)", nullptr, static_cast<int>(gpus.wholeUnits()));
    }
    if (const auto cpus = bundle.total("cpus"); cpus.value > 0) {
        parts << QCoreApplication::translate(kContext, "%1 CPUs").arg(amountText(cpus));
    }
    if (const auto mem = bundle.total("mem"); mem.value > 0) {
        parts << mebibytesText(mem);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace muster::models
