// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { align, csv } from '../../../app/web/src/charts/history';

const point = (at: number, value: number) => ({ at_ms: String(at), minimum: String(value - 1), average: String(value * 1000), maximum: String(value + 1) });

test('series share one list of times, gaps are null', () => {
    const { times, lines } = align([{ points: [point(1000, 5), point(2000, 6), point(9000, 7)] }, { points: [point(2000, 1)] }], 1000, [0.001, 0.001], 1000);
    assert.deepEqual(times, [1, 2, 3, 9]);
    assert.deepEqual(lines[0]!.values, [5, 6, null, 7]);
    assert.deepEqual(lines[1]!.values, [null, 1, null, null]);
    assert.deepEqual(lines[0]!.maximum, [6, 7, null, 8]);
});

test('nothing is no data', () => {
    assert.deepEqual(align([undefined], 1000, [1]), { times: [], lines: [{ values: [], minimum: [], maximum: [] }] });
});

test('CSV is quoted, and a gap is empty', () => {
    assert.equal(csv([1], [{ head: 'Power, all', values: [3] }, { head: 'x', values: [null] }]), 'time,"Power, all",x\n1970-01-01T00:00:01.000Z,3,\n');
});
