// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogFeed } from '../../../app/web/src/forms/log_feed';
import { Refused, type RequestBody } from '../../../app/web/src/wire/connection';
import { logConfirmed, type Reply } from '../../../app/web/src/words/words';

class Link {
    readonly asked: { id: string; body: RequestBody; take: (reply: Reply) => boolean; fail: (error: Refused) => void }[] = [];
    readonly told: RequestBody[] = [];

    stream(body: RequestBody, take: (reply: Reply) => boolean, fail: (error: Refused) => void): string {
        const id = String(this.asked.length + 3);
        this.asked.push({ id, body, take, fail });
        return id;
    }
    tell(body: RequestBody): void { this.told.push(body); }
    forget(): void {}

    files(): string[] {
        return this.asked.map(({ body }) => `${body.read_log!.task_id} ${body.read_log!.file} ${body.read_log!.offset}`);
    }
    say(which: number, text: string, offset = 0, end = false): void {
        this.asked[which]!.take({ id: this.asked[which]!.id, log: { offset: String(offset), ...(text === '' ? {} : { data: Buffer.from(text).toString('base64') }), ...(end ? { end } : {}) } });
    }
}

const first = { id: 'job-1.1', framework_id: 'f' };
const second = { id: 'job-1.2', framework_id: 'f' };
const sourcesOf = (...tasks: { id: string; framework_id: string }[]) => tasks.flatMap((task) => (['stdout', 'stderr'] as const).map((file) => ({ task, file })));

test('what several tasks wrote comes task by task', () => {
    const link = new Link();
    const feed = new LogFeed(link, sourcesOf(first, second), 1000);
    feed.start();
    assert.deepEqual(link.files(), ['job-1.1 stdout -1000', 'job-1.1 stderr -1000']);
    link.say(0, 'one\ntwo\n', 0, true);
    assert.equal(link.asked.length, 2, 'its other file is not read yet');
    link.say(1, 'failed\n', 0, true);
    assert.deepEqual(link.files().slice(2), ['job-1.2 stdout -1000', 'job-1.2 stderr -1000']);
    link.say(2, 'again\n');
    link.say(2, '', 6);
    link.say(2, 'live\n', 6);
    assert.deepEqual(feed.lines.lines.map(({ text, stream }) => `${stream} ${text}`), ['0 one', '0 two', '1 failed', '2 again', '2 live']);
    assert.deepEqual(feed.lines.lines.map(({ atMs }) => atMs > 0), [false, false, false, false, true]);
    feed.stop();
    assert.deepEqual(link.told.map(({ cancel_log }) => cancel_log?.request_id), ['5', '6']);
});

test('each stream confirms what it has taken', () => {
    const link = new Link();
    const feed = new LogFeed(link, sourcesOf(first), 1000);
    feed.start();
    link.say(0, 'x'.repeat(logConfirmed - 1));
    assert.deepEqual(link.told, []);
    link.say(0, 'y', logConfirmed - 1);
    assert.deepEqual(link.told, [{ log_taken: { request_id: '3', bytes: String(logConfirmed) } }]);
    feed.stop();
});

test('a file that is missing holds nobody up, a lost connection goes on where it was', () => {
    const link = new Link();
    const feed = new LogFeed(link, sourcesOf(first, second), 1000);
    feed.start();
    link.say(0, 'one\n', 0, true);
    link.asked[1]!.fail(new Refused('NOT_FOUND', 'no such file'));
    assert.equal(link.asked.length, 4);
    assert.equal(feed.problem.value, '');
    link.say(2, 'two\n', 500);
    link.asked[2]!.fail(new Refused('UNAVAILABLE', 'The connection was lost'));
    link.asked[3]!.fail(new Refused('UNAVAILABLE', 'The connection was lost'));
    assert.equal(feed.problem.value, '', 'of that people are told elsewhere');
    feed.start();
    assert.deepEqual(link.files().slice(4), ['job-1.2 stdout 504', 'job-1.2 stderr -1000']);
    feed.stop();
});
