// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_map.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/gpu/heat_accessible.h"
#include "widgets/gpu/heat_card.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/models/table_model.h"

namespace muster::widgets {

using models::HeatMapModel;

namespace {
constexpr int kFewLetters = 4; // of a name: less says nothing
constexpr int kManyLetters = 16; // of which a good part is enough
constexpr int kMostRects = 64; // beyond, one bounding rectangle is cheaper
constexpr int kHoverMs = 250;
constexpr int kWheelStep = 120; // of a usual mouse, 1/8 degrees
} // namespace

HeatMap::HeatMap(HeatMapModel* model, QWidget* parent)
    : QAbstractItemView(parent), m_model(*model), m_card(new HeatCard(*model, this)) {
    installHeatAccessible();
    setAccessibleName(tr("Heat map of all GPUs by node"));
    setAccessibleDescription(tr("Arrow keys move between GPUs, typing a name finds a node, F1 "
                                "shows details of a GPU, Enter opens it; plus, minus and 0 zoom"));
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_hover.setSingleShot(true);
    m_hover.setInterval(kHoverMs);
    connect(&m_hover, &QTimer::timeout, this, [this] { showCard(m_hoverTile); });
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = index.data(models::TableModel::KeyRole).toString(); !key.isEmpty()) {
            m_card->hide();
            m_hover.stop();
            emit gpuChosen(key);
        }
    });
    connect(model, &HeatMapModel::metricChanged, this, &HeatMap::restyle);
    connect(model, &HeatMapModel::factsChanged, m_card, &HeatCard::refresh);
    setModel(model);
    // Behind the selection model's own answer to a reset, which forgets.
    connect(model, &HeatMapModel::modelReset, this, &HeatMap::findCurrent);
    restyle();
}

HeatMap::~HeatMap() = default;

bool HeatMap::isStale() const {
    return property("stale").toBool();
}

int HeatMap::currentTile() const {
    return m_model.tileOf(currentIndex());
}

void HeatMap::relayout(int zoom) {
    const bool iconsFitted = m_labels.roomForIcons();
    const QFontMetrics metrics(font());
    const int letter = metrics.averageCharWidth();
    const int name = metrics.horizontalAdvance(m_model.longestName()) * 3 / 4;
    const HeatLayout::Measures measures{
        metrics.height(), std::clamp(name, kFewLetters * letter, kManyLetters * letter)};
    m_layout = HeatLayout(m_model.counts(), maximumViewportSize(), measures, zoom);
    m_labels.prepare(font(), m_layout.tile(), !m_model.metric().isState());
    const auto range = [](QScrollBar* bar, int content, int room, int step) {
        bar->setRange(0, std::max(0, content - room));
        bar->setPageStep(room);
        bar->setSingleStep(step);
    };
    // Twice: a bar that comes up takes room from the other direction.
    for (int round = 0; round < 2; ++round) {
        const auto room = viewport()->size();
        const auto step = m_layout.tile().height() + m_layout.gap();
        range(horizontalScrollBar(), m_layout.size().width(), room.width(), step);
        range(verticalScrollBar(), m_layout.size().height(), room.height(), step);
    }
    viewport()->update();
    if (m_labels.roomForIcons() != iconsFitted) {
        emit iconsFit(!iconsFitted);
    }
}

void HeatMap::restyle() {
    m_colours = heatColours(palette(), isStale());
    m_card->setPalette(palette());
    relayout(m_layout.zoom());
}

void HeatMap::updateGeometries() {
    QAbstractItemView::updateGeometries();
    relayout(m_layout.zoom());
}

void HeatMap::reset() {
    QAbstractItemView::reset();
    m_card->hide();
    m_pinned = false;
    relayout(m_layout.zoom());
}

// The same GPU as before, wherever it is now.
void HeatMap::findCurrent() {
    if (const auto again = m_model.indexOf(m_model.tileOf(m_currentUuid)); again.isValid()) {
        selectionModel()->setCurrentIndex(again, QItemSelectionModel::ClearAndSelect);
    }
}

void HeatMap::setZoom(int zoom) {
    zoomAt(zoom, viewport()->rect().center());
}

// What lies under the anchor stays there.
void HeatMap::zoomAt(int zoom, QPoint anchor) {
    const auto before = anchor + offset();
    const int tile = m_layout.tileAt(before);
    const auto old = tile < 0 ? QRect(QPoint(), m_layout.size()) : m_layout.tileRect(tile);
    const auto grew = [this](int wanted) {
        const auto was = m_layout.tile();
        relayout(wanted);
        return m_layout.tile() != was;
    };
    const int was = m_layout.zoom();
    if (!grew(zoom) && zoom > was) {
        relayout(was); // as large as tiles get
    }
    const auto now = tile < 0 ? QRect(QPoint(), m_layout.size()) : m_layout.tileRect(tile);
    const auto moved = [](int point, int from, int size, int to, int newSize) {
        return to
            + static_cast<int>(std::lround(double(point - from) * newSize / std::max(1, size)));
    };
    const QPoint after(moved(before.x(), old.left(), old.width(), now.left(), now.width()),
        moved(before.y(), old.top(), old.height(), now.top(), now.height()));
    horizontalScrollBar()->setValue(after.x() - anchor.x());
    verticalScrollBar()->setValue(after.y() - anchor.y());
    if (m_layout.zoom() != was) {
        emit zoomChanged();
    }
}

int HeatMap::horizontalOffset() const {
    return horizontalScrollBar()->value();
}

int HeatMap::verticalOffset() const {
    return verticalScrollBar()->value();
}

void HeatMap::scrollContentsBy(int dx, int dy) {
    scrollDirtyRegion(dx, dy);
    if (dx != 0 && m_layout.line() > 0) {
        viewport()->update(); // names stay in sight
    } else {
        viewport()->scroll(dx, dy);
    }
    if (m_pinned) {
        showCard(currentTile());
    } else {
        m_card->hide();
    }
}

QRect HeatMap::visualRect(const QModelIndex& index) const {
    const auto rect = m_layout.tileRect(m_model.tileOf(index));
    return rect.isValid() ? rect.translated(-offset()) : QRect();
}

void HeatMap::scrollTo(const QModelIndex& index, ScrollHint) {
    const int tile = m_model.tileOf(index);
    if (tile < 0) {
        return;
    }
    // With its node's name.
    const auto rect = m_layout.tileRect(tile).adjusted(
        -2 * m_layout.gap() - 2, -m_layout.line() - 2, 2 * m_layout.gap() + 2, 4);
    const auto show = [](QScrollBar* bar, int from, int to, int room) {
        if (from < bar->value()) {
            bar->setValue(from);
        } else if (to > bar->value() + room) {
            bar->setValue(to - room);
        }
    };
    show(horizontalScrollBar(), rect.left(), rect.right(), viewport()->width());
    show(verticalScrollBar(), rect.top(), rect.bottom(), viewport()->height());
}

QModelIndex HeatMap::indexAt(const QPoint& point) const {
    return m_model.indexOf(m_layout.tileAt(point + offset()));
}

bool HeatMap::isIndexHidden(const QModelIndex&) const {
    return false;
}

void HeatMap::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
    if (const auto index = indexAt(rect.topLeft()); index.isValid()) {
        selectionModel()->select(index, flags);
    }
}

QRegion HeatMap::visualRegionForSelection(const QItemSelection& selection) const {
    QRegion region;
    for (const auto& index : selection.indexes()) {
        region += visualRect(index);
    }
    return region;
}

void HeatMap::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QAbstractItemView::currentChanged(current, previous);
    m_currentUuid = current.data(models::TableModel::KeyRole).toString().toStdString();
    for (const auto& index : {current, previous}) {
        viewport()->update(visualRect(index).adjusted(-4, -4, 4, 4));
    }
    if (m_pinned) {
        showCard(m_model.tileOf(current));
    }
    if (const int tile = m_model.tileOf(current); tile >= 0 && QAccessible::isActive()) {
        QAccessibleEvent focused(this, QAccessible::Focus);
        focused.setChild(tile);
        QAccessible::updateAccessibility(&focused);
    }
}

void HeatMap::dataChanged(
    const QModelIndex& topLeft, const QModelIndex& bottomRight, const QVector<int>&) {
    repaintRows(topLeft.row(), bottomRight.row());
    const auto current = currentIndex();
    if (QAccessible::isActive() && current.isValid() && current.row() >= topLeft.row()
        && current.row() <= bottomRight.row()) {
        QAccessibleValueChangeEvent changed(this, current.data(HeatMapModel::ValueTextRole));
        changed.setChild(m_model.tileOf(current));
        QAccessible::updateAccessibility(&changed);
    }
}

// The tiles of these nodes, not their names; of many nodes the whole shelves.
void HeatMap::repaintRows(int first, int last) {
    const auto& groups = m_layout.groups();
    if (last >= static_cast<int>(groups.size())) {
        return; // the model is about to say so
    }
    // Where the screen has no whole number of pixels to one of ours, parts of tiles do not meet.
    if (devicePixelRatioF() != std::floor(devicePixelRatioF())) {
        viewport()->update();
        return;
    }
    const int tall = m_layout.tile().height() + m_layout.gap();
    QVector<QRect> rects;
    if (first == last) {
        rects << m_layout.groupRect(first).adjusted(0, m_layout.line(), 0, 0);
    } else {
        const auto& shelves = m_layout.shelves();
        const int from = groups[static_cast<std::size_t>(first)].shelf;
        const int to = groups[static_cast<std::size_t>(last)].shelf;
        for (int i = from; i <= to; ++i) {
            const auto& shelf = shelves[static_cast<std::size_t>(i)];
            rects << QRect(0, shelf.top, m_layout.size().width(), shelf.rows * tall);
        }
    }
    QRegion region;
    region.setRects(rects.constData(), rects.size());
    region.translate(-offset());
    region &= viewport()->rect();
    viewport()->update(region.rectCount() > kMostRects ? QRegion(region.boundingRect()) : region);
}

void HeatMap::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    m_labels.setPixelRatio(devicePixelRatioF());
    painter.translate(-offset());
    const HeatScene scene{m_layout, m_model.tiles(), m_colours, m_labels.roomForIcons(), isStale()};
    const auto word = [this](int tile) {
        return m_model.indexOf(tile).data(HeatMapModel::StateWordRole).toString();
    };
    for (const auto& rect : event->region()) {
        const auto exposed = rect.translated(offset());
        paintTiles(painter, scene, exposed);
        m_labels.paint(painter, scene, word, exposed);
        if (m_layout.line() > 0) {
            paintNames(painter, exposed);
        }
        paintFrame(painter, exposed);
    }
}

// What tells nodes apart stands at the end of their names.
void HeatMap::paintNames(QPainter& painter, QRect exposed) {
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::WindowText));
    const QFontMetrics metrics(font());
    for (const int group : m_layout.groupsIn(exposed)) {
        auto rect = m_layout.labelRect(group);
        rect.setLeft(std::max(rect.left(), horizontalOffset()));
        if (rect.intersects(exposed)) {
            const auto name = m_model.headerData(group, Qt::Vertical, Qt::DisplayRole).toString();
            painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                metrics.elidedText(name, Qt::ElideLeft, rect.width()));
        }
    }
}

// Two lines, one of which stands out against whatever the tile's colour is.
void HeatMap::paintFrame(QPainter& painter, QRect exposed) {
    const auto rect = m_layout.tileRect(currentTile());
    if (!rect.isValid() || !rect.adjusted(-3, -3, 3, 3).intersects(exposed)) {
        return;
    }
    const auto frame = [&](int outside, int width, const QColor& colour) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(-outside, -outside, outside - 1, outside - 1));
    };
    frame(1, 1, palette().color(QPalette::Base));
    frame(3, 1, palette().color(hasFocus() ? QPalette::Text : QPalette::Mid));
    frame(2, 1, palette().color(hasFocus() ? QPalette::Text : QPalette::Mid));
}

QModelIndex HeatMap::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const int last = m_layout.tiles() - 1;
    const int tile = currentTile();
    if (tile < 0 || last < 0) {
        return m_model.indexOf(last < 0 ? -1 : 0);
    }
    const auto& group = m_layout.groups()[static_cast<std::size_t>(m_layout.groupOf(tile))];
    const bool all = modifiers & Qt::ControlModifier;
    const bool mirrored = isRightToLeft();
    const auto target = [&] {
        switch (action) {
        case MoveLeft:
            return mirrored ? tile + 1 : tile - 1;
        case MoveRight:
            return mirrored ? tile - 1 : tile + 1;
        case MoveNext:
            return tile + 1;
        case MovePrevious:
            return tile - 1;
        case MoveUp:
            return m_layout.above(tile);
        case MoveDown:
            return m_layout.below(tile);
        case MoveHome:
            return all ? 0 : group.first;
        case MoveEnd:
            return all ? last : group.first + group.count - 1;
        case MovePageUp:
            return m_layout.onShelf(tile, -1);
        case MovePageDown:
            return m_layout.onShelf(tile, 1);
        }
        return tile;
    };
    return m_model.indexOf(std::clamp(target(), 0, last));
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
