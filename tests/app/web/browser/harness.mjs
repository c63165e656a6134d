// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A browser and the page for tests. The page comes from app/web/dist; behind it is a real daemon where MUSTER_WEB_MASTER and
// MUSTER_WEB_TOKEN_FILE name one, or the fake master.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from '../../../../app/web/node_modules/playwright-core/index.mjs';
import { serve } from '../../../../app/web/dev.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('../../../../app/web/node_modules/axe-core/axe.min.js'), 'utf8');

export const daemon = process.env.MUSTER_WEB_MASTER === undefined ? undefined
    : { master: process.env.MUSTER_WEB_MASTER, token: readFileSync(process.env.MUSTER_WEB_TOKEN_FILE, 'utf8').trim() };
export const withDaemon = { skip: daemon === undefined && 'MUSTER_WEB_MASTER names no daemon' };

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

// `options`: of dev.mjs. close() ends both, and fails if the page has said an error.
export async function open(browser, options, { hash = '', ...context } = {}) {
    const server = await serve(options);
    server.unref(); // a test that fails does not hold the others up
    const base = `http://127.0.0.1:${server.address().port}${options.prefix ?? ''}/`;
    const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
    const page = await own.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text())) {
            errors.push(message.text());
        }
    });
    await page.goto(base + hash);
    return { page, base, server, close: async () => {
        await own.close();
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
        assert.deepEqual(errors, []);
    } };
}

export const live = (page) => page.getByText('Live', { exact: true }).waitFor();

// Where axe-core runs outside the page's world, CSP does not hold it off.
export async function violations(page) {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const run = async (expression) => (await session.send('Runtime.evaluate', { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true })).result.value;
    await run(axe);
    const found = await run(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary.split('\\n').slice(1, 2).join(' ')).join(' | ')))`);
    await session.detach();
    return found;
}
