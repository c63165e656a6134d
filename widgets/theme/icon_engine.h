// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QColor>
#include <QIconEngine>
#include <QPalette>

namespace muster::widgets {

// One of resources/icons, drawn at the size and in the colour that the screen has when it is
// painted: sharp at every scale, and right after a change of theme.
class IconEngine : public QIconEngine {
public:
    IconEngine(QString name, const QColor& colour, const QColor& selected);
    IconEngine(QString name, QPalette::ColorRole role); // of the application's palette

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine* clone() const override;

private:
    QColor colourIn(QIcon::Mode mode) const;

    QString m_name;
    QColor m_colour;
    QColor m_selected;
    std::optional<QPalette::ColorRole> m_role;
};

} // namespace muster::widgets
