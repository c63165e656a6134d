// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Every page against a cluster of 24 GPUs in all states: no violation that axe-core knows in either theme, no error, nothing wider
// than the window; in Chinese; on a phone. A picture of each.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startMaster } from './fake_master.mjs';
import { launch, live, open, settled, shoot, show, violations } from './harness.mjs';

let browser;
let master;
before(async () => {
    browser = await launch();
    master = await startMaster({ nodes: 40, perNode: 8, tickMs: 0 });
});
after(async () => {
    await browser.close();
    await master.stop();
});

const pages = ['overview', 'gpus', 'gpus/GPU-00000-1', 'gpus/GPU-00000-1?tab=charts', 'nodes', 'nodes/agent-0', 'nodes/agent-0?tab=topology', 'jobs', 'jobs/job-41', 'jobs/job-1?tab=facts', 'tasks',
    'tasks/f1/job-1.1?tab=facts', 'services', 'services//shop/front', 'services//shop/front?tab=instances', 'services//train/serve?tab=versions', 'schedules', 'schedules/nightly', 'schedules/report?tab=family', 'offers', 'submit', 'history', 'alerts', 'settings'];

const openPages = (context) => open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, context);
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

// Figures of the totals and of an explanation that are not whole in the window.
const cutFigures = (page) => page.evaluate(() => [...document.querySelectorAll('.resources th, .resources td, .resources dd, .explanation th, .explanation td, .explanation dd')]
    .filter((cell) => cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));

// What axe-core finds on each page that has something.
async function lookAtEach(page, look) {
    const found = {};
    for (const name of pages) {
        await show(page, `#/${name}`);
        for (const [what, violations] of Object.entries(await look(name))) {
            if (violations.length > 0) {
                found[`${name} ${what}`] = violations;
            }
        }
    }
    assert.deepEqual(found, {});
}

describe('every page', { concurrency: 2 }, () => {
    test('axe-core finds nothing, light and dark', async () => {
        const { page, close } = await openPages({ colorScheme: 'light' });
        await live(page);
        await lookAtEach(page, async (name) => {
            const found = {};
            for (const colorScheme of ['light', 'dark']) {
                await page.emulateMedia({ colorScheme });
                await page.locator(`[data-theme=${colorScheme}]`).waitFor();
                await settled(page);
                found[colorScheme] = await violations(page);
                await shoot(page, `${name}_${colorScheme}`);
            }
            return found;
        });
        await close();
    });

    test('in Chinese each has a Chinese name and nothing beside the window', async () => {
        const { page, close } = await openPages({ locale: 'zh-CN' });
        await page.locator('[lang=zh-CN]').waitFor();
        for (const name of pages) {
            await show(page, `#/${name}`);
            assert.match(await page.locator('main').getAttribute('aria-label'), /^[\p{Script=Han} GPU]+$/u, name);
            assert.ok(await fits(page), name);
            await shoot(page, `${name}_zh_CN`);
        }
        await close();
    });

    test('a phone: cards, nothing beside the window, axe-core finds nothing', async () => {
        const { page, close } = await openPages({ viewport: { width: 360, height: 740 }, hasTouch: true });
        await page.locator('.link-state').waitFor();
        await lookAtEach(page, async (name) => {
            assert.ok(await fits(page), name);
            assert.deepEqual(await cutFigures(page), [], name);
            await shoot(page, `${name}_phone`);
            return { phone: await violations(page) };
        });
        await show(page, '#/overview');
        assert.equal(await page.locator('.totals-cards dd:visible').count(), 20);
        await show(page, '#/jobs/job-41');
        await page.locator('.explanation dd', { hasText: 'NVIDIA A100-SXM4-80GB' }).first().waitFor();
        await show(page, '#/gpus');
        assert.ok(await page.locator('.card').count() > 3);
        await close();
    });
});

test('axe-core finds nothing in the dialogs', async () => {
    const { page, close } = await openPages({ hash: '#/gpus' });
    await live(page);
    await page.locator('tbody tr[data-row]').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('node-1');
    await page.locator('#found [role=option]').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    assert.deepEqual(await violations(page), []);
    await close();
});

test('jobs that ended before those of the view', async () => {
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/jobs?filter=name:older' });
    await live(page);
    await page.getByText('0 of 44 match').waitFor();
    await page.getByRole('button', { name: 'Load what ended earlier' }).click();
    await page.getByText('Loaded from further back: 500').waitFor();
    await page.getByText('Rows: 500 of 544').waitFor();
    await page.locator('tbody tr.older', { hasText: 'not live' }).first().waitFor();
    assert.deepEqual(await violations(page), []);
    // The next page comes when somebody scrolls to the end.
    await page.locator('.scroller').evaluate((box) => { box.scrollTop = box.scrollHeight; });
    await page.getByText('Rows: 700 of 744').waitFor();
    await page.locator('.scroller').evaluate((box) => { box.scrollTop = box.scrollHeight; });
    await page.locator('tbody tr.older').last().getByText('older-700').waitFor();
    assert.ok(await page.getByRole('button', { name: 'The master keeps nothing that ended earlier' }).isDisabled());
    await close();
});

test('a link to a job that ended long ago finds it', async () => {
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/jobs/job-0.612?tab=facts' });
    await live(page);
    await page.locator('.details h2', { hasText: 'older-612' }).waitFor();
    await page.locator('.details header', { hasText: 'not live' }).waitFor();
    await close();
});

test('a job in a form and as a file, switched without loss', async () => {
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/submit' });
    await live(page);
    const button = (name) => page.getByRole('button', { name, exact: true });
    const editor = page.getByRole('textbox', { name: 'The job as a file (YAML)' });
    await page.getByLabel('Name', { exact: true }).fill('train');
    await page.getByLabel('Command', { exact: true }).fill('python3 train.py');
    await page.getByText('Container', { exact: true }).click();
    await page.getByLabel('Volumes', { exact: true }).fill('nowhere');
    await button('Check').click();
    await page.getByText("'nowhere' must be HOST:PATH").waitFor();
    await page.getByLabel('Volumes', { exact: true }).fill('/data:/data');
    await page.locator('.command-line', { hasText: "--volumes='/data:/data'" }).first().waitFor();
    await button('YAML').click();
    await editor.fill(`# with a comment\n${await editor.inputValue()}gpu: 1\n`);
    await page.getByRole('button', { name: /^line \d+: 'gpu' is not known here$/ }).click();
    assert.equal(await editor.evaluate((box) => box.value.slice(box.selectionStart, box.selectionEnd)), 'gpu: 1');
    await button('Form').click();
    await page.getByText(/The form can show the job once its YAML can be read: line/).waitFor();
    assert.deepEqual(await violations(page), []);
    const kept = await editor.inputValue();
    await page.reload();
    assert.equal(await editor.inputValue(), kept, 'bad input is never lost');
    await editor.fill(kept.replace('gpu: 1', 'env: A=1\\n2'));
    await button('Form').click();
    await page.getByText(/a value of a list has several lines/).waitFor();
    await editor.fill(kept.replace('gpu: 1\n', ''));
    await button('Form').click();
    assert.equal(await page.getByLabel('Volumes', { exact: true }).inputValue(), '/data:/data');
    await button('YAML').click();
    assert.match(await editor.inputValue(), /^# with a comment/, 'what was typed stays while the form says the same');
    await close();
});

test('a template asks for its fields; a job is cloned into the form', async () => {
    const { page, close } = await open(browser, { master: `127.0.0.1:${master.port}`, token: 'x' }, { hash: '#/submit' });
    await live(page);
    await page.getByLabel('Template').selectOption('train');
    await page.waitForFunction(() => document.querySelector('#job-command')?.value === 'run 10');
    await page.getByLabel('Name', { exact: true }).fill('mine');
    await page.getByLabel('Epochs').fill('many');
    await page.getByText("Epochs: 'many' must be a whole number").waitFor();
    await page.getByLabel('Epochs').fill('20');
    await page.waitForFunction(() => document.querySelector('#job-command')?.value === 'run 20');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'mine');
    assert.deepEqual(await violations(page), []);
    await page.evaluate(() => { location.hash = '#/submit?clone=job-1'; });
    await page.waitForFunction(() => document.querySelector('#job-name')?.value === 'cloned');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.waitForURL(/#\/jobs\/job-41/);
    assert.equal(master.requests.findLast(({ submit_job }) => submit_job !== undefined).submit_job.name, 'x');
    await close();
});
