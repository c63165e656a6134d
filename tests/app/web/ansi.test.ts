// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexed, parseAnsi, plain, plainText } from '../../../app/web/src/forms/ansi';
import { bytesOf, LogLines, mostLines } from '../../../app/web/src/forms/log_lines';

test('colours become styles, letters stay letters', () => {
    const { runs, style } = parseAnsi('a \x1b[1;32mgreen\x1b[0m <b>x</b>');
    assert.deepEqual(runs.map(({ text }) => text), ['a ', 'green', ' <b>x</b>']);
    assert.equal(runs[1]!.style.foreground, '2');
    assert.ok(runs[1]!.style.bold);
    assert.deepEqual(style, plain);
});

test('a style lasts until it is taken back, over lines', () => {
    const first = parseAnsi('\x1b[91mred');
    assert.equal(first.style.foreground, '9');
    assert.equal(parseAnsi('still', first.style).runs[0]!.style.foreground, '9');
});

test('256 and true colours', () => {
    assert.equal(indexed(196), '#ff0000');
    assert.equal(indexed(244), '#808080');
    assert.equal(indexed(5), '5');
    assert.equal(parseAnsi('\x1b[38;5;196mx').runs[0]!.style.foreground, '#ff0000');
    assert.equal(parseAnsi('\x1b[48;2;1;2;300mx').runs[0]!.style.background, '#0102ff');
    assert.equal(parseAnsi('\x1b[38;5mx').runs[0]!.style.foreground, '0');
});

test('other sequences and control characters are left out', () => {
    assert.equal(plainText('\x1b]0;title\x07a\x1b[2Kb\x1b[3;4Hc\x07\td'), 'abc\td');
    assert.equal(plainText('\x1b'), '');
    assert.equal(plainText('\x1b[31'), '[31');
});

test('a carriage return begins the line anew', () => {
    assert.equal(plainText('10%\r20%\r\x1b[32m30%\r'), '30%');
    assert.equal(plainText('windows\r'), 'windows');
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines come in parts, even of letters', () => {
    const log = new LogLines();
    const whole = bytes('één\nzwei\nth');
    log.append(0, whole.subarray(0, 1), 0);
    log.append(0, whole.subarray(1), 0);
    log.append(1, bytes('other\n'), 5);
    log.append(0, bytes('ree\n'), 0);
    assert.deepEqual(log.lines.map(({ text }) => text), ['één', 'zwei', 'three', 'other']);
    assert.deepEqual(log.lines.map(({ stream }) => stream), [0, 0, 0, 1]);
});

test('a progress bar without an end of line does not grow', () => {
    const log = new LogLines();
    for (let percent = 0; percent <= 100; percent += 1) {
        log.append(0, bytes(`${percent}%\r`), 0);
    }
    log.append(0, bytes('done\n'), 0);
    assert.deepEqual(log.lines.map(({ text }) => text), ['done']);
});

test('the newest lines are kept', () => {
    const log = new LogLines();
    log.append(0, bytes('x\n'.repeat(mostLines + 5)), 0);
    assert.equal(log.lines.length, mostLines);
    assert.equal(log.dropped, 5);
});

test('base64 of the wire', () => {
    assert.deepEqual([...bytesOf('AAH/')], [0, 1, 255]);
});
