// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_paint.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <QColor>
#include <QImage>
#include <QPainter>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatTile;
using models::Mark;

namespace {

constexpr double kFaded = 0.6; // how far old colours go towards the ground
constexpr double kFree = 0.7; // a free GPU is an outline in the other lists: here it is faint
constexpr double kHatch = 0.4; // from the fill towards the ink

// The exposed part of one row of tiles, as pixels.
class TileBand {
public:
    TileBand(const HeatScene& scene, QRect exposed) : m_scene(scene), m_exposed(exposed) { }

    void paint(QPainter& painter, const HeatLayout::Shelf& shelf, int row, int top);

private:
    template <typename Visit>
    void forEachTile(const HeatLayout::Shelf& shelf, int row, const Visit& visit) const;
    void line(const HeatLayout::Shelf& shelf, int row, QRgb* out) const;
    void patterns(const HeatLayout::Shelf& shelf, int row, int skipped, QImage& image) const;

    const HeatScene& m_scene;
    QRect m_exposed;
    QImage m_image;
};

// visit(tile, left, right): the exposed columns of each tile, from the exposed left edge.
template <typename Visit>
void TileBand::forEachTile(const HeatLayout::Shelf& shelf, int row, const Visit& visit) const {
    const auto& layout = m_scene.layout;
    const int width = layout.tile().width();
    const int stride = width + layout.gap();
    const int perRow = layout.perRow();
    const auto& groups = layout.groups();
    const auto end = groups.begin() + shelf.end;
    auto group = std::upper_bound(groups.begin() + shelf.first, end, m_exposed.left(),
        [](int x, const HeatLayout::Group& one) { return x < one.x; });
    group -= group == groups.begin() + shelf.first ? 0 : 1;
    for (; group != end && group->x <= m_exposed.right(); ++group) {
        const int begin = row * perRow;
        const int behind = std::min(group->count, begin + perRow);
        int left = group->x - m_exposed.left();
        for (int place = begin; place < behind; ++place, left += stride) {
            const int from = std::max(left, 0);
            const int to = std::min(left + width, m_exposed.width());
            if (from < to) {
                visit(group->first + place, left, from, to);
            }
        }
    }
}

void TileBand::line(const HeatLayout::Shelf& shelf, int row, QRgb* out) const {
    std::fill_n(out, m_exposed.width(), m_scene.colours.ground);
    forEachTile(shelf, row, [&](int tile, int, int from, int to) {
        const auto level = m_scene.tiles[static_cast<std::size_t>(tile)].level;
        std::fill(out + from, out + to, m_scene.colours.fill[level]);
    });
}

void TileBand::patterns(const HeatLayout::Shelf& shelf, int row, int skipped, QImage& image) const {
    const auto size = m_scene.layout.tile();
    forEachTile(shelf, row, [&](int tile, int left, int from, int to) {
        const auto& look = m_scene.tiles[static_cast<std::size_t>(tile)];
        const auto pattern = heatPattern(look, m_scene.roomForIcons, m_scene.stale);
        if (pattern == HeatPattern::None) {
            return;
        }
        const auto ink = inkOf(pattern, m_scene.colours, look.level);
        for (int y = 0; y < image.height(); ++y) {
            auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = from; x < to; ++x) {
                if (isInked(pattern, x - left, y + skipped, size)) {
                    out[x] = ink;
                }
            }
        }
    });
}

void TileBand::paint(QPainter& painter, const HeatLayout::Shelf& shelf, int row, int top) {
    const int height = m_scene.layout.tile().height();
    const QRect shown = QRect(m_exposed.left(), top, m_exposed.width(), height) & m_exposed;
    if (shown.isEmpty()) {
        return;
    }
    if (m_image.size() != shown.size()) {
        m_image = QImage(shown.size(), QImage::Format_RGB32);
    }
    line(shelf, row, reinterpret_cast<QRgb*>(m_image.scanLine(0)));
    for (int y = 1; y < m_image.height(); ++y) {
        std::memcpy(m_image.scanLine(y), m_image.constScanLine(0),
            static_cast<std::size_t>(m_exposed.width()) * sizeof(QRgb));
    }
    patterns(shelf, row, shown.top() - top, m_image);
    painter.drawImage(shown.topLeft(), m_image);
}

} // namespace

HeatColours heatColours(const QPalette& palette, bool stale) {
    HeatColours out;
    const auto base = palette.color(QPalette::Base);
    const auto set = [&](std::size_t level, const QColor& colour) {
        const auto fill = stale ? mixed(colour, base, kFaded) : colour;
        out.fill[level] = fill.rgb();
        out.ink[level] = textOn(fill).rgb();
        out.hatch[level] = mixed(fill, textOn(fill), kHatch).rgb();
    };
    for (std::size_t level = 0; level < out.fill.size(); ++level) {
        set(level, base);
    }
    for (std::size_t level = 0; level <= HeatTile::kTopLevel; ++level) {
        set(level, cividis(static_cast<double>(level) / HeatTile::kTopLevel));
    }
    for (int mark = 0; mark < models::kMarkCount; ++mark) {
        const auto colour = markColour(static_cast<Mark>(mark), palette);
        set(HeatTile::kStateLevel + static_cast<std::size_t>(mark),
            static_cast<Mark>(mark) == Mark::Free ? mixed(colour, base, kFree) : colour);
    }
    out.ink[HeatTile::kNoLevel] = palette.color(QPalette::Text).rgb();
    out.ground = palette.color(QPalette::Window).rgb();
    return out;
}

HeatPattern heatPattern(const HeatTile& tile, bool roomForIcon, bool stale) {
    if (tile.mark == Mark::Bad && !roomForIcon) {
        return HeatPattern::Cross;
    }
    if ((tile.mark == Mark::Draining || tile.mark == Mark::Restricted || tile.mark == Mark::Waiting)
        && !roomForIcon) {
        return HeatPattern::Slash;
    }
    if (tile.mark == Mark::Offered && tile.level >= HeatTile::kStateLevel && !roomForIcon) {
        return HeatPattern::Dot;
    }
    return tile.level == HeatTile::kNoLevel || stale ? HeatPattern::Hatch : HeatPattern::None;
}

bool isInked(HeatPattern pattern, int x, int y, QSize tile) {
    constexpr int kEvery = 6; // px between the lines of a hatch
    const int across = tile.width() - 1;
    const int down = std::max(1, tile.height() - 1);
    const int falling = (y * across + down / 2) / down; // x of the diagonal on line y
    switch (pattern) {
    case HeatPattern::None:
        return false;
    case HeatPattern::Hatch: {
        const bool edge = x == 0 || y == 0 || x == across || y == tile.height() - 1;
        return edge ? (x + y) % 4 < 2 : (x + y) % kEvery == 0;
    }
    case HeatPattern::Slash:
        return x == across - falling;
    case HeatPattern::Cross:
        return x == falling || x == across - falling;
    case HeatPattern::Dot:
        return std::abs(2 * x - across) <= std::max(1, across / 2)
            && std::abs(2 * y - down) <= std::max(1, down / 2);
    }
    return false;
}

QRgb inkOf(HeatPattern pattern, const HeatColours& colours, std::uint8_t level) {
    return pattern == HeatPattern::Hatch ? colours.hatch[level] : colours.ink[level];
}

void paintTiles(QPainter& painter, const HeatScene& scene, QRect exposed) {
    const auto& layout = scene.layout;
    const auto& shelves = layout.shelves();
    const int stride = layout.tile().height() + layout.gap();
    const QColor ground(scene.colours.ground);
    TileBand band(scene, exposed);
    int done = exposed.top(); // all above is painted
    const auto fillTo = [&](int y) {
        if (y > done) {
            painter.fillRect(QRect(exposed.left(), done, exposed.width(), y - done), ground);
        }
    };
    auto shelf = std::upper_bound(shelves.begin(), shelves.end(), exposed.top(),
        [](int y, const HeatLayout::Shelf& one) { return y < one.top; });
    shelf -= shelf == shelves.begin() ? 0 : 1;
    for (; shelf != shelves.end() && shelf->top <= exposed.bottom(); ++shelf) {
        for (int row = 0; row < shelf->rows; ++row) {
            const int top = shelf->top + row * stride;
            if (top + layout.tile().height() <= done || top > exposed.bottom()) {
                continue;
            }
            fillTo(top);
            band.paint(painter, *shelf, row, top);
            done = top + layout.tile().height();
        }
    }
    fillTo(exposed.bottom() + 1);
}

} // namespace muster::widgets
