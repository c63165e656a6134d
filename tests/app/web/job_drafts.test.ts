// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JobDrafts } from '../../../app/web/src/forms/job_drafts';
import type { RequestBody } from '../../../app/web/src/wire/connection';
import type { Reply } from '../../../app/web/src/words/words';

class Link {
    readonly asked: { body: RequestBody; answer: (reply: Reply) => void; fail: (error: Error) => void }[] = [];

    request(body: RequestBody): Promise<Reply> {
        return new Promise((answer, fail) => this.asked.push({ body, answer, fail }));
    }
}

const draftOf = (command_line: string): Reply => ({ id: '1', job_draft: { command_line } });
const isCurrent = (drafts: JobDrafts) => drafts.isCurrent.value;
const said = (drafts: JobDrafts) => drafts.draft.value?.command_line;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a draft of an older text is not said to be of what is written now', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const link = new Link();
    const drafts = new JobDrafts(() => link);
    const first = drafts.read({ yaml: 'one' });
    void drafts.readLater({ yaml: 'other' });
    link.asked[0]!.answer(draftOf('one'));
    assert.equal((await first)?.command_line, 'one', 'who asked for it gets it');
    assert.equal(isCurrent(drafts), false);
    assert.equal(said(drafts), undefined);
    context.mock.timers.tick(1000);
    link.asked[1]!.answer(draftOf('other'));
    await turn();
    assert.equal(isCurrent(drafts), true);
    assert.equal(said(drafts), 'other');
    void drafts.read({ yaml: 'third' });
    assert.equal(isCurrent(drafts), false, 'nor while it is read at once');
    drafts.stop();
    link.asked[2]!.answer(draftOf('third'));
    await turn();
    assert.equal(said(drafts), 'other');
});

test('what is typed fast is read once', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const link = new Link();
    const drafts = new JobDrafts(() => link);
    for (const yaml of ['a', 'ab', 'abc']) {
        void drafts.readLater({ yaml });
        context.mock.timers.tick(20);
    }
    context.mock.timers.tick(1000);
    assert.deepEqual(link.asked.map(({ body }) => body.read_job?.yaml), ['abc']);
    link.asked[0]!.fail(new Error('lost'));
    await turn();
    assert.equal(drafts.problem.value, 'lost');
    assert.equal(isCurrent(drafts), false);
});
