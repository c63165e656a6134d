// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Value } from '../../../app/web/src/tables/column';
import { parseFilter, type FilterColumn } from '../../../app/web/src/tables/filter';

const columns: readonly FilterColumn[] = [
    { names: ['node'], measure: 'text' }, { names: ['util', 'gpu'], measure: 'number' }, { names: ['mem'], measure: 'mebibytes' },
    { names: ['age'], measure: 'moment' }, { names: ['user'], measure: 'text' }, { names: ['cpus'], measure: 'thousandths' },
];
const now = 1_000_000_000;
const row: readonly Value[] = ['node-7', 81, 61_766, now - 90_000, 'alice', 500];

function holds(text: string, values = row): boolean {
    const filter = parseFilter(text, columns, 'alice');
    assert.equal(filter.problem, '', text);
    const cell = (place: number) => String(values[place] ?? 'n/a').toLowerCase();
    return filter.matches({ text: cell, value: (place) => values[place], all: () => values.map((_, place) => cell(place)).join('\n') }, now);
}

test('words, quoted words and patterns occur in some cell', () => {
    assert.ok(holds('NODE alice'));
    assert.ok(!holds('node bob'));
    assert.ok(holds('"node-7"'));
    assert.ok(holds('/node-[5-9]/'));
    assert.ok(holds('!bob !!alice'));
    assert.ok(!holds('/usr/bin'));
});

test('keys ask one column', () => {
    assert.ok(holds('node:7'));
    assert.ok(!holds('user:node'));
    assert.ok(holds('user:/^al/'));
    assert.ok(holds('user:me'));
    assert.ok(holds('user=alice user!=bob'));
});

test('numbers are compared with their units', () => {
    assert.ok(holds('util>80 gpu<=81%'));
    assert.ok(!holds('util>81'));
    assert.ok(holds('mem>40G mem<61T'));
    assert.ok(holds('age<2m age>=1m30s'));
    assert.ok(holds('cpus=0.5'));
    assert.ok(holds('util!=80'));
});

test('what is unknown never holds', () => {
    const unknown: readonly Value[] = ['node-7', undefined, undefined, 0];
    assert.ok(!holds('util>=0', unknown));
    assert.ok(!holds('age>0s', unknown));
    assert.ok(holds('!util>0', unknown));
});

test('a term that is being typed holds', () => {
    for (const text of ['', '!', 'node:', 'util>', 'node:7 util>']) {
        assert.ok(holds(text), text);
    }
});

test('mistakes are said with the remedy', () => {
    const problem = (text: string, me = '') => parseFilter(text, columns, me).problem;
    assert.match(problem('nod:7'), /No column "nod"; columns are node, util/);
    assert.match(problem('util>much'), /"much" is not a valid value for util; use for example util>80/);
    assert.match(problem('user>5'), /user contains text/);
    assert.match(problem('/[/'), /not a valid pattern/);
    assert.match(problem('user:me'), /your user name is not known/);
    assert.match(problem('x'.repeat(1001)), /1001 characters, the maximum is 1000/);
});
