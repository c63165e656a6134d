// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/badge_delegate.h"

#include <algorithm>

#include <QPainter>

#include "widgets/theme/theme.h"

namespace muster::console {

namespace {
constexpr int kMostShown = 99;
} // namespace

void BadgeDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const int count = index.data(CountRole).toInt();
    if (count == 0) {
        return;
    }
    const auto words = count > kMostShown ? tr("%1+").arg(kMostShown) : QString::number(count);
    auto font = option.font;
    font.setBold(true);
    const QFontMetrics metrics(font);
    const int height = std::min(metrics.height() + 2, option.rect.height() - 2);
    const int width = std::max(height, metrics.horizontalAdvance(words) + height * 2 / 3);
    const int margin = (option.rect.height() - height) / 2;
    QRect place(0, option.rect.top() + margin, width, height);
    place.moveRight(option.rect.right() - std::max(margin, 4));
    const auto colour = widgets::markColour(
        static_cast<models::Mark>(index.data(BadgeMarkRole).toInt()), option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawRoundedRect(place, height / 2.0, height / 2.0);
    painter->setFont(font);
    painter->setPen(widgets::textOn(colour));
    painter->drawText(place, Qt::AlignCenter, words);
    painter->restore();
}

} // namespace muster::console
