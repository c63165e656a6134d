// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewHeight, layOut, type Block } from '../../../app/web/src/gpu/heat_layout';
import { HeatPicture } from '../../../app/web/src/gpu/heat_picture';
import { levels } from '../../../app/web/src/theme/cividis';
import { metrics } from '../../../app/web/src/words/words';
import { Store } from '../../../app/web/src/wire/store';

const blocks = (nodes: number, each: number): Block[] => Array.from({ length: nodes }, (_, node) => ({ name: `node-${node}`, from: node * each, count: each }));

test('every tile has a place within the canvas, and is found there', () => {
    for (const [nodes, each, width, height] of [[1, 8, 800, 300], [1, 1, 200, 100], [30, 8, 800, 320], [1250, 8, 783, 320], [3, 16, 400, 90], [12_500, 8, 800, 300]] as const) {
        const layout = layOut(blocks(nodes, each), width, height, 1);
        for (let place = 0; place < nodes * each; place += Math.max(1, Math.floor(nodes * each / 500))) {
            const [x, y] = [layout.x(place), layout.y(place)];
            assert.ok(x >= 0 && x + layout.tile <= width, `${nodes}: ${place} at ${x}`);
            assert.ok(y >= 0 && y + layout.high <= height, `${nodes}: ${place} at ${y} + ${layout.high}`);
            assert.equal(layout.at(x + layout.tile / 2, y + layout.high / 2), place);
        }
        assert.equal(layout.at(-1, 5), -1);
    }
});

test('a node of a grid is not broken over lines', () => {
    const layout = layOut(blocks(1250, 8), 783, 320, 1);
    assert.equal(layout.columns % 8, 0);
    assert.ok(!layout.labelled);
    assert.ok(layOut(blocks(4, 8), 783, 320, 1).labelled);
    assert.equal(fewHeight(blocks(1250, 8), 800), undefined);
    assert.equal(fewHeight(blocks(1, 8), 800), 110);
});

test('colours follow the samples; what is unknown or lost has none', () => {
    const store = new Store((flush) => flush());
    store.takeSnapshot({
        rows: { agents: [{ id: 'b', hostname: 'node-10', state: 'ACTIVE', gpus: ['B0'], gpu_generation: 1 }, { id: 'a', hostname: 'node-9', state: 'ACTIVE', gpus: ['A0', 'A1', 'A2'], gpu_generation: 1 }],
            gpus: [{ uuid: 'A0', memory_bytes: String(1000 * 1048576) }, { uuid: 'A1', state: 'LOST' }, { uuid: 'A2', state: 'UNHEALTHY' }, { uuid: 'B0' }].map((gpu) => ({ state: 'FREE', ...gpu })) as never },
        telemetry: [{ agent_id: 'a', gpu_generation: 1, columns: [{ values: [100, 50, -1] }, { metric: 2, values: [250, 5, 5] }, { metric: 3, values: [20, 60, 200] }] }],
    });
    const picture = new HeatPicture(store);
    assert.deepEqual(picture.uuids, ['A0', 'A1', 'A2', 'B0']);
    assert.deepEqual(picture.specials.map(({ place, mark }) => [place, mark]), [[1, 'lost'], [2, 'bad']]);
    const none = 1;
    const paint = (key: string) => {
        const metric = metrics.find((one) => one.key === key)!;
        const out = new Uint32Array(4);
        picture.paint(metric, picture.scales(metric), none, out);
        return [...out];
    };
    assert.deepEqual(paint('gpu_utilization'), [levels[100], none, none, none]);
    assert.deepEqual(paint('memory_used').slice(0, 1), [levels[25]]);
    assert.deepEqual(paint('temperature'), [levels[0], none, levels[100], none]);
});
