// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the tiles of the heat map are. Pure; lengths in pixels of the canvas.

export interface Block { // a node
    name: string;
    from: number; // place of its first GPU among all
    count: number;
}

export interface Layout {
    tile: number; // its side; its width in a grid
    high: number; // its height
    labelled: boolean; // with names of nodes, and gaps; else a plain grid, drawn as one scaled picture
    columns: number; // of the grid
    rows: number;
    step: number; // tiles of a node in the grid, where all nodes have as many; else 0
    x: (place: number) => number;
    y: (place: number) => number;
    at: (x: number, y: number) => number; // place, or -1
    labels: readonly { name: string; x: number; y: number; width: number }[];
}

const gap = 3;
const perRow = 8;
const largest = 84;

function labelled(blocks: readonly Block[], count: number, width: number, height: number, scale: number): Layout | undefined {
    const labelHeight = 18 * scale;
    const between = 12 * scale;
    const space = gap * scale;
    const most = Math.max(1, ...blocks.map((block) => Math.min(perRow, block.count)));
    const lines = Math.max(1, ...blocks.map((block) => Math.ceil(block.count / perRow)));
    for (let tile = Math.floor(largest * scale); tile >= 20 * scale; tile -= 1) {
        const blockWidth = most * (tile + space) + between;
        const blockHeight = labelHeight + lines * (tile + space) + between / 2;
        const across = Math.floor((width + between) / blockWidth);
        if (across < 1 || Math.ceil(blocks.length / across) * blockHeight > height) {
            continue;
        }
        const xs = new Float64Array(count);
        const ys = new Float64Array(count);
        const labels = blocks.map((block, index) => {
            const left = (index % across) * blockWidth;
            const top = Math.floor(index / across) * blockHeight;
            for (let one = 0; one < block.count; one += 1) {
                xs[block.from + one] = left + (one % perRow) * (tile + space);
                ys[block.from + one] = top + labelHeight + Math.floor(one / perRow) * (tile + space);
            }
            return { name: block.name, x: left, y: top, width: blockWidth - between };
        });
        return {
            tile, high: tile, labelled: true, columns: Math.min(perRow, most), rows: 0, step: 0, labels,
            x: (place) => xs[place]!,
            y: (place) => ys[place]!,
            at: (x, y) => xs.findIndex((left, place) => x >= left && x < left + tile + space && y >= ys[place]! && y < ys[place]! + tile + space),
        };
    }
    return undefined;
}

function grid(blocks: readonly Block[], count: number, width: number, height: number): Layout {
    const first = blocks[0]?.count ?? 0;
    const step = blocks.every((block) => block.count === first) ? first : 0;
    let tile = Math.max(1, Math.floor(Math.sqrt(width * height / Math.max(1, count))));
    let columns = 1;
    for (; tile >= 1; tile -= 1) {
        const fit = Math.floor(width / tile);
        columns = step > 1 && fit >= step ? fit - fit % step : fit;
        if (columns >= 1 && Math.ceil(count / columns) * tile <= height) {
            break;
        }
    }
    tile = Math.max(1, tile);
    columns = Math.max(1, columns);
    const rows = Math.ceil(count / columns);
    const high = Math.min(2 * tile, Math.max(tile, Math.floor(height / rows))); // squares may leave a third of the height unused
    return {
        tile, high, labelled: false, columns, rows, step, labels: [],
        x: (place) => (place % columns) * tile,
        y: (place) => Math.floor(place / columns) * high,
        at: (x, y) => {
            const column = Math.floor(x / tile);
            const place = Math.floor(y / high) * columns + column;
            return x < 0 || y < 0 || column >= columns || place >= count ? -1 : place;
        },
    };
}

// `scale`: pixels of the canvas to one of CSS.
// Of so few nodes that they need not fill what is there; else undefined. CSS pixels.
export function fewHeight(blocks: readonly Block[], width: number): number | undefined {
    const count = blocks.reduce((sum, block) => sum + block.count, 0);
    if (count === 0 || count > 64) {
        return undefined;
    }
    for (const height of [110, 160, 220, 280, 340]) {
        const fit = labelled(blocks, count, width, height, 1);
        if (fit !== undefined && fit.tile >= 48) {
            return height;
        }
    }
    return 340;
}

export function layOut(blocks: readonly Block[], width: number, height: number, scale: number): Layout {
    const count = blocks.reduce((sum, block) => sum + block.count, 0);
    return (count <= 1000 ? labelled(blocks, count, width, height, scale) : undefined) ?? grid(blocks, count, width, height);
}
