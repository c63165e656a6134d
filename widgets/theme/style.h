// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace muster::widgets {

class FocusRing;

// Fusion with air around the text of cells and headers, with Tab as a way out of every table and
// text, and with a ring around those of them that have the focus.
class Style : public QProxyStyle {
    Q_OBJECT
public:
    Style();
    using QProxyStyle::polish;
    void polish(QApplication* application) override;
    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawItemText(QPainter* painter, const QRect& rect, int flags, const QPalette& palette,
        bool enabled, const QString& text, QPalette::ColorRole role) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;

private:
    FocusRing* m_ring = nullptr;
};

} // namespace muster::widgets
