// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

namespace muster::widgets {

// A header whose first visible section stays at the left while the others scroll below it. It is
// painted there a second time, and what the pointer does there is done to it. It lets go where it
// would take more than half of the room.
class StickyHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit StickyHeader(QWidget* parent);

    int stickySection() const; // logical; -1: nothing is scrolled away, or none stays
    int stickyWidth() const; // px; 0: none stays
    int firstWidth() const; // px, of the one that would stay
    int sectionAt(const QPoint& at) const; // as it is seen there; -1: none
    static int edge(); // px beside a sticky column, in which its shadow lies
    void paintEdge(QPainter& painter) const; // beside stickyWidth(), over what is painted there

protected:
    void paintEvent(QPaintEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    int firstSection() const;
    bool isSticky(const QPoint& at) const;
    bool isGrip(const QPoint& at) const; // where sections are made wider
    // The event at the place where the sticky section lies, scrolled away.
    QMouseEvent moved(const QMouseEvent& event) const;

    int m_pressed = -1; // logical, which may be dropped elsewhere; -1: none
    int m_pressedAt = 0; // x
    int m_grabbedWidth = 0; // of the sticky section while it is made wider; 0: it is not
};

} // namespace muster::widgets
