// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Clusters and masters as no test machine has them: many GPUs, a master that goes away, texts that mean ill.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sample, startMaster } from './fake_master.mjs';
import { launch, live, open } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('old values look old, say since when, and are new again by themselves', async () => {
    const master = await startMaster({ nodes: 3 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/nodes' });
    await live(page);
    await page.locator('tbody tr[data-row]').nth(2).waitFor();
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

test('a page asks for the samples that it shows, and shows what comes', async () => {
    const master = await startMaster({ nodes: 100, tickMs: 0 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' });
    const shown = () => master.requests.filter(({ subscribe }) => subscribe !== undefined).at(-1).subscribe.shown.samples;
    await live(page);
    assert.deepEqual(master.requests[0].subscribe.shown.samples, [{ metrics: [0] }]); // the heat map, with the snapshot
    await page.goto(`${page.url().split('#')[0]}#/gpus`);
    const first = sample(master.rows, 0)[0].columns;
    const row = page.locator('tbody tr[data-row]').first();
    await row.getByText(`${first[0].values[0]}%`).waitFor();
    await row.getByText(`${first[2].values[0]}/81559 MiB`).waitFor();
    assert.equal(shown().length, 1);
    assert.ok(shown()[0].gpus.length < 60 && shown()[0].gpus.includes(master.rows.gpus[0].uuid));
    await page.locator('.scroller').evaluate((box) => { box.scrollTop = box.scrollHeight; });
    const last = sample(master.rows, 0)[99].columns;
    await page.locator('tbody tr[data-row]').last().getByText(`${last[2].values[7]}/81559 MiB`).waitFor();
    assert.ok(!shown()[0].gpus.includes(master.rows.gpus[0].uuid));
    await page.locator('.scroller').evaluate((box) => { box.scrollTop = 0; });
    await page.goto(`${page.url().split('#')[0]}#/gpus?sort=-utilization_percent`); // which rows are in sight depends on all
    await page.getByText('100%').first().waitFor();
    assert.deepEqual(shown()[0], { metrics: [0] });
    await page.goto(`${page.url().split('#')[0]}#/jobs`);
    await page.getByText('train-1', { exact: true }).first().waitFor();
    for (let tries = 0; shown().length > 0; tries += 1) {
        assert.ok(tries < 50, 'a list of jobs shows no samples');
        await page.waitForTimeout(100);
    }
    await close();
    await master.stop();
});

test('keys move in a list, open, mark and sort; the address tells', async () => {
    const master = await startMaster({ nodes: 100 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/gpus' });
    await live(page);
    const rows = page.locator('tbody tr[data-row]');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('selected: 1').waitFor();
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.activeElement.getAttribute('aria-rowindex') === '801');
    assert.ok(await rows.count() < 60);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/gpus\/GPU-00099-7/);
    await page.getByRole('heading', { name: 'node-100: GPU 7' }).waitFor();
    await page.getByRole('button', { name: 'Utilisation' }).click();
    await page.waitForURL(/sort=utilization_percent/);
    assert.equal(await page.getByRole('columnheader', { name: 'Utilisation' }).getAttribute('aria-sort'), 'ascending');
    await page.goBack();
    await page.waitForURL(/#\/gpus$/);
    await page.goto(`${page.url().split('#')[0]}#/nodes/agent-90?tab=facts`);
    await page.getByRole('tab', { name: 'Facts', selected: true }).waitFor();
    await page.locator('tr.chosen', { hasText: 'node-91' }).waitFor();
    await close();
    await master.stop();
});

test('the heat map is read by keys', async () => {
    const master = await startMaster({ nodes: 1250 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' });
    await live(page);
    const map = page.getByRole('application');
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.heat-card', { hasText: 'node-1 · GPU 1' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/gpus\/GPU-00000-1/);
    await close();
    await master.stop();
});
