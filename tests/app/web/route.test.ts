// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { href, parseRoute } from '../../../app/web/src/frame/route';
import { rangeOf } from '../../../app/web/src/pages/time_range';

test('an address is read as it was written', () => {
    for (const [page, key, params] of [
        ['gpus', 'GPU-4f2c', { filter: 'state:"In use outside" !x', sort: '-temp,node' }], ['tasks', 'fw-1/job 7/1?#', {}],
        ['alerts', 'gpu-unhealthy/GPU-1', {}], ['overview', '', {}], ['jobs', '', { filter: '100%&a=b' }],
    ] as const) {
        assert.deepEqual(parseRoute(href(page, key, params)), { page, key, params });
    }
});

test('what is empty is left out, and nothing is the overview', () => {
    assert.equal(href('jobs', '', { filter: '', sort: 'name' }), '#/jobs?sort=name');
    assert.deepEqual(parseRoute(''), { page: 'overview', key: '', params: {} });
    assert.deepEqual(parseRoute('#/'), { page: 'overview', key: '', params: {} });
    assert.equal(parseRoute('#/gpus/%E0%A4%A').key, '%E0%A4%A');
});

test('ranges', () => {
    assert.deepEqual(rangeOf({}), { windowMs: 3_600_000, fixed: undefined });
    assert.equal(rangeOf({ range: '7d' }).windowMs, 7 * 86_400_000);
    assert.equal(rangeOf({ range: 'long' }).windowMs, 3_600_000);
    assert.deepEqual(rangeOf({ from: '5', to: '9' }).fixed, { fromMs: 5, toMs: 9 });
    assert.equal(rangeOf({ from: '9', to: '5' }).fixed, undefined);
});
