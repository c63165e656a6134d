// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/style.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleFactory>
#include <QStyleOption>

#include "widgets/theme/focus_ring.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kCellAir = 6;
constexpr double kFocusLine = 1.5; // px
constexpr double kRounding = 2; // px
constexpr int kUnkerned = 2; // px

void paintFocus(QPainter& painter, const QRectF& rect, const QPalette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Link), kFocusLine));
    painter.setBrush(Qt::NoBrush);
    const double half = kFocusLine / 2;
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), kRounding, kRounding);
    painter.restore();
}
} // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void Style::polish(QApplication* application) {
    QProxyStyle::polish(application);
    if (m_ring == nullptr) {
        m_ring = new FocusRing(this);
    }
}

// Who has no mouse would stay inside: Qt's own tables take Tab for the next cell, its texts for a
// sign.
void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        view->setTabKeyNavigation(false);
    } else if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) {
        text->setTabChangesFocus(true);
    } else if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->buddy()) {
        label->setContentsMargins(0, 0, kUnkerned, 0);
    }
}

// Fusion's own is hard to see on buttons of a dark theme.
void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
    const QWidget* widget) const {
    if (element != PE_FrameFocusRect || qobject_cast<const QAbstractItemView*>(widget) != nullptr) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    } else if ((option->state & State_KeyboardFocusChange) != 0) {
        paintFocus(*painter, option->rect, option->palette);
    }
}

// Fusion shows it on a button as the default one, on a tab by a tint.
void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
    const QWidget* widget) const {
    QProxyStyle::drawControl(element, option, painter, widget);
    constexpr auto kShown = State_HasFocus | State_KeyboardFocusChange;
    const bool silent = element == CE_PushButton || element == CE_TabBarTab;
    if (silent && (option->state & kShown) == kShown) {
        paintFocus(*painter, option->rect.adjusted(2, 2, -2, -2), option->palette);
    }
}

// Where a letter is underlined, Qt paints without the kerning that it has measured with, and cuts
// the last letter off.
void Style::drawItemText(QPainter* painter, const QRect& rect, int flags, const QPalette& palette,
    bool enabled, const QString& text, QPalette::ColorRole role) const {
    const bool wider = (flags & Qt::TextShowMnemonic) != 0 && (flags & Qt::AlignLeft) != 0;
    QProxyStyle::drawItemText(painter, wider ? rect.adjusted(0, 0, kUnkerned, 0) : rect, flags,
        palette, enabled, text, role);
}

int Style::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    if (metric == PM_HeaderMargin || metric == PM_FocusFrameHMargin) {
        return kCellAir;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace muster::widgets
