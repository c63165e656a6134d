// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/sort_header.h"

#include <algorithm>

#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionHeader>

namespace muster::widgets {

namespace {
constexpr double kNumberSize = 0.75; // of the header's font
constexpr double kArrowParts = 5; // its height is one of the header's
constexpr int kGap = 4; // px

template <typename Keys>
auto keyOf(Keys& keys, int column) {
    return std::find_if(
        keys.begin(), keys.end(), [column](const auto& key) { return key.column == column; });
}

Qt::SortOrder turned(Qt::SortOrder order) {
    return order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
}
} // namespace

SortHeader::SortHeader(QWidget* parent) : StickyHeader(parent) {
    setSectionsClickable(true);
    connect(this, &QHeaderView::sectionClicked, this, &SortHeader::onClicked);
}

void SortHeader::setKeys(std::vector<FilterProxy::SortKey> keys) {
    m_keys = std::move(keys);
    viewport()->update();
}

int SortHeader::widthFor(int section) const {
    return std::max(minimumSectionSize(), sectionSizeFromContents(section).width());
}

void SortHeader::mouseReleaseEvent(QMouseEvent* event) {
    m_adds = (event->modifiers() & Qt::ShiftModifier) != 0;
    StickyHeader::mouseReleaseEvent(event);
    m_adds = false;
}

void SortHeader::onClicked(int section) {
    auto keys = m_keys;
    const auto known = keyOf(keys, section);
    if (m_adds && known != keys.end()) {
        known->order = turned(known->order);
    } else if (m_adds) {
        keys.push_back({section, Qt::AscendingOrder});
    } else if (keys.size() == 1 && known != keys.end()) {
        known->order = turned(known->order);
    } else {
        keys = {{section, Qt::AscendingOrder}};
    }
    emit keysWanted(keys);
}

// As QHeaderView does, but for the arrows, of which it knows one only.
void SortHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    if (!rect.isValid()) {
        return;
    }
    QStyleOptionHeader option;
    initStyleOption(&option);
    const auto header
        = [&](int role) { return model()->headerData(section, Qt::Horizontal, role); };
    option.rect = rect;
    option.section = section;
    option.text = header(Qt::DisplayRole).toString();
    option.textAlignment = Qt::Alignment(header(Qt::TextAlignmentRole).toInt());
    option.state |= isEnabled() ? QStyle::State_Enabled : QStyle::State_None;
    option.state |= QStyle::State_Raised | QStyle::State_Horizontal;
    if (underMouse() && rect.contains(viewport()->mapFromGlobal(QCursor::pos()))) {
        option.state |= QStyle::State_MouseOver;
    }
    const int visual = visualIndex(section);
    option.position = visual == 0 ? QStyleOptionHeader::Beginning
        : visual + 1 == count()   ? QStyleOptionHeader::End
                                  : QStyleOptionHeader::Middle;
    painter->save();
    style()->drawControl(QStyle::CE_HeaderSection, &option, painter, this);
    auto label = option;
    label.rect = style()->subElementRect(QStyle::SE_HeaderLabel, &option, this);
    const auto key = keyOf(m_keys, section);
    if (key != m_keys.end()) {
        const bool left = (option.textAlignment & Qt::AlignRight) != 0;
        auto arrow = label.rect;
        arrow.setWidth(arrowRoom());
        if (!left) {
            arrow.moveRight(label.rect.right());
        }
        label.rect.adjust(left ? arrowRoom() : 0, 0, left ? 0 : -arrowRoom(), 0);
        paintArrow(*painter, arrow, static_cast<int>(key - m_keys.begin()));
    }
    label.text = fontMetrics().elidedText(option.text, Qt::ElideRight, label.rect.width());
    style()->drawControl(QStyle::CE_HeaderLabel, &label, painter, this);
    painter->restore();
}

// Beside the text, on the side where it does not begin: sorting moves no text.
void SortHeader::paintArrow(QPainter& painter, const QRect& rect, int place) const {
    const bool up = m_keys[static_cast<std::size_t>(place)].order == Qt::AscendingOrder;
    const double half = rect.height() / kArrowParts;
    const double middle = rect.left() + half + 1;
    const double top = rect.center().y() - half / 2;
    const double tip = up ? top : top + half;
    const double base = up ? top + half : top;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::ButtonText));
    painter.drawPolygon(
        QPolygonF(QVector<QPointF>{{middle - half, base}, {middle + half, base}, {middle, tip}}));
    if (m_keys.size() > 1) {
        auto small = painter.font();
        small.setPointSizeF(small.pointSizeF() * kNumberSize);
        painter.setFont(small);
        painter.setPen(palette().color(QPalette::ButtonText));
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, QString::number(place + 1));
        painter.setFont(font());
    }
}

int SortHeader::arrowRoom() const {
    return fontMetrics().height() + kGap;
}

QSize SortHeader::sectionSizeFromContents(int section) const {
    return QHeaderView::sectionSizeFromContents(section) + QSize(arrowRoom(), 0);
}

} // namespace muster::widgets
