// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/kiosk/wall_type.h"
#include "widgets/models/mark.h"

class QPainter;

namespace muster::widgets {

// What a wall shows at a time, painted whole: it has no controls, takes no focus and no input.
class WallPage : public QWidget {
    Q_OBJECT
public:
    explicit WallPage(const QString& title, QWidget* parent = nullptr);

    QString title() const { return accessibleName(); }
    void setType(const WallType& type);
    const WallType& type() const { return m_type; }
    // Old values are faded; the window hatches them as well (stale_veil.h).
    void setStale(bool stale);
    bool isStale() const { return m_stale; }

protected:
    void paintEvent(QPaintEvent* event) override;
    virtual void paint(QPainter& painter) = 0;
    virtual void typeChanged() { }

    // One line, elided; returns the width that it took.
    int drawLine(QPainter& painter, const QRect& box, const QFont& font, const QColor& colour,
        const QString& words, Qt::Alignment alignment = Qt::AlignLeft,
        Qt::TextElideMode elide = Qt::ElideRight) const;
    // Up to `most` lines, broken at words; returns the height that they took.
    int drawLines(QPainter& painter, const QRect& box, const QFont& font, const QColor& colour,
        const QString& words, int most) const;
    int linesOf(const QFont& font, const QString& words, int width, int most) const;
    void drawMark(QPainter& painter, const QRect& box, models::Mark mark) const;
    void drawCard(QPainter& painter, const QRect& box, const QColor& stripe) const;
    // In the middle: why there is nothing to see.
    void drawEmpty(QPainter& painter, models::Mark mark, const QString& words) const;
    QColor ink() const { return palette().color(QPalette::Text); }
    QColor quiet() const { return palette().color(QPalette::PlaceholderText); }

private:
    WallType m_type;
    bool m_stale = false;
};

} // namespace muster::widgets
