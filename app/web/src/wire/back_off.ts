// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Pauses between attempts to connect: 1, 2, 4, 8, 10 s, each shortened by up to a third so that pages that lost the same master
// do not all come back in the same moment.
export class BackOff {
    private failures = 0;

    next(random = Math.random()): number {
        const whole = Math.min(10_000, 1000 * 2 ** this.failures);
        this.failures += 1;
        return Math.round(whole * (1 - random / 3));
    }

    reset(): void {
        this.failures = 0;
    }
}
