// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <QPalette>
#include <QRect>
#include <QRgb>

#include "widgets/gpu/heat_layout.h"
#include "widgets/models/heat_metric.h"

class QPainter;

namespace muster::widgets {

// What each level of a tile looks like; opaque colours. All that a change of theme alters.
struct HeatColours {
    std::array<QRgb, 256> fill{};
    std::array<QRgb, 256> ink{}; // of what is written or drawn on it
    std::array<QRgb, 256> hatch{}; // softer, so that a number over it stays readable
    QRgb ground = 0; // between the tiles
};
HeatColours heatColours(const QPalette& palette, bool stale);

// What tells states apart without colour. Hatched: no figure, or an old one. The others stand for
// icons where a tile has no room for one.
enum class HeatPattern : std::uint8_t { None, Hatch, Slash, Cross, Dot };
HeatPattern heatPattern(const models::HeatTile& tile, bool roomForIcon, bool stale);
bool isInked(HeatPattern pattern, int x, int y, QSize tile); // of the pixel at x, y of the tile
QRgb inkOf(HeatPattern pattern, const HeatColours& colours, std::uint8_t level);

struct HeatScene {
    const HeatLayout& layout;
    std::span<const models::HeatTile> tiles; // layout.tiles() of them
    const HeatColours& colours;
    bool roomForIcons = false;
    bool stale = false;
};

// Fills `exposed`, in the content's pixels: the ground and every tile's colour and pattern. One row
// of tiles at a time: a line of pixels, copied as often as the tiles are high. The cost follows the
// pixels, not the tiles. The painter may be translated by whole pixels; scaled, it is slower
// (a screen with several pixels to one of ours).
void paintTiles(QPainter& painter, const HeatScene& scene, QRect exposed);

} // namespace muster::widgets
