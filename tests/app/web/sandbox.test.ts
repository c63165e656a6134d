// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, entriesOf, isText, nextSorting, sortedEntries, steps, whyNot } from '../../../app/web/src/files/sandbox';

const root = '/framework/f/task/t/';
const rows = [
    { path: `${root}log-10`, size: 5, mode: '-rw-r--r--', mtime: 30 }, { path: `${root}log-9`, size: 900, mode: '-rw-r--r--', mtime: 20 },
    { path: `${root}results`, size: 4096, mode: 'drwxr-xr-x', mtime: 10 },
];
const names = (sorting: string) => sortedEntries(entriesOf(rows, ''), sorting).map(({ name }) => name);

test('folders come first, names as people count them', () => {
    assert.deepEqual(names('name'), ['results', 'log-9', 'log-10']);
    assert.deepEqual(names('-name'), ['results', 'log-10', 'log-9']);
    assert.deepEqual(names('-size'), ['results', 'log-9', 'log-10']);
    assert.deepEqual(names('modified'), ['results', 'log-9', 'log-10']);
    assert.deepEqual(names('-modified'), ['results', 'log-10', 'log-9']);
});

test('a heading sorts, and again the other way', () => {
    assert.equal(nextSorting('name', 'size'), '-size');
    assert.equal(nextSorting('-size', 'size'), 'size');
    assert.equal(nextSorting('size', 'name'), 'name');
    assert.equal(nextSorting('name', 'name'), '-name');
});

test('paths are those inside the sandbox', () => {
    assert.deepEqual(entriesOf([{ path: `${root}results/run 1/a`, size: 1, mode: '-rw-------', mtime: 1.5 }], 'results/run 1'),
        [{ name: 'a', path: 'results/run 1/a', folder: false, size: 1, mode: '-rw-------', modifiedMs: 1500 }]);
    assert.deepEqual(steps('results/run 1'), [{ name: 'results', path: 'results' }, { name: 'run 1', path: 'results/run 1' }]);
    assert.deepEqual(steps(''), []);
    const url = new URL(address('read', { agent: 'a', framework: 'f', task: 't' }, 'x/50% & #1', { offset: 7 }), 'http://h/');
    assert.equal(url.pathname, '/web/files/read');
    assert.deepEqual(Object.fromEntries(url.searchParams), { agent: 'a', framework: 'f', task: 't', path: 'x/50% & #1', offset: '7' });
});

test('says what is wrong', () => {
    assert.match(whyNot(404, ''), /was removed/);
    assert.match(whyNot(403, ''), /may not/);
    assert.equal(whyNot(503, 'The agent is not connected\n'), 'The agent is not connected');
    assert.equal(whyNot(500, ''), 'The master answered 500');
    assert.ok(isText('a\nb') && !isText('a\0b'));
});
