// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackOff } from '../../../app/web/src/wire/back_off';
import { Connection, Refused } from '../../../app/web/src/wire/connection';
import { openPoll } from '../../../app/web/src/wire/poll';
import { Store, shownKinds } from '../../../app/web/src/wire/store';
import type { Message, Poll, Request } from '../../../app/web/src/words/words';

class FakeSocket {
    static readonly OPEN = 1;
    static all: FakeSocket[] = [];
    readyState = 0;
    sent: Request[] = [];
    onopen: () => void = () => undefined;
    onmessage: (event: { data: string }) => void = () => undefined;
    onclose: (event: { reason: string }) => void = () => undefined;

    constructor(readonly url: string, readonly protocols: string[]) { FakeSocket.all.push(this); }
    send(text: string) { this.sent.push(JSON.parse(text) as Request); }
    close() { this.readyState = 3; this.onclose({ reason: '' }); }
    open() { this.readyState = 1; this.onopen(); }
    say(message: Message) { this.onmessage({ data: JSON.stringify(message) }); }
}
globalThis.WebSocket = FakeSocket as never;

const turn = () => new Promise((resolve) => { setTimeout(resolve, 0); });

type Answer = { status: number; text: string };

// A master that is asked by Poll: each waits until `answer` says something.
class FakePolls {
    asked: Poll[] = [];
    waiting: ((answer: Answer | undefined) => void)[] = [];
    readonly ask = (poll: Poll) => new Promise<Answer>((resolve, reject) => {
        this.asked.push(poll);
        this.waiting.push((answer) => (answer === undefined ? reject(new Error('cut')) : resolve(answer)));
    });
    async answer(answer: Answer | undefined) {
        this.waiting.shift()!(answer);
        await later();
    }
    say(first: number, ...messages: Message[]) {
        return this.answer({ status: 200, text: JSON.stringify({ poll: 'p', first: String(first), messages }) });
    }
}
const later = async () => { await turn(); await turn(); };

async function made(getTicket = () => Promise.resolve('t1'), polls = new FakePolls()) {
    const store = new Store((flush) => flush());
    let ended = 0;
    const connection = new Connection(store, { url: () => 'ws://h/ws/console', getTicket, poll: polls.ask, onSessionEnd: () => { ended += 1; } });
    await connection.connect();
    const socket = FakeSocket.all.at(-1)!;
    return { store, connection, socket, ended: () => ended };
}

test('connects with a ticket, subscribes, is live with the snapshot', async () => {
    const { connection, socket, store } = await made();
    assert.deepEqual(socket.protocols, ['muster.v1.json', 'muster.ticket.t1']);
    socket.open();
    assert.deepEqual(socket.sent[0], { id: '1', protocol: 1, subscribe: { telemetry: true, shown: { kinds: shownKinds, samples: [], gather_ms: 100 } } });
    assert.equal(connection.phase.value, 'connecting');
    socket.say({ snapshot: { seq: '3', rows: { gpus: [{ uuid: 'G' }] } } });
    assert.equal(connection.phase.value, 'live');
    assert.equal(store.rows.gpus.size, 1);
    connection.close();
});

test('a missing delta asks for a new snapshot', async () => {
    const { connection, socket } = await made();
    socket.open();
    socket.say({ snapshot: { seq: '3' } });
    socket.say({ delta: { seq: '4' } });
    assert.equal(socket.sent.length, 1);
    socket.say({ delta: { seq: '6' } });
    assert.equal(socket.sent.length, 2);
    assert.ok(socket.sent[1]!.subscribe);
    connection.close();
});

test('answers find their questions, refusals are errors', async () => {
    const { connection, socket } = await made();
    socket.open();
    socket.say({ snapshot: {} });
    const [one, other] = [connection.request({ kill_job: { job_id: 'job-1' } }), connection.request({ kill_job: { job_id: 'job-2' } })];
    const [first, second] = socket.sent.slice(-2);
    socket.say({ reply: { id: second!.id!, error: { kind: 'DENIED', message: 'not yours' } } });
    socket.say({ reply: { id: first!.id!, note: 'done' } });
    assert.equal((await one).note, 'done');
    await assert.rejects(other, (error: Refused) => error.kind === 'DENIED' && error.message === 'not yours');
    connection.close();
});

test('a lost connection fails what waits, keeps the rows and says since when', async () => {
    const { connection, socket, store } = await made();
    socket.open();
    socket.say({ snapshot: { rows: { gpus: [{ uuid: 'G' }] } } });
    const waiting = connection.request({ kill_job: { job_id: 'job-1' } });
    socket.close();
    await assert.rejects(waiting, (error: Refused) => error.kind === 'UNAVAILABLE');
    assert.equal(connection.phase.value, 'waiting');
    assert.ok(connection.retryAtMs.value > Date.now());
    assert.equal(store.rows.gpus.size, 1);
    await assert.rejects(connection.request({ kill_job: {} }), /Not connected/);
    await connection.connect();
    const again = FakeSocket.all.at(-1)!;
    assert.notEqual(again, socket);
    again.open();
    again.say({ snapshot: {} });
    assert.equal(connection.phase.value, 'live');
    connection.close();
});

test('a session that is over is not tried again', async () => {
    const before = FakeSocket.all.length;
    const { connection, ended } = await made(() => Promise.reject(new Refused('DENIED', 'The session has ended')));
    await turn();
    assert.equal(ended(), 1);
    assert.equal(connection.phase.value, 'ended');
    assert.equal(FakeSocket.all.length, before);
});

test('says what is shown: at first, when it changes, and not when it is the same', async ({ mock }) => {
    const { connection, socket, store } = await made();
    connection.show([{ metrics: [0] }]);
    socket.open();
    assert.deepEqual(socket.sent[0]!.subscribe!.shown!.samples, [{ metrics: [0] }]);
    socket.say({ snapshot: { rows: { agents: [{ id: 'a', state: 'ACTIVE', gpus: ['G0', 'G1'], gpu_generation: 4 }], gpus: [{ uuid: 'G0', agent_id: 'a' }, { uuid: 'G1', agent_id: 'a' }] } } });
    socket.say({ telemetry: { packed: [{ metrics: [0], runs: 'BAEAAg==', values: 'Cww=' }] } });
    const values = () => [...store.rows.gpus.values()].map((gpu) => store.value(gpu, 0));
    assert.deepEqual(values(), [10, 11]);
    mock.timers.enable({ apis: ['setTimeout'] });
    connection.show([{ metrics: [0], gpus: ['G1'] }]);
    connection.show([{ metrics: [0] }]);
    mock.timers.tick(40);
    assert.equal(socket.sent.length, 1);
    connection.show([{ metrics: [0], gpus: ['G1'] }]);
    mock.timers.tick(40);
    assert.deepEqual(socket.sent[1]!.subscribe, { telemetry: true, shown: { kinds: shownKinds, samples: [{ metrics: [0], gpus: ['G1'] }], gather_ms: 100 }, change: true });
    assert.deepEqual(values(), [-1, 11], 'what no samples come of any more is not known');
    mock.timers.reset();
    connection.close();
});

test('what is shown is said in steps while it keeps changing', async (context) => {
    const { connection, socket } = await made();
    socket.open();
    socket.say({ snapshot: {} });
    context.mock.timers.enable({ apis: ['setTimeout'] });
    for (let row = 0; row < 10; row += 1) {
        connection.show([{ metrics: [0], gpus: [`G${row}`] }]);
        context.mock.timers.tick(20);
    }
    const asked = socket.sent.flatMap(({ subscribe }) => (subscribe?.change ? [subscribe.shown!.samples![0]!.gpus![0]] : []));
    assert.deepEqual(asked, ['G1', 'G3', 'G5', 'G7', 'G9']);
    connection.close();
});

test('pauses grow to ten seconds and begin anew', () => {
    const backOff = new BackOff();
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(() => backOff.next(0)), [1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
    backOff.reset();
    assert.equal(backOff.next(1), 667);
});

test('where no WebSocket gets through the page polls, and tries one again after an outage', async () => {
    const polls = new FakePolls();
    const { connection, socket, store } = await made(undefined, polls);
    socket.close();
    for (let turns = 0; turns < 100 && polls.asked.length === 0; turns += 1) { // its part of the page is loaded
        await turn();
    }
    assert.deepEqual(polls.asked, [{ first_request: '1', requests: [{ id: '1', protocol: 1, subscribe: { telemetry: true, shown: { kinds: shownKinds, samples: [], gather_ms: 100 } } }] }]);
    assert.ok(connection.polls.value);
    await polls.say(1, { snapshot: { seq: '3', rows: { gpus: [{ uuid: 'G' }] } } });
    assert.equal(connection.phase.value, 'live');
    assert.equal(store.rows.gpus.size, 1);
    assert.deepEqual(polls.asked[1], { poll: 'p', after: '1' });
    const reply = connection.request({ kill_job: { job_id: 'job-1' } });
    await later();
    const { id } = polls.asked[2]!.requests![0]!;
    assert.deepEqual(polls.asked[2], { poll: 'p', after: '1', first_request: '2', requests: [{ id, kill_job: { job_id: 'job-1' } }] });
    await polls.say(2); // the one that waited
    assert.equal(polls.asked.length, 3);
    await polls.say(2, { reply: { id: id!, note: 'done' } });
    assert.equal((await reply).note, 'done');
    assert.deepEqual(polls.asked[3], { poll: 'p', after: '2' });
    await polls.answer({ status: 410, text: 'The client does not keep up' });
    assert.equal(connection.phase.value, 'waiting');
    assert.equal(connection.cause.value, 'The client does not keep up');
    await connection.connect();
    assert.notEqual(FakeSocket.all.at(-1), socket);
    connection.close();
});

test('a Poll that was cut is sent again: nothing is lost, nothing is taken twice', async ({ mock }) => {
    const polls = new FakePolls();
    const got: Message[] = [];
    let closed = '';
    const line = openPoll(polls.ask, { opened: () => line.send({ id: '1' }), heard: () => {}, message: (message) => got.push(message), closed: (why) => { closed = why; } });
    await later();
    await polls.say(1, { reply: { id: '1' } });
    line.send({ id: '2' });
    await later();
    await polls.say(2);
    assert.equal(polls.asked.length, 3);
    mock.timers.enable({ apis: ['setTimeout'] });
    const settle = async () => { for (let times = 0; times < 10; times += 1) { await Promise.resolve(); } };
    polls.waiting.shift()!(undefined);
    await settle();
    mock.timers.tick(1000);
    await settle();
    assert.deepEqual(polls.asked[3], polls.asked[2]);
    const twice = { status: 200, text: JSON.stringify({ poll: 'p', first: '1', messages: [{ reply: { id: '1' } }, { reply: { id: '2' } }] }) };
    polls.waiting.shift()!(twice);
    await settle();
    assert.deepEqual(got.map(({ reply }) => reply!.id), ['1', '2']);
    mock.timers.tick(0);
    await settle();
    assert.deepEqual(polls.asked[4], { poll: 'p', after: '2' });
    for (let attempt = 0; attempt < 3; attempt += 1) {
        polls.waiting.shift()!({ status: 502, text: '' });
        await settle();
        mock.timers.tick(1000);
        await settle();
    }
    assert.equal(closed, 'The master does not answer');
    line.close();
});

test('an answer that is not the master\'s ends a conversation', async () => {
    const polls = new FakePolls();
    let closed = '';
    openPoll(polls.ask, { opened: () => {}, heard: () => {}, message: () => {}, closed: (why) => { closed = why; } });
    await later();
    await polls.answer({ status: 200, text: '<html>Sign in to this network</html>' });
    assert.equal(closed, 'The master does not answer');
});

test('many requests go in slices, in order', async () => {
    const polls = new FakePolls();
    const line = openPoll(polls.ask, { opened: () => {}, heard: () => {}, message: () => {}, closed: () => {} });
    await later();
    await polls.say(1);
    for (let id = 1; id <= 40; id += 1) {
        line.send({ id: String(id) });
    }
    await later();
    while (polls.waiting.length > 0 && polls.asked.length < 12) {
        await polls.say(1);
    }
    const taken: string[] = [];
    for (const { first_request: first = '1', requests = [] } of polls.asked) {
        assert.ok(requests.length <= 16);
        assert.ok(Number(first) <= taken.length + 1, 'no gap');
        requests.forEach((request, place) => { taken[Number(first) - 1 + place] = request.id!; });
    }
    assert.deepEqual(taken, Array.from({ length: 40 }, (_, at) => String(at + 1)));
    line.close();
});

test('who connects twice has one line', async () => {
    const before = FakeSocket.all.length;
    const { connection } = await made(async () => { await turn(); return 't'; });
    await Promise.all([connection.connect(), connection.connect()]);
    assert.equal(FakeSocket.all.slice(before).filter(({ readyState }) => readyState !== 3).length, 1);
    connection.close();
});
