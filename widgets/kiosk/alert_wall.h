// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "widgets/kiosk/wall_page.h"
#include "widgets/models/wall.h"

namespace muster::widgets {

// What people should look at, in full sentences, the worst first.
class AlertWall : public WallPage {
    Q_OBJECT
public:
    explicit AlertWall(QWidget* parent = nullptr);

    void setAlerts(std::vector<models::WallAlert> alerts);
    void setNow(qint64 nowMs); // ages are counted to

protected:
    void paint(QPainter& painter) override;

private:
    bool isNarrow() const { return width() < height(); }
    int cardHeight(const models::WallAlert& alert, const QFont& text) const;
    QFont textFont() const; // the larger one where all alerts have room
    void paintAlert(
        QPainter& painter, const QRect& box, const models::WallAlert& alert, const QFont& text);
    void paintFoot(QPainter& painter, const QRect& box, const models::WallAlert& alert);

    std::vector<models::WallAlert> m_alerts;
    qint64 m_nowMs = 0;
};

} // namespace muster::widgets
