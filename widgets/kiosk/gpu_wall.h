// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "widgets/kiosk/wall_page.h"
#include "widgets/models/wall.h"

namespace muster::widgets {

// One screen of large GPU tiles: name, state as a word, load, heat and whose task it is.
class GpuWall : public WallPage {
    Q_OBJECT
public:
    static constexpr int kMostTiles = 40;

    explicit GpuWall(QWidget* parent = nullptr);

    int capacity() const; // tiles that are readable at this size, at most kMostTiles
    void setTiles(std::vector<models::WallGpu> tiles);

protected:
    void paint(QPainter& painter) override;

private:
    QSize leastTile() const;
    QSize grid() const; // columns and rows that make these tiles the largest
    void paintTile(QPainter& painter, const QRect& box, const models::WallGpu& gpu);
    void paintLoad(QPainter& painter, const QRect& box, const models::WallGpu& gpu);

    std::vector<models::WallGpu> m_tiles;
};

} // namespace muster::widgets
