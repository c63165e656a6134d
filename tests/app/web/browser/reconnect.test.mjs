// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A real master is killed and comes back at the same address with the same work directory. Sessions were in its memory.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { startDaemon, withPrograms } from './daemon.mjs';
import { launch, live, openServed, signIn, until } from './harness.mjs';

let browser;
let daemon;
let way;

// A way to the daemon that can lose what it answers.
async function startWay() {
    let open = true;
    const server = createServer((near) => {
        const far = connect(daemon.port, '127.0.0.1');
        near.pipe(far);
        far.on('data', (bytes) => { if (open) near.write(bytes); });
        far.on('end', () => near.end());
        near.on('error', () => far.destroy());
        far.on('error', () => near.destroy());
    }).listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    return { address: `127.0.0.1:${server.address().port}`, setOpen: (now) => { open = now; }, close: () => server.close() };
}

before(async () => {
    if (!withPrograms.skip) {
        way = await startWay();
        [browser, daemon] = await Promise.all([launch(), startDaemon(() => [`--allowed_hosts=${way.address}`])]);
    }
});
after(async () => {
    await browser?.close();
    await daemon?.stop();
    way?.close();
});

const rows = (page) => page.locator('tbody tr[data-row]');
const isOld = (page) => page.getByText(/Not connected\. Data as of \d\d:\d\d:\d\d/).waitFor();

async function openSignedIn(hash, address = daemon.address) {
    const opened = await openServed(browser, address, hash, { mayLose: true });
    await signIn(opened.page, daemon.token);
    await live(opened.page);
    return opened;
}

async function comeBack(page) {
    await page.getByText('The session has ended').waitFor();
    await signIn(page, daemon.token);
    await live(page);
}

test('a master is killed: old values are dimmed, hatched and dated; who signs in again is at the same page', withPrograms, async () => {
    const { page, close } = await openSignedIn('#/gpus?sort=-index&filter=index%3E3');
    await rows(page).first().click();
    await page.waitForURL(/#\/gpus\/GPU-/);
    const [url, title] = [page.url(), await page.locator('.details h2').innerText()];
    await daemon.killHard();
    await isOld(page);
    assert.equal(await rows(page).count(), 4);
    const shown = page.locator('main.stale .page');
    assert.match(await shown.evaluate((one) => getComputedStyle(one).filter), /grayscale/);
    assert.ok(await shown.evaluate((one) => Number(getComputedStyle(one).opacity) < 1));
    assert.match(await shown.evaluate((one) => getComputedStyle(one, '::after').backgroundImage), /repeating-linear-gradient/);
    await daemon.startAgain();
    await comeBack(page);
    assert.equal(page.url(), url);
    await page.locator('.details h2', { hasText: title }).waitFor();
    assert.equal(await rows(page).count(), 4);
    assert.equal(await page.locator('main.stale').count(), 0);
    const before = await page.locator('tbody').innerText();
    await page.waitForFunction((text) => document.querySelector('tbody').innerText !== text, before);
    await close();
});

test('an order that is given while no master is there is refused at once, and is not given later', withPrograms, async () => {
    const { page, close } = await openSignedIn('#/gpus');
    await rows(page).first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    const order = async () => {
        await page.locator('.details-buttons').getByRole('button', { name: 'Restrict…' }).click();
        await page.getByRole('dialog').getByLabel('Reason').fill('given while away');
    };
    const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Restrict', exact: true }).click();
    await order();
    await daemon.killHard();
    await isOld(page);
    await confirm();
    await page.locator('.notices', { hasText: 'Refused: Not connected to the master' }).waitFor();
    await daemon.startAgain();
    await comeBack(page);
    await page.getByRole('tab', { name: 'Events' }).click();
    await order();
    assert.equal(await page.locator('.details', { hasText: 'given while away' }).count(), 0);
    await confirm();
    await page.locator('.details tbody tr', { hasText: 'given while away' }).first().waitFor();
    assert.equal(await page.locator('.details tbody tr', { hasText: 'given while away' }).count(), 1);
    await page.locator('.details-buttons').getByRole('button', { name: 'Release' }).click();
    await page.locator('.details header', { hasText: 'Free' }).waitFor();
    await close();
});

test('a job whose submission was not answered is told to be so, and runs once though it is submitted again', withPrograms, async () => {
    const { page, context, close } = await openSignedIn('#/submit', way.address);
    const beside = await context.newPage();
    await beside.goto(`http://${daemon.address}/#/jobs?filter=only-once`);
    await live(beside);
    for (const [field, value] of [['Name', 'only-once'], ['Command', 'true'], ['GPUs', '0'], ['CPUs', '0.01'], ['Memory', '32']]) {
        await page.getByLabel(field, { exact: true }).fill(value);
    }
    way.setOpen(false);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await rows(beside).first().waitFor(); // it has arrived
    await daemon.killHard();
    await page.getByText('The connection was lost before the master answered').waitFor();
    way.setOpen(true);
    await daemon.startAgain();
    await comeBack(page);
    assert.match(page.url(), /#\/submit$/);
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'only-once');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText(/Already submitted as job-\d+ before the connection was lost: it runs only once/).waitFor();
    await page.locator('.details header', { hasText: 'Finished' }).waitFor();
    await beside.reload();
    await live(beside);
    await until('One job', async () => await rows(beside).count() === 1);
    await close();
});
