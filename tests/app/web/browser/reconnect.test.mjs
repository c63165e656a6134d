// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A real master is killed and comes back at the same address with the same work directory: it knows who is signed in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDaemon, withPrograms } from './daemon.mjs';
import { launch, live, openServed, signIn, until } from './harness.mjs';

let browser;
let daemon;

// The page's socket loses all that comes once its job is on the way.
const loseAnswerToSubmit = (page) => page.evaluate(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (message) {
        if (typeof message === 'string' && message.includes('"submit_job"')) {
            this.onmessage = null;
            WebSocket.prototype.send = send;
        }
        return send.call(this, message);
    };
});

before(async () => {
    if (!withPrograms.skip) {
        [browser, daemon] = await Promise.all([launch(), startDaemon()]);
    }
});
after(async () => {
    await browser?.close();
    await daemon?.stop();
});

const rows = (page) => page.locator('tbody tr[data-row]');
const isOld = (page) => page.getByText(/Not connected\. Data as of \d\d:\d\d:\d\d/).waitFor();

async function openSignedIn(hash) {
    const opened = await openServed(browser, daemon.address, hash, { mayLose: true });
    await signIn(opened.page, daemon.token);
    await live(opened.page);
    return opened;
}

const comeBack = live; // nobody is asked to sign in

test('a master is killed: old values are dimmed, hatched and dated; it comes back by itself, still signed in, at the same page', withPrograms, async () => {
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

test('who signs out while no master is there is told that they are not; when it is back they are, at once', withPrograms, async () => {
    const { page, close } = await openSignedIn('#/gpus');
    const signOut = () => page.getByRole('button', { name: 'Sign out' }).click();
    await daemon.killHard();
    await signOut();
    await page.locator('.notices', { hasText: 'Not signed out: the master did not confirm it' }).waitFor();
    assert.equal(await page.getByLabel('Token').count(), 0);
    await daemon.startAgain();
    await comeBack(page);
    await daemon.killHard();
    await daemon.startAgain();
    await signOut(); // maybe before the page has heard of the new master
    await page.getByLabel('Token').waitFor();
    await page.reload();
    await page.getByLabel('Token').waitFor();
    await close();
});

test('a job whose submission was not answered is told to be so, and runs once though it is submitted again', withPrograms, async () => {
    const { page, context, close } = await openSignedIn('#/submit');
    const beside = await context.newPage();
    await beside.goto(`http://${daemon.address}/#/jobs?filter=only-once`);
    await live(beside);
    for (const [field, value] of [['Name', 'only-once'], ['Command', 'true'], ['GPUs', '0'], ['CPUs', '0.01'], ['Memory', '32']]) {
        await page.getByLabel(field, { exact: true }).fill(value);
    }
    await loseAnswerToSubmit(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await rows(beside).first().waitFor(); // it has arrived
    await daemon.killHard();
    await page.getByText('The connection was lost before the master answered').waitFor();
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
