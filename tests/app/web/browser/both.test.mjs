// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A browser and the desktop console at the same real daemon: what is ordered in one shows in the other within two seconds.
import { after, before, test } from 'node:test';
import { openConsole, startDaemon, withConsole } from './daemon.mjs';
import { launch, live, openServed, signIn, until } from './harness.mjs';

const soonMs = 2000;

let browser;
let daemon;
let desktop;
let web;
before(async () => {
    if (withConsole.skip) {
        return;
    }
    [browser, daemon] = await Promise.all([launch(), startDaemon()]);
    [desktop, web] = await Promise.all([openConsole(daemon), openServed(browser, daemon.address, '#/gpus')]);
    await signIn(web.page, daemon.token);
    await live(web.page);
    await web.page.getByRole('switch', { name: 'Operator mode' }).click();
    await desktop.say('operate');
});
after(async () => {
    await web?.close();
    await browser?.close();
    await desktop?.close();
    await daemon?.stop();
});

const inDesktop = (key, words) => until(`The console shows ${words}`, async () => (await desktop.say('row', key)).split('|').includes(words), soonMs);
const inBrowser = (words) => web.page.locator('.details header', { hasText: words }).waitFor({ timeout: soonMs });

async function openInBoth(list, key) {
    await web.page.evaluate((hash) => { location.hash = hash; }, `#/${list}/${key}`);
    await web.page.locator('.details header').waitFor();
    await desktop.say('page', list);
    await until(`The console knows ${key}`, async () => await desktop.say('row', key) !== '');
    await desktop.say('choose', key);
}

// Of the first row of a list that has these words.
async function keyOf(list, words = '') {
    await web.page.evaluate((hash) => { location.hash = hash; }, `#/${list}`);
    await web.page.locator('tbody tr[data-row]', { hasText: words }).first().click();
    await web.page.waitForURL(new RegExp(`#/${list}/.`));
    return decodeURIComponent(/#\/\w+\/([^?]+)/.exec(web.page.url())[1]);
}

async function orderInBrowser(entry, verb, reason) {
    await web.page.locator('.details-buttons').getByRole('button', { name: entry }).click();
    if (verb !== undefined) {
        await web.page.getByRole('dialog').getByLabel('Reason').fill(reason);
        await web.page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    }
}

async function orderInDesktop(entry, verb, reason) {
    await desktop.say('click', entry);
    if (verb !== undefined) {
        await desktop.say('enter', 'Reason', reason);
        await desktop.say('click', verb);
    }
}

async function submitInBrowser(name) {
    await web.page.evaluate(() => { location.hash = '#/submit'; });
    for (const [field, value] of [['Name', name], ['Command', 'sleep 600'], ['GPUs', '0'], ['CPUs', '0.01'], ['Memory', '32']]) {
        await web.page.getByLabel(field, { exact: true }).fill(value);
    }
    await web.page.getByRole('button', { name: 'Submit', exact: true }).click();
    await web.page.locator('.details h2', { hasText: name }).waitFor();
    await web.page.locator('.details header', { hasText: 'Running' }).waitFor();
    return /#\/jobs\/(job-\d+)/.exec(web.page.url())[1];
}

test('a GPU that is restricted in the browser is so in the console, which releases it for both', withConsole, async () => {
    const gpu = await keyOf('gpus');
    await openInBoth('gpus', gpu);
    await orderInBrowser('Restrict…', 'Restrict', 'the fan is loud');
    await inDesktop(gpu, 'Restricted');
    await orderInDesktop('Release');
    await inBrowser('Free');
});

test('a GPU that is restricted in the console is so in the browser with its reason, which releases it for both', withConsole, async () => {
    const gpu = await keyOf('gpus');
    await openInBoth('gpus', gpu);
    await orderInDesktop('Restrict…', 'Restrict', 'a new board comes');
    await web.page.locator('.details .sentence', { hasText: 'a new board comes' }).waitFor({ timeout: soonMs });
    await orderInBrowser('Release');
    await inDesktop(gpu, 'Free');
});

test('a job that is killed in the browser is so in the console', withConsole, async () => {
    const job = await submitInBrowser('killed-in-browser');
    await openInBoth('jobs', job);
    await inDesktop(job, 'Running');
    await orderInBrowser('Kill…', 'Kill', 'enough');
    await inDesktop(job, 'Killed');
});

test('a job that is killed in the console is so in the browser', withConsole, async () => {
    const job = await submitInBrowser('killed-in-console');
    await openInBoth('jobs', job);
    await orderInDesktop('Kill…', 'Kill', 'enough');
    await inBrowser('Killed');
});

test('a node that is drained in the browser is so in the console, which returns it for both', withConsole, async () => {
    const node = await keyOf('nodes');
    await openInBoth('nodes', node);
    await orderInBrowser('Drain…', 'Drain', 'new fans');
    await inDesktop(node, 'Drained');
    await orderInDesktop('Resume');
    await inBrowser('Active');
});

test('a node that is drained in the console is so in the browser, which returns it for both', withConsole, async () => {
    const node = await keyOf('nodes');
    await openInBoth('nodes', node);
    await orderInDesktop('Drain…', 'Drain', 'new fans');
    await inBrowser('Drained');
    await orderInBrowser('Resume');
    await inDesktop(node, 'Active');
});
