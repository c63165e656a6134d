// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What hands do to the heat map.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/gpu/heat_card.h"
#include "widgets/gpu/heat_map.h"
#include "widgets/models/heat_map_model.h"

namespace muster::widgets {

namespace {
constexpr int kWheelStep = 120; // of a usual mouse, 1/8 degrees
}

bool HeatMap::event(QEvent* event) {
    if (event->type() == QEvent::DynamicPropertyChange) {
        restyle();
    }
    // Esc belongs to the card while there is one, not to the window's filter.
    if (event->type() == QEvent::ShortcutOverride && m_card->isVisible()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QAbstractItemView::event(event);
}

bool HeatMap::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        m_hover.stop();
        m_card->setVisible(m_card->isVisible() && m_pinned);
    }
    return QAbstractItemView::viewportEvent(event);
}

void HeatMap::changeEvent(QEvent* event) {
    QAbstractItemView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        restyle();
    }
}

bool HeatMap::isTyping() const {
    return !m_typed.isEmpty() && m_sinceTyped.isValid()
        && m_sinceTyped.elapsed() <= QApplication::keyboardInputInterval();
}

QPoint HeatMap::pointer() const {
    const auto at = viewport()->mapFromGlobal(QCursor::pos());
    if (viewport()->underMouse() && viewport()->rect().contains(at)) {
        return at;
    }
    const auto current = visualRect(currentIndex());
    return current.intersects(viewport()->rect()) ? current.center() : viewport()->rect().center();
}

// The bare keys belong to a node's name while one is typed.
bool HeatMap::zoomByKey(const QKeyEvent& event) {
    const auto pressed = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (pressed != Qt::ControlModifier && (pressed != Qt::NoModifier || isTyping())) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(zoom() + 1, pointer());
        return true;
    case Qt::Key_Minus:
        zoomAt(zoom() - 1, pointer());
        return true;
    case Qt::Key_0:
        zoomAt(0, pointer());
        return true;
    default:
        return false;
    }
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat()) {
            m_spaceHeld = true;
            m_spaceUsed = false;
        }
        return;
    }
    if (event->key() == Qt::Key_F1) {
        pinCard(!m_pinned);
        return;
    }
    if (event->key() == Qt::Key_Escape && m_card->isVisible()) {
        pinCard(false);
        return;
    }
    if (!zoomByKey(*event)) {
        QAbstractItemView::keyPressEvent(event);
    }
}

void HeatMap::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && m_spaceHeld) {
        m_spaceHeld = false;
        if (!m_spaceUsed) {
            pinCard(!m_pinned);
        }
        return;
    }
    QAbstractItemView::keyReleaseEvent(event);
}

void HeatMap::focusOutEvent(QFocusEvent* event) {
    m_spaceHeld = false;
    pinCard(false);
    QAbstractItemView::focusOutEvent(event);
    viewport()->update(visualRect(currentIndex()).adjusted(-4, -4, 4, 4));
}

void HeatMap::hideEvent(QHideEvent* event) {
    pinCard(false);
    QAbstractItemView::hideEvent(event);
}

// A node whose name begins so, else one whose name has it somewhere; the current one first while
// its name is being typed, the next one when a letter is struck again after a while.
void HeatMap::keyboardSearch(const QString& typed) {
    const bool more = isTyping();
    m_typed = more ? m_typed + typed : typed;
    m_sinceTyped.start();
    const int rows = m_model.rowCount();
    const int from
        = std::max(0, currentIndex().row()) + (more || !currentIndex().isValid() ? 0 : 1);
    for (const bool anywhere : {false, true}) {
        for (int i = 0; i < rows; ++i) {
            const int row = (from + i) % rows;
            const auto name = m_model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
            if (anywhere ? name.contains(m_typed, Qt::CaseInsensitive)
                         : name.startsWith(m_typed, Qt::CaseInsensitive)) {
                setCurrentIndex(m_model.index(row, 0));
                return;
            }
        }
    }
}

void HeatMap::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QAbstractItemView::wheelEvent(event);
        return;
    }
    m_wheel += event->angleDelta().y();
    if (const int steps = m_wheel / kWheelStep; steps != 0) {
        m_wheel -= steps * kWheelStep;
        zoomAt(zoom() + steps, event->position().toPoint());
    }
    event->accept();
}

void HeatMap::startPanning(QPoint at) {
    m_panning = true;
    m_panFrom = at;
    m_spaceUsed = m_spaceHeld;
    m_hover.stop();
    m_card->hide();
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void HeatMap::stopPanning() {
    m_panning = false;
    viewport()->unsetCursor();
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
        startPanning(event->pos());
        return;
    }
    QAbstractItemView::mousePressEvent(event);
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
    if (m_panning) {
        const auto by = m_panFrom - event->pos();
        m_panFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + by.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() + by.y());
        return;
    }
    if (event->buttons() == Qt::NoButton) {
        QAbstractItemView::mouseMoveEvent(event);
        pointAt(event->pos());
    }
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
    if (m_panning) {
        stopPanning();
        return;
    }
    QAbstractItemView::mouseReleaseEvent(event);
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !m_spaceHeld) {
        QAbstractItemView::mouseDoubleClickEvent(event);
    }
}

void HeatMap::pointAt(QPoint at) {
    const int tile = m_layout.tileAt(at + offset());
    m_hover.stop();
    if (m_pinned) {
        return;
    }
    if (tile < 0) {
        m_card->hide();
    } else if (m_card->isVisible()) {
        showCard(tile);
    } else {
        m_hoverTile = tile;
        m_hover.start();
    }
}

void HeatMap::showCard(int tile) {
    const auto rect = m_layout.tileRect(tile).translated(-offset()) & viewport()->rect();
    if (tile < 0 || tile >= m_layout.tiles() || rect.isEmpty()) {
        m_card->hide();
        return;
    }
    m_card->showFor(tile, {viewport()->mapToGlobal(rect.topLeft()), rect.size()});
}

void HeatMap::pinCard(bool pinned) {
    m_pinned = pinned && currentIndex().isValid();
    m_hover.stop();
    if (m_pinned) {
        scrollTo(currentIndex());
        showCard(m_model.tileOf(currentIndex()));
    } else {
        m_card->hide();
    }
}

} // namespace muster::widgets
