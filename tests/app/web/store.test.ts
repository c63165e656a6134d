// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effect } from '@preact/signals';
import { Store } from '../../../app/web/src/wire/store';

const atOnce = (flush: () => void) => flush();

function made(later = atOnce): Store {
    const store = new Store(later);
    store.takeSnapshot({
        seq: '7', cluster: { name: 'lab' },
        rows: { agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G0', 'G1'], gpu_generation: 2 }], gpus: [{ uuid: 'G0', agent_id: 'a' }, { uuid: 'G1', agent_id: 'a', index: 1, framework_id: 'f', task_id: 't/1' }],
            tasks: [{ framework_id: 'f', id: 't/1', name: 'train' }] },
        telemetry: [{ agent_id: 'a', gpu_generation: 2, at_us: '1000', columns: [{ values: [40, -1] }, { metric: 3, values: [60, 70] }] }],
    });
    return store;
}

test('a snapshot replaces all that was known', () => {
    const store = made();
    store.takeSnapshot({ seq: '1', rows: { gpus: [{ uuid: 'G9' }] } });
    assert.deepEqual([...store.rows.gpus.keys()], ['G9']);
    assert.equal(store.rows.agents.size, 0);
    assert.equal(store.samples.size, 0);
});

test('deltas change, add and remove rows, and rise without a gap', () => {
    const store = made();
    assert.ok(store.takeDelta({ seq: '8', changed: { gpus: [{ uuid: 'G0', agent_id: 'a', state: 'FREE' }] }, removed: { gpus: ['G1'], tasks: [{ framework_id: 'f', task_id: 't/1' }] } }));
    assert.equal(store.rows.gpus.get('G0')?.state, 'FREE');
    assert.equal(store.rows.gpus.has('G1'), false);
    assert.equal(store.rows.tasks.size, 0);
    assert.equal(store.takeDelta({ seq: '10' }), false);
    assert.ok(store.takeDelta({ seq: '9' }));
});

test('samples are found by GPU, and only those of the same generation', () => {
    const store = made();
    const [first, second] = [...store.rows.gpus.values()];
    assert.equal(store.value(first!, 0), 40);
    assert.equal(store.value(second!, 0), -1);
    assert.equal(store.value(second!, 3), 70);
    assert.equal(store.value(first!, 5), -1);
    store.takeDelta({ seq: '8', changed: { agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G0', 'G1'], gpu_generation: 2, no_data_since_ms: '5' }] } });
    assert.equal(store.value(first!, 0), -1);
    store.takeDelta({ seq: '9', changed: { agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G1', 'G0'], gpu_generation: 3 }] } });
    assert.equal(store.value(first!, 0), -1);
});

test('samples from before an outage are not shown after it', () => {
    const store = made();
    const gpu = store.rows.gpus.get('G0')!;
    const agent = { id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G0', 'G1'], gpu_generation: 2 } as const;
    store.takeDelta({ seq: '8', changed: { agents: [{ ...agent, gpus: [...agent.gpus], no_data_since_ms: '5' }] } });
    store.takeDelta({ seq: '9', changed: { agents: [{ ...agent, gpus: [...agent.gpus] }] } });
    assert.equal(store.value(gpu, 0), -1);
    store.takeTelemetry({ telemetry: [{ agent_id: 'a', gpu_generation: 2, columns: [{ values: [50, 60] }] }] });
    assert.equal(store.value(gpu, 0), 50);
});

test('packed samples of an older order of the GPUs are of nobody', () => {
    const store = made();
    store.takeDelta({ seq: '8', changed: { agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G1', 'G0'], gpu_generation: 3 }] } });
    store.takeTelemetry({ packed: [{ metrics: [0], runs: 'AwEAAg==', values: 'Cww=' }] }); // generation 3
    store.takeTelemetry({ packed: [{ metrics: [0], runs: 'AgEAAg==', values: 'BQU=' }] }); // generation 2
    assert.equal(store.value(store.rows.gpus.get('G1')!, 0), 10);
});

test('a delta of some kinds follows what came before, and a snapshot of some leaves the others', () => {
    const store = made();
    assert.ok(store.takeDelta({ seq: '12', after: '5' }));
    assert.equal(store.takeDelta({ seq: '20', after: '13' }), false);
    store.takeSnapshot({ seq: '20', kinds: ['JOBS'], rows: { jobs: [{ id: 'j' }] } });
    assert.equal(store.rows.jobs.size, 1);
    assert.equal(store.rows.gpus.size, 2);
    assert.equal(store.value(store.rows.gpus.get('G0')!, 0), 40);
});

// Bytes as base64, which the wire has in JSON.
const bytes = (...all: number[]) => Buffer.from(all).toString('base64');

test('packed samples are found by the generation of their node', () => {
    const store = new Store(atOnce);
    const agent = (id: string, generation: number, gpus: string[]) => ({ id, state: 'ACTIVE' as const, gpus, gpu_generation: generation });
    store.takeSnapshot({ rows: {
        agents: [agent('a', 3, ['A0', 'A1']), agent('b', 4, ['B0', 'B1']), agent('c', 9, ['C0'])],
        gpus: ['A0', 'A1', 'B0', 'B1', 'C0'].map((uuid) => ({ uuid, agent_id: uuid[0]!.toLowerCase() })),
    } });
    const values = (metric: number, part?: 'shares') => [...store.rows.gpus.values()].map((gpu) => store.value(gpu, metric, part));
    // Nodes 3 and 4 whole, then the one GPU of 9; 300 is written as 0xac 0x02.
    store.takeTelemetry({ packed: [{ metrics: [0, 2], runs: bytes(3, 2, 0, 2, 5, 1, 0, 1), values: bytes(1, 2, 3, 4, 0, 0xac, 2, 1, 1, 1, 8) }] });
    assert.deepEqual(values(0), [0, 1, 2, 3, -1]);
    assert.deepEqual(values(2), [299, 0, 0, 0, 7]);
    // The second GPU of two nodes; a node that is not known is passed over.
    store.takeTelemetry({ packed: [{ metrics: [2], percent: true, runs: bytes(3, 1, 1, 1, 4, 1, 0, 2, 2, 1, 0, 1), values: bytes(51, 9, 9, 101) }] });
    assert.deepEqual(values(2, 'shares'), [-1, 50, -1, -1, 100]);
    assert.deepEqual(values(2), [299, 0, 0, 0, 7]);
});

test('readers are told of the kinds that changed, and once however much comes', () => {
    let flush: () => void = () => undefined;
    const store = made((later) => { flush = later; });
    const told = { gpus: 0, jobs: 0, ticks: 0 };
    effect(() => { void store.changed.gpus.value; told.gpus += 1; });
    effect(() => { void store.changed.jobs.value; told.jobs += 1; });
    effect(() => { void store.ticked.value; told.ticks += 1; });
    for (let seq = 8; seq < 20; seq += 1) {
        store.takeDelta({ seq: String(seq), changed: { gpus: [{ uuid: 'G0' }] } });
        store.takeTelemetry({ telemetry: [{ agent_id: 'a', gpu_generation: 2, columns: [] }] });
    }
    assert.deepEqual(told, { gpus: 1, jobs: 1, ticks: 1 });
    flush();
    assert.deepEqual(told, { gpus: 2, jobs: 1, ticks: 2 });
});

test('a GPU knows its task and node', () => {
    const store = made();
    assert.equal(store.taskOf(store.rows.gpus.get('G1')!)?.name, 'train');
    assert.equal(store.taskOf(store.rows.gpus.get('G0')!), undefined);
    assert.equal(store.node('a'), 'node-1');
    assert.equal(store.node('gone'), 'gone');
});
