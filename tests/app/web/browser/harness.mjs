// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A browser and the page for tests. The page comes from app/web/dist; behind it is a real daemon where MUSTER_WEB_MASTER and
// MUSTER_WEB_TOKEN_FILE name one, or the fake master. MUSTER_WEB_BROWSER is a browser that several programs share,
// MUSTER_WEB_SHOTS a folder for pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '../../../../app/web/node_modules/playwright-core/index.mjs';
import { serve } from '../../../../app/web/dev.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('../../../../app/web/node_modules/axe-core/axe.min.js'), 'utf8');

export const daemon = process.env.MUSTER_WEB_MASTER === undefined ? undefined
    : { master: process.env.MUSTER_WEB_MASTER, token: readFileSync(process.env.MUSTER_WEB_TOKEN_FILE, 'utf8').trim() };
export const withDaemon = { skip: daemon === undefined && 'MUSTER_WEB_MASTER names no daemon' };

// The machine may have much else to do.
const limitMs = 60_000;

const program = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] };
export const launchServer = () => chromium.launchServer(program);
export const launch = () => (process.env.MUSTER_WEB_BROWSER === undefined ? chromium.launch(program) : chromium.connect(process.env.MUSTER_WEB_BROWSER));

// A page in a context of its own. close() fails if the page has said an error other than the `usual` ones.
async function openPage(browser, address, options, usual) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(limitMs);
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
        if (message.type() === 'error' && !usual.test(message.text())) {
            errors.push(message.text());
        }
    });
    await page.goto(address);
    return { page, context, close: async () => {
        await context.close();
        assert.deepEqual(errors, []);
    } };
}

const lostConnection = /WebSocket|Failed to load resource|ERR_CONNECTION/;

// `options`: of dev.mjs. close() ends both, and fails if the page has said an error.
export async function open(browser, options, { hash = '', ...context } = {}) {
    const server = await serve(options);
    server.unref(); // a test that fails does not hold the others up
    const base = `http://127.0.0.1:${server.address().port}${options.prefix ?? ''}/`;
    const { page, close } = await openPage(browser, base + hash, context, lostConnection);
    return { page, base, server, close: async () => {
        try {
            await close();
        } finally {
            server.closeAllConnections();
            server.close();
        }
    } };
}

// The page as a master at `address` ("127.0.0.1:5050") serves it itself. What its policy holds back is an error.
export const openServed = (browser, address, hash = '', { mayLose = false, ...context } = {}) =>
    openPage(browser, `http://${address}/${hash}`, context, mayLose ? lostConnection : /Failed to load resource/);

export async function signIn(page, token) {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

export const live = (page) => page.getByText('Live', { exact: true }).waitFor();

// Until `condition` answers with what it waits for, which is the answer. `what`: for the error.
export async function until(what, condition, withinMs = limitMs) {
    for (const end = Date.now() + withinMs; ;) {
        const found = await condition();
        if (found) {
            return found;
        }
        assert.ok(Date.now() < end, `${what}: not within ${withinMs} ms`);
        await sleep(20);
    }
}

// Nothing fades or slides any more.
export const still = (page) => page.waitForFunction(() => document.getAnimations()
    .every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity), undefined, { polling: 50 });

// The page is there, with what it asks the master for: for 200 ms nothing has changed but the age of the data.
export async function settled(page) {
    await page.evaluate((limitMs) => new Promise((resolve, reject) => {
        const begun = Date.now();
        let changed = begun;
        const watch = new MutationObserver((changes) => {
            if (changes.some(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('.link-state') == null)) {
                changed = Date.now();
            }
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const timer = setInterval(() => {
            const isThere = document.querySelector('.page')?.childElementCount !== 0;
            if (isThere && Date.now() - changed >= 200) {
                resolve();
            } else if (Date.now() - begun > limitMs) {
                reject(new Error('The page does not come to rest'));
            } else {
                return;
            }
            clearInterval(timer);
            watch.disconnect();
        }, 50);
    }), limitMs);
    await still(page);
}

// Goes to another page of the same document.
export async function show(page, hash) {
    await page.evaluate((to) => { location.hash = to; }, hash);
    await settled(page);
}

export async function shoot(page, name) {
    if (process.env.MUSTER_WEB_SHOTS) {
        await still(page);
        await page.screenshot({ path: join(process.env.MUSTER_WEB_SHOTS, `${name.replace(/\W+/g, '_')}.png`) });
    }
}

// axe-core in a world of its own, where CSP does not hold it off; once for each document.
const worlds = new WeakMap();

async function worldOf(page) {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const run = async (expression) => {
        const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true });
        assert.equal(exceptionDetails, undefined);
        return result.value;
    };
    await run(axe);
    page.once('domcontentloaded', () => worlds.delete(page));
    return run;
}

export async function violations(page) {
    if (!worlds.has(page)) {
        worlds.set(page, await worldOf(page));
    }
    return worlds.get(page)(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary.split('\\n').slice(1, 2).join(' ')).join(' | ')))`);
}
