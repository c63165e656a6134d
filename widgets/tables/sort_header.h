// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/tables/filter_proxy.h"
#include "widgets/tables/sticky_header.h"

namespace muster::widgets {

// The header of a list: an arrow in each column that sorts, with its number where there are
// several. A click sorts by that column alone, the next click turns it round; with Shift the column
// is added behind the others.
class SortHeader : public StickyHeader {
    Q_OBJECT
public:
    explicit SortHeader(QWidget* parent);

    void setKeys(std::vector<FilterProxy::SortKey> keys);
    int widthFor(int section) const; // px that its words need, also while it is hidden

signals:
    void keysWanted(const std::vector<muster::widgets::FilterProxy::SortKey>& keys);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    void paintArrow(QPainter& painter, const QRect& rect, int place) const;
    int arrowRoom() const; // px
    void onClicked(int section);

    std::vector<FilterProxy::SortKey> m_keys;
    bool m_adds = false;
};

} // namespace muster::widgets
