// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The page against a real daemon with simulated GPUs: what people do with it. MUSTER_WEB_MASTER=127.0.0.1:5050 and
// MUSTER_WEB_TOKEN_FILE name the daemon; jobs of these tests are ended again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { daemon, launch, live, open, withDaemon, until } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const name = `web-${Date.now() % 100_000}`;

test('signs in with the token, not with another, and comes to the same page', withDaemon, async () => {
    const { page, close } = await open(browser, { ...daemon, signIn: true }, { hash: '#/gpus?filter=index%3E3' });
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The token is not right').waitFor();
    await page.getByLabel('Token').fill(daemon.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await live(page);
    await page.locator('tbody tr[data-row]').first().waitFor();
    assert.match(page.url(), /#\/gpus\?filter=index%3E3$/);
    assert.match(await page.locator('.count').innerText(), /Rows: \d+ of \d+/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await close();
});

test('values change, below a prefix', withDaemon, async () => {
    const { page, close } = await open(browser, { ...daemon, prefix: '/gpus/lab' }, { hash: '#/gpus' });
    await live(page);
    const cells = () => page.locator('tbody tr[data-row]').allInnerTexts();
    await page.locator('tbody tr[data-row]').first().waitFor();
    const first = await cells();
    await page.waitForFunction((before) => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.innerText).join() !== before, first.join());
    await close();
});

test('checks and submits a job, follows its log, kills it', withDaemon, async () => {
    const { page, close } = await open(browser, daemon, { hash: '#/submit' });
    await live(page);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Command', { exact: true }).fill('i=0; while true; do i=$((i+1)); printf "step \\033[32m%d\\033[0m\\n" $i; sleep 0.2; done');
    await page.getByLabel('GPUs', { exact: true }).fill('0');
    await page.getByLabel('CPUs', { exact: true }).fill('0.01');
    await page.getByLabel('Memory', { exact: true }).fill('32');
    await page.locator('.command-line', { hasText: '--cpus=0.01 --mem=32' }).waitFor();
    assert.match(await page.locator('.command-line').first().innerText(), new RegExp(`^muster submit --name=${name} '--command=|^muster submit --name=${name} --command='`));
    // The same job as a file, which the form shows again.
    await page.getByRole('button', { name: 'YAML', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'The job as a file (YAML)' });
    assert.match(await editor.inputValue(), new RegExp(`^name: ${name}\ncommand: `));
    await editor.fill(`# of a test\n${(await editor.inputValue()).replace('mem: 32', 'mem: a lot')}`);
    await page.getByRole('button', { name: /^line 5: mem: 'a lot' / }).waitFor();
    await editor.fill((await editor.inputValue()).replace('mem: a lot', 'mem: 33'));
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Memory', { exact: true }).inputValue(), '33');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.explanation .sentence').waitFor();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.locator('.details h2', { hasText: name }).waitFor();
    const url = page.url();
    assert.match(url, /#\/jobs\/job-\d+/);
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.locator('.log-line .fg-2', { hasText: /^12$/ }).waitFor();
    // It stops following when somebody scrolls up.
    await page.locator('.log-box').evaluate((box) => { box.style.maxHeight = '120px'; box.scrollTop = 0; box.dispatchEvent(new Event('scroll')); });
    await page.getByRole('button', { name: /new lines/ }).click();
    // What is looked for is marked, and the log does not move away from it.
    await page.getByRole('searchbox', { name: 'Find in the log' }).fill('STEP 1');
    await page.locator('.hit.current').first().waitFor();
    await page.getByText(/^\d+ of \d+$/).waitFor();
    assert.ok(!await page.getByLabel('Follow').isChecked());
    await page.getByRole('button', { name: 'Find in the log: Regular expression' }).click();
    await page.getByRole('searchbox', { name: 'Find in the log' }).fill('step (3|4)$');
    await page.getByText(/^2 of 2$/).waitFor();
    await page.getByRole('searchbox', { name: 'Find in the log' }).press('Enter');
    await page.getByText(/^1 of 2$/).waitFor();
    await page.getByRole('searchbox', { name: 'Show only matching lines' }).fill('step 3');
    await page.getByText(/^\d+ hidden by the filter$/).waitFor();
    await page.getByRole('searchbox', { name: 'Show only matching lines' }).press('Escape');
    await page.locator('.hit').first().waitFor({ state: 'detached' });

    await page.goBack();
    await page.goForward();
    const kill = page.locator('.details-buttons').getByRole('button', { name: 'Kill…' });
    assert.equal(await kill.getAttribute('aria-disabled'), 'true');
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await kill.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('stops 1 task of 1 user').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest('label')?.textContent), 'Reason');
    await page.keyboard.press('Enter'); // twice the key that opened it: no order
    assert.equal(await dialog.isVisible(), true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await kill.click();
    await dialog.getByLabel('Reason').fill('enough');
    await dialog.getByRole('button', { name: 'Kill', exact: true }).click();
    await page.locator('.details header', { hasText: 'Killed' }).waitFor();
    await close();
});

test('a job runs and finishes, and its log has all that it said', withDaemon, async () => {
    const { page, close } = await open(browser, daemon, { hash: '#/submit' });
    await live(page);
    for (const [field, value] of [['Name', `${name}-short`], ['Command', 'echo first; sleep 1; echo last'], ['GPUs', '1'], ['CPUs', '0.01'], ['Memory', '32']]) {
        await page.getByLabel(field, { exact: true }).fill(value);
    }
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.locator('.details header', { hasText: 'Running' }).waitFor();
    await page.locator('.details header', { hasText: 'Finished' }).waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.locator('.log-line', { hasText: /^first$/ }).waitFor();
    await page.locator('.log-line', { hasText: /^last$/ }).waitFor();
    await close();
});

test('restricts a GPU with a reason, sees the event, undoes it', withDaemon, async () => {
    const { page, close } = await open(browser, daemon, { hash: '#/gpus?sort=-index' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await page.locator('.details-buttons').getByRole('button', { name: 'Restrict…' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Restrict', exact: true });
    assert.ok(await confirm.isDisabled());
    await dialog.getByText('A reason is required').waitFor();
    await dialog.getByLabel('Reason').fill('fan is loud <b>');
    await confirm.click();
    await page.locator('.details .sentence', { hasText: 'fan is loud <b>' }).waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.locator('.details tbody tr', { hasText: 'fan is loud' }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: ').waitFor();
    await close();
});

test('who may only look cannot act', withDaemon, async () => {
    const { page, close } = await open(browser, { ...daemon, may: ['read_log'] }, { hash: '#/gpus' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    const button = page.locator('.details-buttons').getByRole('button', { name: 'Restrict…' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match(await button.getAttribute('title'), /You may not restrict GPUs/);
    await close();
});

test('drains a node and returns it', withDaemon, async () => {
    const { page, close } = await open(browser, daemon, { hash: '#/nodes' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    const buttons = page.locator('.details-buttons');
    await buttons.getByRole('button', { name: 'Drain…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('a test');
    await page.getByRole('dialog').getByRole('button', { name: 'Drain', exact: true }).click();
    await page.locator('.details header', { hasText: 'Drained' }).waitFor();
    await buttons.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.details header', { hasText: 'Active' }).waitFor();
    await close();
});

test('a link leads to its object and tab, and back to where one was', withDaemon, async () => {
    const { page, base, close } = await open(browser, daemon, { hash: '#/nodes' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().click();
    await page.waitForURL(/#\/nodes\/./);
    const link = `${page.url()}?tab=topology`;
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('tab', { name: 'Topology', selected: true }).waitFor();
    await page.getByText('NV18').first().waitFor();
    await page.goto(`${base}#/gpus?filter=index%3E5`);
    await page.getByText(/Rows: 2 of 8/).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Topology', selected: true }).waitFor();
    assert.equal(page.url(), link);
    await close();
});

test('keys lead to pages and filter, search finds a page, the language changes at once', withDaemon, async () => {
    const { page, close } = await open(browser, daemon, { hash: '#/overview' });
    await live(page);
    await until('Jobs', async () => { // on a busy machine the second key may come too late
        await page.keyboard.press('g');
        await page.keyboard.press('j');
        return page.url().includes('#/jobs');
    });
    await page.locator('[data-filter]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('!nothing');
    await page.waitForURL(/filter=%21nothing/);
    await page.keyboard.press('Escape');
    assert.doesNotMatch(page.url(), /filter/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('hist');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/history/);
    await page.getByLabel('Language').selectOption('zh_CN');
    await page.getByRole('link', { name: '概览' }).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
    await page.getByRole('combobox', { name: '语言' }).selectOption('it');
    await page.getByRole('link', { name: 'Panoramica' }).first().waitFor();
    await close();
});
