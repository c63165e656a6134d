// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/state_delegate.h"

#include <QWidget>

#include "widgets/models/table_model.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

void StateDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus;
    const auto mark = static_cast<models::Mark>(index.data(models::TableModel::MarkRole).toInt());
    if (mark == models::Mark::None) {
        return;
    }
    const bool stale = option->widget != nullptr && option->widget->property("stale").toBool();
    const bool selected = (option->state & QStyle::State_Selected) != 0;
    option->icon = selected
        ? markIconIn(mark, option->palette.color(QPalette::HighlightedText))
        : cached(mark, option->palette, stale);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(option->fontMetrics.height(), option->fontMetrics.height());
}

const QIcon& StateDelegate::cached(models::Mark mark, const QPalette& palette, bool stale) const {
    if (m_paletteKey != palette.cacheKey() || m_stale != stale) {
        m_icons.fill({});
        m_paletteKey = palette.cacheKey();
        m_stale = stale;
    }
    auto& icon = m_icons[static_cast<std::size_t>(mark)];
    if (icon.isNull()) {
        icon = markIcon(mark, palette, stale);
    }
    return icon;
}

} // namespace muster::widgets
