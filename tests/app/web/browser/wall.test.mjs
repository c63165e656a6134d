// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The wall view: ?kiosk=. A picture of each page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startMaster } from './fake_master.mjs';
import { launch, open, shoot as shootAs, until, violations } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const screen = { viewport: { width: 1920, height: 1080 } };
// A session that may only look.
const looking = (master, more = {}) => ({ master: `127.0.0.1:${master.port}`, token: 'x', may: ['subscribe'], ...more });
const title = (page, name) => page.locator('.wall h1', { hasText: name }).waitFor();
const withoutAlarm = (master) => { master.rows.alerts[0].acknowledged_by = 'bob'; };
const shoot = (page, name) => shootAs(page, `wall_${name}`);
// Texts that leave the screen, and those in letters whose capitals are below 2 % of its height.
const unreadable = (page) => page.evaluate(() => [...document.querySelectorAll('.wall :not(.hidden)')].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter((one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || parseFloat(getComputedStyle(one).fontSize) < 0.0279 * innerHeight; }).map((one) => one.textContent));

describe('the wall', { concurrency: 3 }, () => {
    for (const colorScheme of ['light', 'dark']) {
        test(`pages turn, can be read and have nothing to press; axe-core finds nothing, ${colorScheme}`, async () => {
            const master = await startMaster({ nodes: 40 });
            withoutAlarm(master);
            const { page, close } = await open(browser, looking(master, { prefix: '/gpus/lab' }), { hash: '?kiosk=overview,gpus,queue,alerts&interval=3', ...screen, colorScheme, reducedMotion: 'reduce' });
            for (const name of ['Overview', 'GPUs – ', 'Queue', 'Alerts', 'Overview']) {
                await title(page, name);
                await page.locator('.wall-page > *').first().waitFor();
                assert.deepEqual(await unreadable(page), [], name);
                assert.deepEqual(await violations(page), [], name);
                await shoot(page, `${name.replace(/\W+/g, '_')}_${colorScheme}`);
            }
            assert.equal(await page.locator('nav, a, button, input, select, [tabindex]').count(), 0);
            assert.equal(await page.locator('.wall').evaluate((wall) => getComputedStyle(wall).cursor), 'none');
            assert.equal(await page.locator('.wall-page').evaluate((wall) => getComputedStyle(wall).animationName), 'none');
            await page.getByText('large (simulated GPUs)').waitFor();
            await page.getByText(/Data is \d s old/).waitFor();
            await page.locator('time', { hasText: /^\d\d:\d\d:\d\d$/ }).waitFor();
            assert.ok(master.requests.every((one) => one.subscribe !== undefined || one.query_refusals !== undefined), 'a wall only looks, and asks whether there is still somebody');
            await close();
            await master.stop();
        });
    }

    test('a critical alert is brought up and stays until somebody acknowledges it', async () => {
        const master = await startMaster({ nodes: 2 });
        const alert = master.rows.alerts[0];
        withoutAlarm(master);
        const { page, close } = await open(browser, looking(master), { hash: '?kiosk=queue,gpus&interval=1', ...screen });
        await title(page, 'Queue');
        master.say({ delta: { seq: '2', changed: { alerts: [{ ...alert, acknowledged_by: undefined }] } } });
        await title(page, 'Alerts');
        await page.locator('.alarm', { hasText: 'Xid 79: the GPU has fallen off the bus' }).waitFor();
        await page.getByText('Paused by an alert').waitFor();
        await shoot(page, 'alarm');
        const before = master.ticks();
        await until('More than twice the interval has passed', () => master.ticks() > before + 2);
        await title(page, 'Alerts');
        master.say({ delta: { seq: '3', changed: { alerts: [alert] } } });
        await title(page, 'GPUs');
        assert.equal(await page.getByText('Paused by an alert').count(), 0);
        await close();
        await master.stop();
    });

    test('old figures are dimmed, hatched and dated; it comes back by itself', async () => {
        const master = await startMaster({ nodes: 2 });
        withoutAlarm(master);
        const { page, close } = await open(browser, looking(master), { hash: '?kiosk=overview', ...screen });
        await title(page, 'Overview');
        await until('The interval of the samples is known', () => master.ticks() > 2);
        await master.stop();
        await page.locator('.wall-veil', { hasText: /As of \d\d:\d\d:\d\d/ }).waitFor();
        assert.equal(await page.locator('.old .wall-page').evaluate((wall) => getComputedStyle(wall).filter), 'grayscale(1)');
        await shoot(page, 'old');
        const again = await startMaster({ nodes: 2, port: master.port });
        withoutAlarm(again);
        await page.locator('.wall-veil').waitFor({ state: 'detached' });
        await close();
        await again.stop();
    });

    test('a wrong address is told on the screen', async () => {
        const master = await startMaster({ nodes: 1 });
        for (const [hash, words] of [['?kiosk=overview,jobs', 'kiosk takes a comma-separated list of overview, gpus, queue and alerts, not "jobs"'],
            ['?kiosk=gpus&interval=0', 'interval takes a number of seconds from 1 to 3600, not "0"']]) {
            const { page, close } = await open(browser, looking(master), { hash, ...screen });
            await page.getByText(words).waitFor();
            assert.deepEqual(await violations(page), []);
            await close();
        }
        await master.stop();
    });

    test('a screen on its side, and one in Chinese', async () => {
        const master = await startMaster({ nodes: 40 });
        withoutAlarm(master);
        for (const [name, context] of [['upright', { viewport: { width: 1080, height: 1920 } }], ['chinese', { ...screen, locale: 'zh-CN' }]]) {
            const { page, close } = await open(browser, looking(master), { hash: '?kiosk&interval=2', ...context });
            for (const [place, dots] of [...Array(4).keys()].map((at) => [at, `.dot:nth-child(${at + 1}).here`])) {
                await page.locator(dots).waitFor();
                await page.locator('.wall-page > *').first().waitFor();
                assert.deepEqual(await unreadable(page), [], `${name} ${place}`);
                await shoot(page, `${name}_${place}`);
            }
            await close();
        }
        await master.stop();
    });
});
