// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TerminalLink, type End, type Socket } from '../../../app/web/src/terminal/terminal_link';

class FakeSocket implements Socket {
    binaryType: BinaryType = 'blob';
    onopen: Socket['onopen'] = null;
    onmessage: Socket['onmessage'] = null;
    onclose: Socket['onclose'] = null;
    readonly sent: (string | Uint8Array)[] = [];
    closed = false;
    send(data: string | Uint8Array<ArrayBuffer>): void { this.sent.push(data); }
    close(): void { this.closed = true; }
    say(message: object | Uint8Array<ArrayBuffer>): void {
        this.onmessage?.({ data: message instanceof Uint8Array ? message.buffer : JSON.stringify(message) } as MessageEvent);
    }
    lose(reason = ''): void { this.onclose?.({ reason } as CloseEvent); }
    get told(): unknown[] { return this.sent.filter((one) => typeof one === 'string').map((one) => JSON.parse(one as string)); }
    get typed(): number[] { return this.sent.flatMap((one) => (typeof one === 'string' ? [] : [one.length])); }
}

function opened() {
    const socket = new FakeSocket();
    const ends: End[] = [];
    const drawn: (() => void)[] = [];
    const link = new TerminalLink(socket, { framework: 'f', task: 't', author: 'ann' }, { rows: 24, columns: 80 },
        { opened: () => undefined, output: (_, taken) => drawn.push(taken), ended: (how) => ends.push(how) });
    socket.onopen?.({} as Event);
    return { socket, link, ends, drawn };
}

test('asks for the task and the size first, and types only once it is open', () => {
    const { socket, link } = opened();
    assert.deepEqual(socket.told, [{ open: { framework_id: 'f', task_id: 't', author: 'ann', rows: 24, columns: 80 } }]);
    link.type(Uint8Array.of(3));
    assert.deepEqual(socket.typed, []);
    socket.say({ opened: true });
    assert.deepEqual(socket.typed, [1]);
});

test('what is pasted goes in pieces, no more of them ahead than the task takes', () => {
    const { socket, link } = opened();
    socket.say({ opened: true });
    link.type(new Uint8Array(1_000_000));
    assert.equal(socket.typed.length, 16);
    assert.ok(socket.typed.every((length) => length <= 8192));
    socket.say({ taken: 5 });
    assert.equal(socket.typed.length, 21);
    while (socket.typed.reduce((sum, one) => sum + one, 0) < 1_000_000) {
        socket.say({ taken: 1 });
    }
    assert.equal(socket.typed.length, Math.ceil(1_000_000 / 8192));
});

test('of the sizes that wait only the newest is told, before what was typed', () => {
    const { socket, link } = opened();
    socket.say({ opened: true });
    link.type(new Uint8Array(20 * 8192));
    link.resize({ rows: 10, columns: 10 });
    link.resize({ rows: 30, columns: 90 });
    socket.say({ taken: 16 });
    assert.deepEqual(socket.told.slice(1), [{ resize: { rows: 30, columns: 90 } }]);
});

test('output that is not drawn is not said to be taken', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, drawn } = opened();
    socket.say({ opened: true });
    for (let count = 0; count < 20; ++count) {
        socket.say(Uint8Array.of(65));
    }
    assert.equal(socket.told.length, 1);
    drawn.slice(0, 16).forEach((taken) => taken());
    assert.deepEqual(socket.told.at(-1), { taken: 16 });
    drawn.slice(16).forEach((taken) => taken());
    mock.timers.tick(20);
    assert.deepEqual(socket.told.at(-1), { taken: 4 });
});

test('says how it ended, once', () => {
    for (const [said, how] of [[{ ended: { exit_code: 3 } }, { exitCode: 3 }], [{ ended: { signal: 9 } }, { signal: 9 }], [{ error: 'No' }, { error: 'No' }]] as const) {
        const { socket, ends } = opened();
        socket.say(said);
        socket.lose();
        assert.deepEqual(ends, [how]);
        assert.ok(socket.closed);
    }
    const lost = opened();
    lost.socket.lose('The session has ended: sign in again');
    assert.deepEqual(lost.ends, [{ error: 'The session has ended: sign in again' }]);
    const left = opened();
    left.link.close();
    left.socket.lose();
    assert.deepEqual(left.ends, []);
});
