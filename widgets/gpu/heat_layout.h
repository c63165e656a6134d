// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QRect>
#include <QSize>

namespace muster::widgets {

// Where each tile of the heat map lies. A pure function of how many GPUs each node has, of the room
// and of the zoom. Pixels of the content, whose corner is (0, 0).
//
// Nodes are groups of tiles that flow from left to right and wrap into shelves; within a group the
// GPUs stand in rows of at most eight. At zoom 0 the tiles are as large as the room allows, within
// limits; below the lower limit the content is taller than the room. A higher zoom keeps every
// shelf's nodes and enlarges what is on them, as a map does, so that a node stays where it was.
class HeatLayout {
public:
    struct Measures { // of the font
        int line = 16; // height of a node's name
        int label = 40; // a name gets room only where this much of it would show
    };
    struct Group { // the tiles of one node
        int first = 0; // tile
        int count = 0;
        int shelf = 0;
        int x = 0;
    };
    struct Shelf {
        int top = 0; // of the tiles; names stand above
        int rows = 0; // of tiles, in its tallest group
        int first = 0; // group
        int end = 0; // behind the last group
    };
    static constexpr int kMostZoom = 24;

    HeatLayout() = default;
    HeatLayout(const std::vector<int>& counts, QSize room, Measures measures, int zoom);

    QSize size() const { return m_size; }
    QSize tile() const { return m_look.tile; }
    int gap() const { return m_look.gap; } // between tiles
    int line() const { return m_look.label; } // height of a name; 0: no room for names
    int perRow() const { return m_perRow; } // tiles, within a group
    int zoom() const { return m_zoom; } // as asked for, within the limits
    int tiles() const;
    const std::vector<Group>& groups() const { return m_groups; }
    const std::vector<Shelf>& shelves() const { return m_shelves; }

    QRect tileRect(int tile) const;
    QRect groupRect(int group) const; // all tiles, with the name
    QRect labelRect(int group) const; // empty: no name
    int tileAt(QPoint point) const; // -1: none
    int groupAt(QPoint point) const; // the name counts; -1: none
    int groupOf(int tile) const;
    std::vector<int> tilesIn(QRect area) const; // in order; those that it touches
    std::vector<int> groupsIn(QRect area) const; // with their names

    // The tile that the eye expects there; the same tile at the edge.
    int above(int tile) const;
    int below(int tile) const;
    int onShelf(int tile, int shelves) const; // the same place, so many shelves down

private:
    struct Look {
        QSize tile;
        int gap = 0;
        int groupGap = 1;
        int label = 0;
        int air = 0; // between the name and the tiles
    };

    static Look look(int height, int perRow, Measures measures);
    void fit(const std::vector<int>& counts, QSize room, Measures measures);
    bool flow(
        const std::vector<int>& counts, QSize room, int height, int perRow, Measures measures);
    void enlarge(int height, Measures measures);
    void place();
    int rowsOf(const Group& group) const;
    int columnsOf(const Group& group) const;
    int widthOf(const Group& group) const;
    int nearest(int shelf, int row, int x) const; // negative row: the last

    std::vector<Group> m_groups;
    std::vector<Shelf> m_shelves;
    Look m_look;
    QSize m_size;
    int m_perRow = 1;
    int m_zoom = 0;
};

} // namespace muster::widgets
