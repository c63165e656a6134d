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
    'tasks/f1/job-1.1?tab=facts', 'offers', 'submit', 'history', 'alerts', 'settings'];

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
