// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/state_delegate.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>

#include "widgets/tables/cluster_table.h"

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
    option->icon = selected ? markIconIn(mark, option->palette.color(QPalette::HighlightedText))
                            : cached(mark, option->palette, stale);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(option->fontMetrics.height(), option->fontMetrics.height());
}

// A bar before the row and a tint behind it: a mark is seen without its colour, too.
void StateDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const auto* table = qobject_cast<const ClusterTable*>(option.widget);
    if (table == nullptr || !table->marks().has(index)) {
        return;
    }
    constexpr int kBar = 4; // px
    const auto ink = option.palette.color(QPalette::Link);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    auto tint = ink;
    tint.setAlphaF(selected ? 0 : 0.16);
    painter->fillRect(option.rect, tint);
    if (table->horizontalHeader()->sectionPosition(index.column()) == 0) {
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kBar, option.rect.height())),
            selected ? option.palette.color(QPalette::HighlightedText) : ink);
    }
}

bool StateDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
    const QStyleOptionViewItem& option, const QModelIndex& index) {
    const auto words = index.data().toString();
    const auto help = index.data(Qt::ToolTipRole).toString();
    const bool cut = index.isValid() && sizeHint(option, index).width() > option.rect.width();
    if (event->type() != QEvent::ToolTip || !cut || help.contains(words)) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const auto all = help.isEmpty() ? words : words + QLatin1Char('\n') + help;
    QToolTip::showText(
        event->globalPos(), Qt::convertFromPlainText(all, Qt::WhiteSpaceNormal), view);
    return true;
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
