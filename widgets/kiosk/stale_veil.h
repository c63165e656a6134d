// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/kiosk/wall_type.h"

namespace muster::widgets {

// Lies over old values: a hatch that nobody takes for live figures, and since when they are old.
class StaleVeil : public QWidget {
    Q_OBJECT
public:
    explicit StaleVeil(QWidget* parent = nullptr);

    void setType(const WallType& type);
    void setDataFrom(const QString& clock); // "12:04:31"
    static QColor hatchColour();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    WallType m_type;
    QString m_words;
};

// Lies over everything and takes a part of its light, for a room at night.
class NightVeil : public QWidget {
    Q_OBJECT
public:
    explicit NightVeil(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace muster::widgets
