// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace muster::widgets {

// Fusion with air around the text of cells and headers, and with Tab as a way out of every table and text.
class Style : public QProxyStyle {
    Q_OBJECT
public:
    Style();
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace muster::widgets
