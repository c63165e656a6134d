// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/sticky_header.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <QApplication>
#include <QHelpEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>

namespace muster::widgets {

namespace {
constexpr int kShadow = 6; // px
constexpr double kShadowShare = 0.5; // of the line's colour, where it begins
} // namespace

StickyHeader::StickyHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { }

int StickyHeader::firstSection() const {
    for (int visual = 0; visual < count(); ++visual) {
        if (const int section = logicalIndex(visual); !isSectionHidden(section)) {
            return section;
        }
    }
    return -1;
}

int StickyHeader::firstWidth() const {
    const int section = firstSection();
    return section < 0 ? 0 : sectionSize(section);
}

int StickyHeader::stickySection() const {
    const bool scrolled = offset() > 0 && !isRightToLeft();
    return scrolled && firstWidth() * 2 <= viewport()->width() ? firstSection() : -1;
}

int StickyHeader::stickyWidth() const {
    return stickySection() < 0 ? 0 : firstWidth();
}

bool StickyHeader::isSticky(const QPoint& at) const {
    return at.x() >= 0 && at.x() < stickyWidth();
}

bool StickyHeader::isGrip(const QPoint& at) const {
    const int grip = style()->pixelMetric(QStyle::PM_HeaderGripMargin, nullptr, this);
    const int section = sectionAt(at);
    const bool sticky = isSticky(at);
    const int left = sticky ? 0 : sectionViewportPosition(section);
    const int right = left + sectionSize(section);
    return section >= 0 && (at.x() >= right - grip || (!sticky && at.x() < left + grip));
}

int StickyHeader::sectionAt(const QPoint& at) const {
    return isSticky(at) ? stickySection() : logicalIndexAt(at);
}

int StickyHeader::edge() {
    return kShadow;
}

void StickyHeader::paintEdge(QPainter& painter) const {
    const QRect beside(stickyWidth(), 0, kShadow, painter.device()->height());
    auto tone = palette().color(QPalette::Mid);
    painter.fillRect(QRect(beside.topLeft(), QSize(1, beside.height())), tone);
    QLinearGradient shadow(beside.topLeft(), beside.topRight());
    tone.setAlphaF(kShadowShare);
    shadow.setColorAt(0, tone);
    tone.setAlphaF(0);
    shadow.setColorAt(1, tone);
    painter.fillRect(beside, shadow);
}

void StickyHeader::paintEvent(QPaintEvent* event) {
    QHeaderView::paintEvent(event);
    const int section = stickySection();
    if (section < 0) {
        return;
    }
    QPainter painter(viewport());
    paintSection(&painter, QRect(0, 0, stickyWidth(), viewport()->height()), section);
    paintEdge(painter);
}

QMouseEvent StickyHeader::moved(const QMouseEvent& event) const {
    return {event.type(), event.localPos() - QPointF(offset(), 0), event.windowPos(),
        event.screenPos(), event.button(), event.buttons(), event.modifiers(), event.source()};
}

bool StickyHeader::viewportEvent(QEvent* event) {
    switch (event->type()) {
    case QEvent::HoverEnter:
    case QEvent::HoverMove:
    case QEvent::HoverLeave:
        viewport()->update(0, 0, stickyWidth(), viewport()->height());
        break;
    case QEvent::ToolTip: {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        if (isSticky(help.pos())) {
            QHelpEvent there(event->type(), help.pos() - QPoint(offset(), 0), help.globalPos());
            return QHeaderView::viewportEvent(&there);
        }
        break;
    }
    default:
        break;
    }
    return QHeaderView::viewportEvent(event);
}

// Resizing is done here: QHeaderView follows no pointer at places left of its own.
void StickyHeader::mousePressEvent(QMouseEvent* event) {
    const bool grip = isGrip(event->pos());
    const bool sticky = isSticky(event->pos());
    const bool fixed = sticky && sectionResizeMode(stickySection()) != Interactive;
    m_pressedAt = event->x();
    m_pressed = grip ? -1 : sectionAt(event->pos());
    if (event->button() == Qt::LeftButton && grip && sticky && !fixed) {
        m_grabbedWidth = stickyWidth();
        return;
    }
    auto there = sticky ? moved(*event) : *event;
    QHeaderView::mousePressEvent(&there);
}

void StickyHeader::mouseMoveEvent(QMouseEvent* event) {
    if (m_grabbedWidth > 0) {
        const int width = m_grabbedWidth + event->x() - m_pressedAt;
        resizeSection(firstSection(), std::max(minimumSectionSize(), width));
    } else if (!isSticky(event->pos())) {
        QHeaderView::mouseMoveEvent(event);
    } else if (event->buttons() == Qt::NoButton && isGrip(event->pos())) {
        setCursor(Qt::SplitHCursor);
    } else if (event->buttons() == Qt::NoButton) {
        unsetCursor();
    }
}

// What is dropped on the sticky section becomes the first one.
void StickyHeader::mouseReleaseEvent(QMouseEvent* event) {
    const int pressed = std::exchange(m_pressed, -1);
    if (std::exchange(m_grabbedWidth, 0) > 0) {
        return;
    }
    if (!isSticky(event->pos())) {
        QHeaderView::mouseReleaseEvent(event);
        return;
    }
    const int place = visualIndex(stickySection());
    const int way = std::abs(event->x() - m_pressedAt);
    auto there = moved(*event);
    QHeaderView::mouseReleaseEvent(&there);
    if (sectionsMovable() && pressed >= 0 && way >= QApplication::startDragDistance()) {
        moveSection(visualIndex(pressed), place);
    }
}

void StickyHeader::mouseDoubleClickEvent(QMouseEvent* event) {
    auto there = isSticky(event->pos()) ? moved(*event) : *event;
    QHeaderView::mouseDoubleClickEvent(&there);
}

} // namespace muster::widgets
