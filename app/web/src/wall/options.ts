// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// How the wall view was asked for: ?kiosk=overview,gpus&interval=20. As --kiosk of the console (app/console/kiosk).

export const wallPages = ['overview', 'gpus', 'queue', 'alerts'] as const;
export type WallPage = (typeof wallPages)[number];

export interface WallOptions {
    pages: readonly WallPage[];
    intervalMs: number;
}

export interface WallProblem {
    problem: string; // English; %1 is `value`
    value: string;
}

const isPage = (name: string): name is WallPage => (wallPages as readonly string[]).includes(name);

export function parseWall(search: string): WallOptions | WallProblem {
    const params = new URLSearchParams(search);
    const names = (params.get('kiosk') || wallPages.join()).split(',').map((name) => name.trim());
    const unknown = names.find((name) => !isPage(name));
    if (unknown !== undefined) {
        return { problem: 'kiosk takes a comma-separated list of overview, gpus, queue and alerts, not "%1"', value: unknown };
    }
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) {
        return { problem: 'kiosk names "%1" twice', value: twice };
    }
    const interval = params.get('interval') ?? '20';
    const seconds = /^\d{1,4}$/.test(interval) ? Number(interval) : 0;
    return seconds < 1 || seconds > 3600 ? { problem: 'interval takes a number of seconds from 1 to 3600, not "%1"', value: interval }
        : { pages: names.filter(isPage), intervalMs: seconds * 1000 };
}
