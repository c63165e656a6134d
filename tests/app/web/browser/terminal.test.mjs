// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A terminal in a task and the files of its sandbox: drawn under the page's policy against a fake master, and for real against a daemon.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startMaster } from './fake_master.mjs';
import { daemon, launch, live, open, until, violations, withDaemon } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const screen = (page) => page.locator('.terminal-box .xterm-rows');
const shows = (page, text) => screen(page).filter({ hasText: text }).waitFor();

test('a terminal is drawn without what the policy forbids, tells its sizes and how it ends', async () => {
    const master = await startMaster({ nodes: 2 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/tasks/f1/job-1.1?tab=terminal' });
    await live(page);
    assert.equal(await page.locator('.details-buttons').getByRole('button', { name: 'Terminal' }).getAttribute('aria-disabled'), 'true');
    await page.getByText('Switch on operator mode first').first().waitFor();
    await page.getByRole('button', { name: 'Switch on operator mode' }).click();
    await page.getByRole('button', { name: 'Open a terminal' }).click();
    await shows(page, /size \d+ \d+/);
    const size = async () => (await screen(page).innerText()).match(/size \d+ \d+/g).at(-1);
    const first = await size();
    await page.setViewportSize({ width: 1500, height: 700 });
    await page.waitForFunction((before) => !document.querySelector('.terminal-box .xterm-rows').innerText.match(/size \d+ \d+/g).at(-1).startsWith(before), first);
    assert.notEqual(await size(), first);
    const colour = await screen(page).locator('span', { hasText: 'size' }).first().evaluate((one) => getComputedStyle(one).color);
    assert.equal(colour, 'rgb(9, 99, 199)');
    await page.keyboard.press('Control+c');
    await shows(page, 'got 03');
    await page.evaluate(() => { // as a paste brings it
        const data = new DataTransfer();
        data.setData('text/plain', 'é');
        document.querySelector('.xterm-helper-textarea').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await shows(page, 'got c3a9');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await page.getByText('nothing that is typed is sent').waitFor();
    await page.locator('.terminal-box').click();
    await page.keyboard.press('Control+d');
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await page.locator('.terminal-box').click();
    await page.keyboard.press('Control+d');
    await page.getByText('The shell has ended with exit status 5').waitFor();
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByText('The shell has ended').waitFor({ state: 'detached' });
    await shows(page, /size/);
    await close();
    await master.stop();
});

test('the key opens it from the list, and who may not reads why', async () => {
    const master = await startMaster({ nodes: 2 });
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x', may: ['read_log'] }, { hash: '#/tasks' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    const button = page.locator('.details-buttons').getByRole('button', { name: 'Terminal' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match(await button.getAttribute('title'), /You may not open a terminal/);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByText('You may not read the files of this task').waitFor();
    await close();
    await master.stop();
});

// --- as a daemon serves it

const base = `http://${daemon?.master}/`;

async function served() {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text()); });
    return { page, context, close: async () => {
        await context.close();
        assert.deepEqual(errors, []);
    } };
}

// Somewhere on this machine, as the daemon is.
const isRunning = (...words) => readdirSync('/proc').some((pid) => {
    try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === words.map((word) => `${word}\0`).join('');
    } catch {
        return false; // no process, or it has ended
    }
});

async function submit(page, name, command) {
    await page.goto(`${base}#/submit`);
    await page.getByLabel('Token').fill(daemon.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await live(page);
    for (const [label, value] of [['Name', name], ['Command', command], ['GPUs', '0'], ['CPUs', '0.01'], ['Memory', '64']]) {
        await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.locator('.details header', { hasText: 'Running' }).waitFor();
}

test('a shell in a real task: its size, Ctrl+C, exit status, the audit; signing out ends it', withDaemon, async () => {
    const { page, close } = await served();
    await submit(page, 'shell', 'sleep 1000');
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await page.locator('.details-buttons').getByRole('button', { name: 'Terminal' }).click();
    await page.getByText('Leaving this view ends the shell').waitFor();
    const size = async (mark) => {
        await page.keyboard.type(`echo ${mark} $(stty size) ${mark}\n`);
        const pattern = new RegExp(`${mark} (\\d+ \\d+) ${mark}`);
        await shows(page, pattern);
        return pattern.exec(await screen(page).innerText())[1];
    };
    const first = await size('one');
    await page.setViewportSize({ width: 1600, height: 700 });
    let asked = 0;
    await until('The shell knows the new size', async () => await size(`again-${asked += 1}`) !== first);
    await page.keyboard.type('sleep 27182818\n');
    await until('The command has the terminal, and so the key', () => isRunning('sleep', '27182818'));
    await page.keyboard.press('Control+c');
    await page.keyboard.type('exit 7\n');
    await page.getByText('The shell has ended with exit status 7').waitFor();
    let came = 0; // bytes
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => { came += payload.length; }));
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByText('Leaving this view ends the shell').waitFor();
    await page.keyboard.type('yes\n'); // without end: neither side fills up
    await until('More has come than is ever on its way', () => came > 1 << 20);
    await page.keyboard.press('Control+c');
    await page.keyboard.type('echo still $((40+2))\n');
    await shows(page, 'still 42');
    await page.keyboard.type('sleep 31415926\n');
    await until('The command runs', () => isRunning('sleep', '31415926'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await until('The command is gone', () => !isRunning('sleep', '31415926'));
    await close();
});

test('files of a real sandbox: folders in the address, text, a download that is the same', withDaemon, async () => {
    const { page, close } = await served();
    await submit(page, 'files', 'mkdir -p deep/er; head -c 3000000 /dev/urandom > deep/model.bin; sha256sum < deep/model.bin > deep/er/sum; echo done; sleep 1000');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'deep/', exact: true }).click();
    await page.getByRole('link', { name: 'er/', exact: true }).click();
    assert.match(page.url(), /path=deep%2Fer/);
    await page.getByRole('link', { name: 'sum', exact: true }).click();
    const sum = (await page.locator('.log-box').innerText()).trim().split(' ')[0];
    assert.match(sum, /^[0-9a-f]{64}$/);
    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'model.bin', exact: true }).waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download model.bin' }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), 'model.bin');
    const saved = join(mkdtempSync(join(tmpdir(), 'muster-download-')), 'model.bin');
    await download.saveAs(saved);
    assert.equal(createHash('sha256').update(readFileSync(saved)).digest('hex'), sum);
    await close();
});
