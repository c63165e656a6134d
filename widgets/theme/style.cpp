// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/style.h"

#include <QStyleFactory>

namespace muster::widgets {

namespace {
constexpr int kCellAir = 6;
}

Style::Style()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

int Style::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    if (metric == PM_HeaderMargin || metric == PM_FocusFrameHMargin) {
        return kCellAir;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace muster::widgets
