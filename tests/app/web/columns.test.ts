// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { store } from '../../../app/web/src/frame/app';
import type { Column, Value } from '../../../app/web/src/tables/column';
import { textOf } from '../../../app/web/src/tables/column';
import { gpuColumns } from '../../../app/web/src/tables/gpu_columns';
import { fitting, movedAmong, movedKey } from '../../../app/web/src/tables/order';
import { alertColumns, eventColumns, offerColumns, refusalColumns, usageColumns } from '../../../app/web/src/tables/other_columns';
import { bundle } from '../../../app/web/src/tables/values';
import { jobColumns, nodeColumns, taskColumns } from '../../../app/web/src/tables/work_columns';
import { clockText, durationText, localTimes, mebibytesText } from '../../../app/web/src/words/text';
import { columns, orders, type Kind } from '../../../app/web/src/words/words';

const tables = { gpus: gpuColumns, nodes: nodeColumns, jobs: jobColumns, tasks: taskColumns, offers: offerColumns, refusals: refusalColumns, alerts: alertColumns, events: eventColumns, usage: usageColumns(3_600_000) };

test('every column that C++ shows has a cell', () => {
    for (const kind of Object.keys(orders) as Kind[]) {
        assert.deepEqual(tables[kind].map(({ heading }) => heading.key), orders[kind]);
        for (const column of tables[kind]) {
            assert.equal(typeof column.value, 'function', `${kind} ${column.heading.key}`);
        }
        assert.equal(new Set(columns[kind].map(({ key }) => key)).size, columns[kind].length);
    }
});

test('cells of a GPU', () => {
    store.takeSnapshot({
        rows: { agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G0'], gpu_generation: 1, used: { gpus: '1000', cpus: '500' }, resources: { gpus: '1000', cpus: '2000', mem: '2048000' } }],
            gpus: [{ uuid: 'G0', agent_id: 'a', state: 'ALLOCATED', memory_bytes: String(1000 * 1048576), power_limit_mw: 700_000, framework_id: 'f', task_id: 't', mig: false }],
            tasks: [{ framework_id: 'f', id: 't', name: 'train', user: 'alice' }] },
        telemetry: [{ agent_id: 'a', gpu_generation: 1, columns: [{ values: [97] }, { metric: 2, values: [500] }, { metric: 4, values: [300_500] }, { metric: 12, values: [5] }] }],
    });
    const gpu = store.rows.gpus.get('G0')!;
    const text = (key: string) => textOf(gpuColumns.find(({ heading }) => heading.key === key)!, gpu);
    assert.equal(text('node'), 'node-1');
    assert.equal(text('state'), 'Busy');
    assert.equal(text('utilization_percent'), '97%');
    assert.equal(text('memory_used_mib'), '500/1000 MiB');
    assert.equal(text('power_watts'), '301/700 W');
    assert.equal(text('temperature_celsius'), 'n/a');
    assert.equal(text('throttle_reasons'), 'idle, power cap');
    assert.equal(text('task_name'), 'train');
    assert.equal(text('user'), 'alice');
    assert.equal(text('mig'), 'off');
    assert.equal(text('ecc_mode'), 'n/a');
    assert.equal(text('reason'), '-');
    const node = store.rows.agents.get('a')!;
    assert.equal(textOf(nodeColumns.find(({ heading }) => heading.key === 'cpus_used')!, node), '0.5 / 2');
    assert.equal(textOf(nodeColumns.find(({ heading }) => heading.key === 'memory_used_mib')!, node), '0 MiB / 2 GiB');
});

test('resources as Mesos writes them', () => {
    assert.equal(bundle({ cpus: '1000', mem: '128000', gpus: '2000', others: [{ name: 'ports', type: 'RANGES', ranges: { range: [{ begin: '31000', end: '32000' }] } }] as never }), 'cpus:1; mem:128; gpus:2; ports:[31000-32000]');
    assert.equal(bundle(undefined), '');
});

test('columns move, and those that have no room go from the end', () => {
    assert.deepEqual(movedKey(['a', 'b', 'c'], 'a', 2), ['b', 'c', 'a']);
    assert.deepEqual(movedKey(['a', 'b', 'c'], 'c', -1), ['a', 'c', 'b']);
    assert.deepEqual(movedKey(['a', 'b'], 'a', -1), ['a', 'b']);
    assert.deepEqual(movedKey(['a', 'b'], 'x', 1), ['a', 'b']);
    assert.deepEqual(movedAmong(['a', 'b', 'c', 'd'], ['a', 'c'], 'a', 1), ['b', 'c', 'a', 'd'], 'those without room stay');
    assert.deepEqual(movedAmong(['a', 'b', 'c', 'd'], ['a', 'c'], 'c', -1), ['c', 'a', 'b', 'd']);
    assert.deepEqual(movedAmong(['a', 'b', 'c', 'd'], ['a', 'c'], 'c', 1), ['a', 'b', 'c', 'd']);
    assert.deepEqual(movedAmong(['a', 'b'], ['a'], 'x', 1), ['a', 'b']);
    const usual = gpuColumns.filter(({ heading }) => heading.rank === 'main' || heading.rank === 'usual');
    const fits = fitting(usual, usual.map(() => 100), usual.length * 100 - 150);
    assert.equal(fits.length, usual.length - 2);
    assert.ok(usual.filter((column) => !fits.includes(column)).every(({ heading }) => heading.rank === 'usual'));
    assert.deepEqual(fitting(usual, usual.map(() => 100), 0).map(({ heading }) => heading.rank).filter((rank) => rank !== 'main'), []);
});

test('times and sizes for people', () => {
    assert.equal(durationText(59), '59 s');
    assert.equal(durationText(61), '1 min 01 s');
    assert.equal(durationText(7260), '2 h 01 min');
    assert.equal(durationText(90_000), '1 d 1 h');
    assert.equal(mebibytesText(1_536_000), '1.5 GiB');
    assert.equal(clockText(0), '');
    assert.equal(localTimes('until 2026-11-26T14:00:00Z'), `until ${clockText(Date.parse('2026-11-26T14:00:00Z'))}`);
});

// What C++ says of the same rows: muster-web-declarations --samples. Words of states and local times are the page's own.
const samples = process.env.MUSTER_WEB_SAMPLES;
interface Sample { row: object; cells: Record<string, { value: Value | null; text: string }>; total?: { gpu_ms?: string } }

test('cells are those of C++', { skip: samples === undefined && 'MUSTER_WEB_SAMPLES names no file' }, () => {
    const all = JSON.parse(readFileSync(samples!, 'utf8')) as { snapshot: object } & Record<Kind, Sample[]>;
    store.takeSnapshot(all.snapshot);
    const differences: object[] = [];
    const compare = (where: string, page: unknown, cpp: unknown) => {
        if (!isDeepStrictEqual(page, cpp)) {
            differences.push({ where, page, cpp });
        }
    };
    for (const kind of Object.keys(tables) as Kind[]) {
        for (const { row, cells, total } of all[kind]) {
            const table = (kind === 'usage' ? usageColumns(Number(total?.gpu_ms ?? 0)) : tables[kind]) as readonly Column<object>[];
            for (const column of table) {
                const { key, measure } = column.heading;
                const expected = cells[key]!;
                const where = `${kind} ${key} of ${JSON.stringify(row).slice(0, 120)}`;
                const own = ['state', 'rule', 'severity'].includes(key) || (kind === 'refusals' && key === 'reason') || measure === 'moment' || measure === 'duration'
                    || /\d{4}-\d\d-\d\dT/.test(expected.text) || (kind === 'nodes' && key.endsWith('_used')) || key === 'memory_used_mib' || key === 'offer_id' || key === 'object';
                if (measure === 'text' && /\d{4}-\d\d-\d\dT/.test(String(expected.value))) {
                    continue;
                }
                if (key !== 'object' && !(kind === 'jobs' && key === 'reason')) {
                    compare(where, column.value(row) ?? null, expected.value);
                }
                if (!own && !(kind === 'jobs' && key === 'reason')) {
                    compare(where, textOf(column, row), expected.text);
                }
            }
        }
    }
    assert.deepEqual(differences, []);
});
