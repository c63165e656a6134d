// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Nunez et al., PLoS ONE 13(7), 2018: rises in one direction, also in grey. Every 1/8 of matplotlib's table.
const stops: readonly (readonly [number, number, number])[] = [
    [0x00, 0x22, 0x4e], [0x12, 0x35, 0x70], [0x3b, 0x49, 0x6c], [0x57, 0x5d, 0x6d], [0x70, 0x71, 0x73],
    [0x8a, 0x86, 0x78], [0xa5, 0x9c, 0x74], [0xc3, 0xb3, 0x69], [0xfe, 0xe8, 0x38],
];

export function cividis(share: number): readonly [number, number, number] {
    const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
    const below = Math.min(Math.floor(place), stops.length - 2);
    const [from, to, part] = [stops[below]!, stops[below + 1]!, place - below];
    return [0, 1, 2].map((channel) => Math.round(from[channel]! + (to[channel]! - from[channel]!) * part)) as [number, number, number];
}

// ImageData's order on the machines that browsers run on: ABGR.
export const packed = ([red, green, blue]: readonly [number, number, number]) => (0xff << 24 | blue << 16 | green << 8 | red) >>> 0;

export const levels = Uint32Array.from({ length: 101 }, (_, percent) => packed(cividis(percent / 100)));
