// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '../../../app/web/src/tables/column';
import { parseFilter } from '../../../app/web/src/tables/filter';
import { clicked, filtered, parseSorting, sorted, sortingText } from '../../../app/web/src/tables/order';
import type { Heading } from '../../../app/web/src/words/words';

interface Row { node: string; temp?: number }
const heading = (key: string, measure: Heading['measure']): Heading => ({ key, head: '', listed: 'table', title: key, names: [key], rank: 'main', measure, figure: false, share: false, unit: '', help: '' });
const columns: readonly Column<Row>[] = [
    { heading: heading('node', 'text'), value: (row) => row.node }, { heading: heading('temp', 'number'), value: (row) => row.temp },
];
const rows: readonly Row[] = [{ node: 'node-10', temp: 40 }, { node: 'node-9' }, { node: 'node-2', temp: 40 }, { node: 'Node-1', temp: 70 }];
const nodes = (list: readonly Row[]) => list.map(({ node }) => node);

test('numbers in names count as numbers', () => {
    assert.deepEqual(nodes(sorted(rows, columns, parseSorting('node'))), ['Node-1', 'node-2', 'node-9', 'node-10']);
});

test('several columns sort, equal rows keep their order, what is unknown is last', () => {
    assert.deepEqual(nodes(sorted(rows, columns, parseSorting('temp'))), ['node-10', 'node-2', 'Node-1', 'node-9']);
    assert.deepEqual(nodes(sorted(rows, columns, parseSorting('-temp,node'))), ['Node-1', 'node-2', 'node-10', 'node-9']);
    assert.deepEqual(nodes(sorted(rows, columns, parseSorting('nothing'))), nodes(rows));
});

test('a click sorts, another turns around, one with Shift adds', () => {
    const once = clicked([], 'node', false);
    assert.equal(sortingText(once), 'node');
    assert.equal(sortingText(clicked(once, 'node', false)), '-node');
    assert.equal(sortingText(clicked(once, 'temp', true)), 'node,temp');
    assert.equal(sortingText(clicked(once, 'temp', false)), 'temp');
    assert.deepEqual(parseSorting('-,,-a'), [{ key: 'a', descending: true }]);
});

test('a filter reads cells and raw values', () => {
    const filter = (text: string) => nodes(filtered(rows, columns, parseFilter(text, columns.map((one) => one.heading), ''), 0));
    assert.deepEqual(filter('temp>50'), ['Node-1']);
    assert.deepEqual(filter('node-1'), ['node-10', 'Node-1']);
    assert.deepEqual(filter(''), nodes(rows));
});
