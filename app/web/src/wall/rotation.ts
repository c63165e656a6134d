// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Which page the wall shows, and where on the screen. As app/console/kiosk/rotation.h and burn_in.h.
import type { WallPage } from './options';

export interface Place {
    page: WallPage;
    screen: number; // of the page, where it has several
}

const screensATurn = 3;

// Each page stays for the interval; GPUs, which may need several screens, turn over at most three of them and go on from there at
// their next turn. While pinned the alerts are shown, and what was shown comes back with its whole interval. Times never go back.
export class Rotation {
    private current = 0;
    private screens = 1;
    private screen = 0; // of the GPUs
    private shown = 0; // screens of this turn that were shown to their end
    private pinned = false;

    // REQUIRES: a page.
    constructor(private readonly pages: readonly WallPage[], private readonly intervalMs: number, private since: number) {}

    setScreens(screens: number): void {
        this.screens = Math.max(1, screens);
        if (this.screen >= this.screens) {
            this.screen = 0;
        }
    }

    pin(pinned: boolean, now: number): void {
        if (pinned !== this.pinned) {
            this.pinned = pinned;
            this.since = now;
        }
    }

    at(now: number): Place {
        if (this.pinned) {
            return { page: 'alerts', screen: 0 };
        }
        if (now - this.since >= this.intervalMs) {
            this.step();
            this.since = now - this.since < 2 * this.intervalMs ? this.since + this.intervalMs : now; // in step with the clock, unless the machine slept
        }
        const page = this.pages[this.current]!;
        return { page, screen: page === 'gpus' ? this.screen : 0 };
    }

    private step(): void {
        if (this.pages[this.current] === 'gpus') {
            this.screen = (this.screen + 1) % this.screens;
            this.shown += 1;
            if (this.screen !== 0 && this.shown < screensATurn) {
                return;
            }
        }
        this.current = (this.current + 1) % this.pages.length;
        this.shown = 0;
    }
}

export const burnInSide = 8; // px

// So that no line stays on the same pixels: 2 px further each minute, once around a square.
export function burnInShift(minute: number): readonly [number, number] {
    const along = minute % 4 * 2;
    const side = Math.floor(minute / 4) % 4;
    return side === 0 ? [along, 0] : side === 1 ? [burnInSide, along] : side === 2 ? [burnInSide - along, burnInSide] : [0, burnInSide - along];
}
