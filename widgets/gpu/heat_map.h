// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QTimer>

#include "widgets/gpu/heat_labels.h"
#include "widgets/gpu/heat_layout.h"
#include "widgets/gpu/heat_paint.h"

namespace muster::models {
class HeatMapModel;
}

namespace muster::widgets {

class HeatCard;

// All GPUs as tiles, grouped by node. As large as the window allows, and zoomed like a map: the
// wheel with Ctrl, "+", "-", and "0" for all of it again; dragged with the middle button or with
// Space held. Arrows walk the tiles, a node's typed name finds it, F1 or a stroke of Space shows
// what the pointer would. Hatched and faded while the property "stale" is set.
//
// An item view, so that selection and focus are Qt's own. It paints itself (heat_paint.h): no
// delegate is asked 10,000 times.
class HeatMap : public QAbstractItemView {
    Q_OBJECT
public:
    explicit HeatMap(models::HeatMapModel* model, QWidget* parent = nullptr);
    ~HeatMap() override;

    void setZoom(int zoom); // 0: all of it; around the middle
    int zoom() const { return m_layout.zoom(); }
    bool hasIcons() const { return m_labels.roomForIcons(); }
    const HeatLayout& tileLayout() const { return m_layout; }
    const models::HeatMapModel& tileModel() const { return m_model; }
    HeatCard& card() { return *m_card; }

    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint& point) const override;
    void keyboardSearch(const QString& typed) override;
    void reset() override;

public slots:
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
        const QVector<int>& roles = {}) override;

signals:
    void gpuChosen(const QString& uuid); // double click or Enter
    void zoomChanged();
    void iconsFit(bool fit); // on a tile; where not, patterns stand for them

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override;
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex& index) const override;
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void updateGeometries() override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void scrollContentsBy(int dx, int dy) override;

    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void relayout(int zoom);
    void restyle();
    void findCurrent();
    void zoomAt(int zoom, QPoint anchor);
    bool zoomByKey(const QKeyEvent& event);
    bool isTyping() const;
    bool isStale() const;
    int currentTile() const;
    QPoint pointer() const; // or the middle of the current tile, or of the view
    QPoint offset() const { return {horizontalOffset(), verticalOffset()}; }
    void repaintRows(int first, int last);
    void paintNames(QPainter& painter, QRect exposed);
    void paintFrame(QPainter& painter, QRect exposed);
    void startPanning(QPoint at);
    void stopPanning();
    void pointAt(QPoint at);
    void showCard(int tile);
    void pinCard(bool pinned);

    models::HeatMapModel& m_model;
    HeatLayout m_layout;
    HeatColours m_colours;
    HeatLabels m_labels;
    HeatCard* m_card;
    QTimer m_hover; // until the card comes up
    int m_hoverTile = -1;
    std::string m_currentUuid; // found again when nodes come and go
    QString m_typed; // of a node's name
    QElapsedTimer m_sinceTyped;
    int m_wheel = 0; // what is left of the last step, 1/8 degrees
    QPoint m_panFrom;
    bool m_panning = false;
    bool m_spaceHeld = false;
    bool m_spaceUsed = false; // for panning
    bool m_pinned = false; // the card, to the current tile
};

} // namespace muster::widgets
