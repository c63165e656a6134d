// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether what the wall shows is still true, as app/console/kiosk/data_age.h has it: figures are from the newest samples where GPUs
// are sampled, else from the last word of the master; they are old after three intervals in which samples really come, and not worth
// showing after a minute without a connection. Times in ms of a clock that never goes back.

export type Freshness = 'none' | 'fresh' | 'old' | 'lost';

const leastInterval = 5_000;
const longestInterval = 20_000;
const lostMs = 60_000;
const intervalsOfOld = 3;

export class DataAge {
    private heardAt: number | undefined;
    private sampledAt: number | undefined;
    private gap: number | undefined; // between samples, smoothed
    private expectedSince = 0;
    private expected = false;

    heard(now: number): void {
        this.heardAt = now;
    }

    // A longer gap than any interval is an outage.
    sampled(now: number): void {
        const gap = now - (this.sampledAt ?? -Infinity);
        if (gap <= longestInterval) {
            this.gap = this.gap === undefined ? gap : (this.gap * 3 + gap) / 4;
        }
        this.sampledAt = this.heardAt = now;
    }

    // GPUs of live nodes are there.
    expectSamples(expected: boolean, now: number): void {
        if (expected && !this.expected) {
            this.expectedSince = now;
        }
        this.expected = expected;
    }

    from(): number | undefined {
        return this.heardAt === undefined || !this.expected ? this.heardAt : Math.max(this.sampledAt ?? 0, this.expectedSince);
    }

    at(now: number, connected: boolean): Freshness {
        const from = this.from();
        if (from === undefined) {
            return 'none';
        }
        const interval = this.expected ? Math.min(longestInterval, Math.max(leastInterval, this.gap ?? longestInterval)) : leastInterval;
        return now - from > lostMs && !connected ? 'lost' : now - from > intervalsOfOld * interval ? 'old' : 'fresh';
    }
}
