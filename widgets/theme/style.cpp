// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/style.h"

#include <QAbstractItemView>
#include <QPlainTextEdit>

#include <QStyleFactory>

namespace muster::widgets {

namespace {
constexpr int kCellAir = 6;
}

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

// Who has no mouse would stay inside: Qt's own tables take Tab for the next cell, its texts for a
// sign.
void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        view->setTabKeyNavigation(false);
    } else if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) {
        text->setTabChangesFocus(true);
    }
}

int Style::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    if (metric == PM_HeaderMargin || metric == PM_FocusFrameHMargin) {
        return kCellAir;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace muster::widgets
