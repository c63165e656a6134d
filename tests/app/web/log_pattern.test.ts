// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAnsi, plain } from '../../../app/web/src/forms/ansi';
import { compile, LogHits, optionsOf, patternOf, pieces } from '../../../app/web/src/forms/log_pattern';

const found = (text: string, options: string, line: string) => compile(patternOf(text, options)).matches(line).map(({ begin, end }) => line.slice(begin, end));

test('letters are looked for as they stand, an expression as one', () => {
    assert.deepEqual(found('a.c', '', 'abc a.c A.C'), ['a.c', 'A.C']);
    assert.deepEqual(found('a.c', 'c', 'abc a.c A.C'), ['a.c']);
    assert.deepEqual(found('a.c', 'r', 'abc a.c A.C'), ['abc', 'a.c', 'A.C']);
    assert.deepEqual(found('a*', 'r', 'baab'), ['aa'], 'nothing is no match');
    assert.deepEqual(found('loss/step-1 [x]', '', 'loss/step-1 [x]'), ['loss/step-1 [x]']);
    assert.equal(optionsOf(patternOf('x', 'rci')), 'rci');
});

test('a filter has lines, or those without it', () => {
    const accepts = (text: string, options: string) => ['epoch 1', 'warning'].filter(compile(patternOf(text, options)).accepts);
    assert.deepEqual(accepts('', 'i'), ['epoch 1', 'warning'], 'nothing is looked for');
    assert.deepEqual(accepts('EPOCH', ''), ['epoch 1']);
    assert.deepEqual(accepts('epoch', 'i'), ['warning']);
    const wrong = compile(patternOf('a(', 'r'));
    assert.notEqual(wrong.problem, '');
    assert.ok(wrong.isEmpty && wrong.accepts('anything'), 'a wrong one changes nothing');
});

test('matches go over runs of colours', () => {
    const { runs } = parseAnsi('step \u001b[32m12\u001b[0m of 12', plain);
    const matches = compile(patternOf('p 12', '')).matches('step 12 of 12');
    assert.deepEqual(pieces(runs, matches).map(({ run, hit }) => [run.text, hit]), [['ste', -1], ['p ', 0], ['12', 0], [' of 12', -1]]);
    assert.deepEqual(pieces(runs, compile(patternOf('12', '')).matches('step 12 of 12')).map(({ run, hit }) => [run.text, hit]),
        [['step ', -1], ['12', 0], [' of ', -1], ['12', 1]]);
    assert.equal(pieces(runs, matches).map(({ run }) => run.text).join(''), 'step 12 of 12');
});

test('steps go from match to match, around the end, and are counted', () => {
    const lines = [{ text: 'none' }, { text: 'x x' }, { text: 'none' }, { text: 'x' }];
    const hits = new LogHits(compile(patternOf('x', '')));
    assert.equal(hits.total(lines), 3);
    const walk = (forward: boolean) => {
        const seen = [];
        let at = hits.step(lines, undefined, forward);
        for (let steps = 0; steps < 4; steps += 1) {
            seen.push(`${at!.line}.${at!.nth}`);
            at = hits.step(lines, at, forward);
        }
        return seen;
    };
    assert.deepEqual(walk(true), ['1.0', '1.1', '3.0', '1.0']);
    assert.deepEqual(walk(false), ['3.0', '1.1', '1.0', '3.0']);
    assert.equal(hits.before(lines, { line: 1, nth: 1 }), 1);
    lines[3]!.text = 'x x x'; // the last line still grows
    assert.equal(hits.total(lines), 5);
    assert.equal(hits.step([], undefined, true), undefined);
    assert.equal(new LogHits(compile(patternOf('y', ''))).step(lines, undefined, true), undefined);
});
