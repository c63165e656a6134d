// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

namespace muster::widgets {

class StickyHeader;

// A table whose first visible column, with the objects' names, stays at the left while the others
// scroll below it. One view does all of it: it paints that column over the others, and says its
// cells to be where they are seen, to the pointer and to screen readers. So there is no second view
// to keep in step, nor one that is read out twice, and rows cost what they cost before.
class StickyTable : public QTableView {
    Q_OBJECT
public:
    using QTableView::QTableView;

    void setStickyHeader(StickyHeader* header);

    QModelIndex indexAt(const QPoint& at) const override;
    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    int stickyColumn() const; // -1: none
    void paintCell(QPainter& painter, QStyleOptionViewItem option, const QModelIndex& index);

    StickyHeader* m_sticky = nullptr;
};

} // namespace muster::widgets
