// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined } from '../../../app/web/src/frame/shown';

test('what several parts show is asked for once, values and shares each', () => {
    assert.deepEqual(joined([{ metrics: [4, 0] }, { metrics: [0], gpus: ['G0'] }, { metrics: [3, 4], gpus: ['G1'] }]),
        [{ metrics: [0, 4] }, { gpus: ['G1'], metrics: [3] }]);
    assert.deepEqual(joined([{ metrics: [0] }, { metrics: [2], percent: true }, { metrics: [0, 2], gpus: ['G0'], percent: true }]),
        [{ metrics: [0] }, { metrics: [2], percent: true }, { gpus: ['G0'], metrics: [0], percent: true }]);
});
