// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_layout.h"

#include <algorithm>
#include <cmath>

namespace muster::widgets {

namespace {

constexpr int kSmallest = 2; // height of a tile
constexpr int kSquare = 12; // up to here tiles are as wide as high; beyond, wider for their number
constexpr int kMargin = 4;
constexpr int kMostPerRow = 8;
constexpr int kFewerPerRow = 4;
constexpr double kZoomStep = 1.25;
constexpr int kLargestLines = 6;

int widthFor(int height) {
    return std::min(2 * height, height + std::max(0, height - kSquare));
}

// At zoom 0: an icon and a number with air around.
int tallest(int line) {
    return line * 2 + line / 2;
}

} // namespace

HeatLayout::HeatLayout(const std::vector<int>& counts, QSize room, Measures measures, int zoom)
    : m_zoom(std::clamp(zoom, 0, kMostZoom)) {
    fit(counts, room, measures);
    if (m_zoom > 0) {
        const int height = m_look.tile.height();
        const int grown = static_cast<int>(height * std::pow(kZoomStep, m_zoom));
        const int largest = std::max(height, kLargestLines * measures.line);
        enlarge(std::min(std::max(grown, height + m_zoom), largest), measures);
    }
}

HeatLayout::Look HeatLayout::look(int height, int perRow, Measures measures) {
    Look out;
    out.tile = {widthFor(height), height};
    out.gap = height >= 16 ? 2 : (height >= 4 ? 1 : 0);
    out.groupGap = out.gap + std::clamp(height / 2, 1, 12);
    const int width = perRow * (out.tile.width() + out.gap) - out.gap;
    if (width >= measures.label && height * 3 >= measures.line * 2) {
        out.label = measures.line;
        out.air = 2;
    }
    return out;
}

void HeatLayout::fit(const std::vector<int>& counts, QSize room, Measures measures) {
    const int widest = counts.empty() ? 1 : *std::max_element(counts.begin(), counts.end());
    const int longest = std::clamp(widest, 1, kMostPerRow);
    const int shorter = longest > kFewerPerRow ? kFewerPerRow : longest;
    for (int height = tallest(measures.line); height > kSmallest; --height) {
        for (const int perRow : {longest, shorter}) {
            if (flow(counts, room, height, perRow, measures)) {
                return;
            }
        }
    }
    flow(counts, room, kSmallest, longest, measures);
}

// True when all of it is within the room; at the first shelf that is not, it gives up unless the
// tiles cannot be smaller.
bool HeatLayout::flow(
    const std::vector<int>& counts, QSize room, int height, int perRow, Measures measures) {
    m_look = look(height, perRow, measures);
    m_perRow = perRow;
    m_groups.clear();
    m_shelves.clear();
    m_groups.reserve(counts.size());
    int right = kMargin;
    int bottom = kMargin;
    int first = 0;
    for (const int count : counts) {
        Group group{first, count, 0, 0};
        const int width = widthOf(group);
        if (m_shelves.empty() || right + width + kMargin > room.width()) {
            const bool tooWide = width + 2 * kMargin > room.width();
            if (height > kSmallest && (tooWide || bottom + kMargin > room.height())) {
                return false;
            }
            const int index = static_cast<int>(m_groups.size());
            m_shelves.push_back({0, 0, index, index});
            right = kMargin;
            bottom += (m_shelves.size() > 1 ? m_look.groupGap : 0) + m_look.label + m_look.air;
        }
        auto& shelf = m_shelves.back();
        const int rows = rowsOf(group);
        if (rows > shelf.rows) {
            bottom += (rows - shelf.rows) * (m_look.tile.height() + m_look.gap);
            shelf.rows = rows;
        }
        group.shelf = static_cast<int>(m_shelves.size()) - 1;
        shelf.end = static_cast<int>(m_groups.size()) + 1;
        m_groups.push_back(group);
        right += width + m_look.groupGap;
        first += count;
    }
    place();
    return m_size.height() <= room.height();
}

void HeatLayout::enlarge(int height, Measures measures) {
    m_look = look(height, m_perRow, measures);
    place();
}

void HeatLayout::place() {
    int y = kMargin;
    int widest = 0;
    for (auto& shelf : m_shelves) {
        shelf.top = y + m_look.label + m_look.air;
        int x = kMargin;
        for (int i = shelf.first; i < shelf.end; ++i) {
            auto& group = m_groups[static_cast<std::size_t>(i)];
            group.x = x;
            x += widthOf(group) + m_look.groupGap;
        }
        widest = std::max(widest, x - m_look.groupGap);
        y = shelf.top + shelf.rows * (m_look.tile.height() + m_look.gap) - m_look.gap
            + m_look.groupGap;
    }
    m_size = m_shelves.empty() ? QSize() : QSize(widest + kMargin, y - m_look.groupGap + kMargin);
}

int HeatLayout::tiles() const {
    return m_groups.empty() ? 0 : m_groups.back().first + m_groups.back().count;
}

int HeatLayout::rowsOf(const Group& group) const {
    return (group.count + m_perRow - 1) / m_perRow;
}

int HeatLayout::columnsOf(const Group& group) const {
    return std::min(group.count, m_perRow);
}

int HeatLayout::widthOf(const Group& group) const {
    return columnsOf(group) * (m_look.tile.width() + m_look.gap) - m_look.gap;
}

int HeatLayout::groupOf(int tile) const {
    const auto after = std::upper_bound(m_groups.begin(), m_groups.end(), tile,
        [](int wanted, const Group& group) { return wanted < group.first; });
    return static_cast<int>(after - m_groups.begin()) - 1;
}

QRect HeatLayout::tileRect(int tile) const {
    if (tile < 0 || tile >= tiles()) {
        return {};
    }
    const auto& group = m_groups[static_cast<std::size_t>(groupOf(tile))];
    const int place = tile - group.first;
    const auto size = m_look.tile;
    return {QPoint(group.x + place % m_perRow * (size.width() + m_look.gap),
                m_shelves[static_cast<std::size_t>(group.shelf)].top
                    + place / m_perRow * (size.height() + m_look.gap)),
        size};
}

QRect HeatLayout::groupRect(int group) const {
    const auto& at = m_groups[static_cast<std::size_t>(group)];
    const int top = m_shelves[static_cast<std::size_t>(at.shelf)].top;
    const int above = m_look.label + m_look.air;
    return {at.x, top - above, widthOf(at),
        above + rowsOf(at) * (m_look.tile.height() + m_look.gap) - m_look.gap};
}

QRect HeatLayout::labelRect(int group) const {
    const auto all = groupRect(group);
    return {all.left(), all.top(), all.width(), m_look.label};
}

int HeatLayout::groupAt(QPoint point) const {
    const int above = m_look.label + m_look.air;
    const auto shelf = std::upper_bound(m_shelves.begin(), m_shelves.end(), point.y() + above,
        [](int y, const Shelf& one) { return y < one.top; });
    if (shelf == m_shelves.begin()) {
        return -1;
    }
    const auto& on = *(shelf - 1);
    const auto after = std::upper_bound(m_groups.begin() + on.first, m_groups.begin() + on.end,
        point.x(), [](int x, const Group& group) { return x < group.x; });
    const int group = static_cast<int>(after - m_groups.begin()) - 1;
    return group >= on.first && groupRect(group).contains(point) ? group : -1;
}

int HeatLayout::tileAt(QPoint point) const {
    const int group = groupAt(point);
    if (group < 0) {
        return -1;
    }
    const auto& at = m_groups[static_cast<std::size_t>(group)];
    const int down = point.y() - m_shelves[static_cast<std::size_t>(at.shelf)].top;
    if (down < 0) {
        return -1;
    }
    const int column = (point.x() - at.x) / (m_look.tile.width() + m_look.gap);
    const int place = down / (m_look.tile.height() + m_look.gap) * m_perRow + column;
    const bool inside = place < at.count && tileRect(at.first + place).contains(point);
    return inside ? at.first + place : -1;
}

std::vector<int> HeatLayout::groupsIn(QRect area) const {
    std::vector<int> out;
    auto shelf = std::upper_bound(m_shelves.begin(), m_shelves.end(), area.top(),
        [](int y, const Shelf& one) { return y < one.top; });
    shelf -= shelf == m_shelves.begin() ? 0 : 1;
    const int above = m_look.label + m_look.air;
    for (; shelf != m_shelves.end() && shelf->top - above <= area.bottom(); ++shelf) {
        for (int group = shelf->first; group < shelf->end; ++group) {
            if (groupRect(group).intersects(area)) {
                out.push_back(group);
            }
        }
    }
    return out;
}

std::vector<int> HeatLayout::tilesIn(QRect area) const {
    std::vector<int> out;
    for (const int group : groupsIn(area)) {
        const auto& at = m_groups[static_cast<std::size_t>(group)];
        for (int tile = at.first; tile < at.first + at.count; ++tile) {
            if (tileRect(tile).intersects(area)) {
                out.push_back(tile);
            }
        }
    }
    return out;
}

int HeatLayout::nearest(int shelf, int row, int x) const {
    const auto& on = m_shelves[static_cast<std::size_t>(shelf)];
    const auto after = std::upper_bound(m_groups.begin() + on.first, m_groups.begin() + on.end, x,
        [](int wanted, const Group& group) { return wanted < group.x; });
    const int found = std::max(on.first, static_cast<int>(after - m_groups.begin()) - 1);
    const auto& group = m_groups[static_cast<std::size_t>(found)];
    const int rows = rowsOf(group);
    const int place = row < 0 ? rows - 1 : std::min(row, rows - 1);
    const int column
        = std::clamp((x - group.x) / (m_look.tile.width() + m_look.gap), 0, columnsOf(group) - 1);
    return group.first + std::min(place * m_perRow + column, group.count - 1);
}

int HeatLayout::above(int tile) const {
    const auto& group = m_groups[static_cast<std::size_t>(groupOf(tile))];
    if (tile - group.first >= m_perRow) {
        return tile - m_perRow;
    }
    return group.shelf == 0 ? tile : nearest(group.shelf - 1, -1, tileRect(tile).center().x());
}

int HeatLayout::below(int tile) const {
    const auto& group = m_groups[static_cast<std::size_t>(groupOf(tile))];
    const int place = tile - group.first;
    if (place / m_perRow + 1 < rowsOf(group)) {
        return group.first + std::min(place + m_perRow, group.count - 1);
    }
    return group.shelf + 1 == static_cast<int>(m_shelves.size())
        ? tile
        : nearest(group.shelf + 1, 0, tileRect(tile).center().x());
}

int HeatLayout::onShelf(int tile, int shelves) const {
    const auto& group = m_groups[static_cast<std::size_t>(groupOf(tile))];
    const int shelf = std::clamp(group.shelf + shelves, 0, static_cast<int>(m_shelves.size()) - 1);
    return shelf == group.shelf
        ? tile
        : nearest(shelf, (tile - group.first) / m_perRow, tileRect(tile).center().x());
}

} // namespace muster::widgets
