// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The page behind a real proxy that forwards plain HTTP and cuts off whatever is upgraded, as those of some offices do.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { after, before, test } from 'node:test';
import { daemon, launch, live, openServed, signIn, until, withDaemon } from './harness.mjs';

let browser;
let proxy;
let polls = 0;
let upgrades = 0;

before(async () => {
    if (withDaemon.skip) {
        return;
    }
    browser = await launch();
    const [host, port] = daemon.master.split(':');
    proxy = createServer((incoming, answer) => {
        polls += incoming.url === '/web/poll' ? 1 : 0;
        const { origin, ...others } = incoming.headers;
        const headers = { ...others, host: daemon.master, ...(origin === undefined ? {} : { origin: `http://${daemon.master}` }) };
        const outgoing = request({ host, port, path: incoming.url, method: incoming.method, headers }, (response) => {
            answer.writeHead(response.statusCode, response.rawHeaders);
            response.pipe(answer);
        });
        outgoing.on('error', () => answer.destroy());
        incoming.pipe(outgoing);
        answer.on('close', () => outgoing.destroy());
    });
    proxy.on('upgrade', (_, socket) => {
        upgrades += 1;
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
});
after(async () => {
    await browser?.close();
    proxy?.closeAllConnections();
    proxy?.close();
});

test('behind a proxy without WebSockets the page polls: values move, orders are answered, signing out ends it', withDaemon, async () => {
    const address = `127.0.0.1:${proxy.address().port}`;
    const { page, context, close } = await openServed(browser, address, '#/gpus', { mayLose: true });
    await signIn(page, daemon.token);
    await live(page);
    assert.equal(upgrades, 1);
    assert.match(await page.locator('.link-state').getAttribute('title'), /the page polls/);
    const rows = page.locator('tbody tr[data-row]');
    await rows.nth(7).waitFor();
    const before = await page.locator('tbody').innerText();
    await page.waitForFunction((text) => document.querySelector('tbody').innerText !== text, before);
    await rows.first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    await page.locator('.details-buttons').getByRole('button', { name: 'Restrict…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('behind a proxy');
    const beganMs = Date.now();
    await page.getByRole('dialog').getByRole('button', { name: 'Restrict' }).click();
    await page.locator('.details', { hasText: 'behind a proxy' }).waitFor();
    assert.ok(Date.now() - beganMs < 10_000, 'an order does not wait for the Poll that waits');
    await page.locator('.details-buttons').getByRole('button', { name: 'Release' }).click();
    await page.locator('.details', { hasNotText: 'behind a proxy' }).waitFor();
    const second = await context.newPage();
    await second.goto(`http://${address}/#/jobs`);
    await live(second);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await second.getByLabel('Token').waitFor(); // its conversation has ended
    const ended = polls;
    await new Promise((resolve) => { setTimeout(resolve, 3000); });
    assert.equal(polls, ended, 'nobody polls who is not signed in');
    await until('Its connections are closed', async () => await new Promise((resolve) => { proxy.getConnections((_, count) => resolve(count < 10)); }));
    await close();
});
