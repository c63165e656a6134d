// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/sticky_table.h"

#include <cstdlib>

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/tables/sticky_header.h"

namespace muster::widgets {

void StickyTable::setStickyHeader(StickyHeader* header) {
    m_sticky = header;
    setHorizontalHeader(header);
}

int StickyTable::stickyColumn() const {
    return m_sticky == nullptr ? -1 : m_sticky->stickySection();
}

QModelIndex StickyTable::indexAt(const QPoint& at) const {
    const int column = stickyColumn();
    if (column < 0 || at.x() < 0 || at.x() >= m_sticky->stickyWidth()) {
        return QTableView::indexAt(at);
    }
    const int row = rowAt(at.y());
    return row < 0 ? QModelIndex() : model()->index(row, column, rootIndex());
}

QRect StickyTable::visualRect(const QModelIndex& index) const {
    auto rect = QTableView::visualRect(index);
    if (index.isValid() && index.column() == stickyColumn()) {
        rect.moveLeft(0);
    }
    return rect;
}

// The sticky column is always seen; the others must not hide below it.
void StickyTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    const int column = stickyColumn();
    auto* bar = horizontalScrollBar();
    const int before = bar->value();
    QTableView::scrollTo(index, hint);
    if (column >= 0 && index.column() == column) {
        bar->setValue(before);
    } else if (m_sticky != nullptr && index.isValid()) {
        const int hidden = m_sticky->stickyWidth() - columnViewportPosition(index.column());
        if (hidden > 0 && index.column() != stickyColumn()) {
            bar->setValue(bar->value() - hidden);
        }
    }
}

// QWidget::scroll() moves what is painted at the left, too.
void StickyTable::scrollContentsBy(int dx, int dy) {
    QTableView::scrollContentsBy(dx, dy);
    if (dx != 0 && m_sticky != nullptr) {
        const int reach = m_sticky->firstWidth() + StickyHeader::edge() + std::abs(dx);
        viewport()->update(0, 0, reach, viewport()->height());
        m_sticky->viewport()->update(0, 0, reach, m_sticky->height());
    }
}

// What lies below the sticky column is not painted at all.
void StickyTable::paintEvent(QPaintEvent* event) {
    const int column = stickyColumn();
    const QRect strip(0, 0, column < 0 ? 0 : m_sticky->stickyWidth(), viewport()->height());
    if (column < 0 || !event->rect().intersects(strip.adjusted(0, 0, StickyHeader::edge(), 0))) {
        QTableView::paintEvent(event);
        return;
    }
    QPaintEvent beside(event->region().subtracted(strip));
    if (!beside.region().isEmpty()) {
        QTableView::paintEvent(&beside);
    }
    QPainter painter(viewport());
    painter.fillRect(strip, palette().color(QPalette::Base));
    auto option = viewOptions();
    option.widget = this;
    option.locale = locale();
    const int last = rowAt(event->rect().bottom());
    const int end = last < 0 ? model()->rowCount(rootIndex()) : last + 1;
    for (int row = rowAt(event->rect().top()); row >= 0 && row < end; ++row) {
        option.rect = QRect(0, rowViewportPosition(row), strip.width(), rowHeight(row));
        option.features.setFlag(
            QStyleOptionViewItem::Alternate, alternatingRowColors() && row % 2 == 1);
        paintCell(painter, option, model()->index(row, column, rootIndex()));
    }
    m_sticky->paintEdge(painter);
}

// As QTableView paints its own.
void StickyTable::paintCell(
    QPainter& painter, QStyleOptionViewItem option, const QModelIndex& index) {
    option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
    option.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
    const bool enabled = isEnabled() && (index.flags() & Qt::ItemIsEnabled) != 0;
    option.state.setFlag(QStyle::State_Enabled, enabled);
    option.palette.setCurrentColorGroup(enabled ? QPalette::Normal : QPalette::Disabled);
    style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &option, &painter, this);
    itemDelegate(index)->paint(&painter, option, index);
}

} // namespace muster::widgets
