// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A master that goes away and comes back, sessions that end, tickets and origins.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMaster } from './fake_master.mjs';
import { launch, live, open } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('old values look old, say since when, and are new again by themselves', async () => {
    const master = await startMaster({ nodes: 3 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/nodes' });
    await live(page);
    await master.stop();
    await page.getByText(/Not connected\. Data as of \d\d:\d\d:\d\d/).waitFor();
    assert.ok(await page.locator('main.stale').count() === 1);
    assert.equal(await page.locator('tbody tr[data-row]').count(), 3);
    const again = await startMaster({ nodes: 4, port: master.port });
    await live(page);
    await page.getByText('Rows: 4').waitFor();
    assert.equal(await page.locator('main.stale').count(), 0);
    await close();
    await again.stop();
});

test('a delta that is missing is made good by a new snapshot', async () => {
    const master = await startMaster({ nodes: 2 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/nodes' });
    await live(page);
    master.say({ delta: { seq: '2', changed: { agents: [{ ...master.rows.agents[0], hostname: 'renamed' }] } } });
    await page.getByText('renamed').waitFor();
    master.say({ delta: { seq: '9' } });
    await page.getByText('node-1', { exact: true }).waitFor();
    assert.equal(master.requests.filter(({ subscribe }) => subscribe !== undefined).length, 2);
    await close();
    await master.stop();
});

test('a text from the cluster stays a text', async () => {
    const master = await startMaster({ nodes: 1 });
    const evil = '<img src=x onerror="document.title=\'owned\'">';
    master.rows.agents[0].hostname = evil;
    master.rows.alerts[0].text = evil;
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' });
    await live(page);
    await page.getByText(evil).first().waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.doesNotMatch(await page.title(), /owned/);
    await close();
    await master.stop();
});
