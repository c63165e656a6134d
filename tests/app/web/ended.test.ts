// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndedFeed } from '../../../app/web/src/pages/ended';
import type { RequestBody } from '../../../app/web/src/wire/connection';
import { Store } from '../../../app/web/src/wire/store';
import type { Job, Reply } from '../../../app/web/src/words/words';

// A master that keeps `count` ended jobs, job-1 the oldest; the view has the newest ones.
function made(count: number, live: number) {
    const store = new Store((flush) => flush());
    const jobs = Array.from({ length: count }, (_, place): Job => ({ id: `job-${count - place}`, state: 'FINISHED' }));
    store.takeSnapshot({ seq: '1', rows: { jobs: jobs.slice(0, live) } });
    const asked: RequestBody[] = [];
    let refuses = false;
    const link = { request: async (body: RequestBody): Promise<Reply> => {
        asked.push(body);
        if (refuses) {
            throw new Error('Not connected to the master');
        }
        const { limit = 0, offset = 0 } = body.query_ended!;
        return { ended: { jobs: jobs.slice(offset, offset + limit), tasks: jobs.slice(offset, offset + limit).map(({ id = '' }) => ({ id: `${id}.1`, framework_id: 'f' })) } };
    } };
    return { store, feed: new EndedFeed(store, () => link), asked, refuse: (now: boolean) => { refuses = now; } };
}

test('pages that only have what is shown are passed over', async () => {
    const { feed, asked } = made(1300, 600);
    assert.equal(await feed.loadOlder('jobs'), 400);
    assert.deepEqual(asked.map(({ query_ended }) => query_ended), [{ limit: 500, offset: 0 }, { limit: 500, offset: 500 }]);
    assert.ok(feed.hasOlder('jobs'));
    assert.equal(await feed.loadOlder('jobs'), 300);
    assert.ok(!feed.hasOlder('jobs'));
    assert.equal(await feed.loadOlder('jobs'), 0);
    const ids = feed.merged('jobs').map(({ id }) => id);
    assert.equal(ids.length, 1300);
    assert.equal(new Set(ids).size, 1300);
    assert.ok(feed.isOlder('jobs', 'job-1') && !feed.isOlder('jobs', 'job-1300'));
    assert.equal(feed.tasks.get('f/job-1.1')?.id, 'job-1.1', 'its tasks come with it');
});

test('what the view forgets stays once it was loaded, and paging begins anew with a snapshot', async () => {
    const { store, feed, asked } = made(3, 2);
    assert.equal(await feed.loadOlder('jobs'), 1);
    store.takeDelta({ seq: '2', removed: { jobs: ['job-3'] } });
    assert.ok(feed.isOlder('jobs', 'job-3'));
    assert.equal(feed.merged('jobs').length, 3);
    feed.beginAnew();
    assert.equal(await feed.loadOlder('jobs'), 0);
    assert.equal(asked.length, 2);
});

test('a master that does not answer can be asked again', async () => {
    const { feed, refuse } = made(3, 0);
    refuse(true);
    await assert.rejects(feed.loadOlder('jobs'));
    refuse(false);
    assert.equal(await feed.loadOlder('jobs'), 3);
});
