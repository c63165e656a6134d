// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The page as the master itself serves it: its sign-in, its cookie, its policy for scripts, its ACLs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { daemon, launch, live, openServed, settled, signIn, withDaemon } from './harness.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const base = `http://${daemon?.master}/`;
const open = (hash) => openServed(browser, daemon.master, hash);

test('a token opens the page that was asked for, a wrong one says so; signing out ends it at once', withDaemon, async () => {
    const { page, context, close } = await open('#/nodes');
    await signIn(page, 'mst_wrong');
    await page.getByRole('alert').getByText(/Wrong token/).waitFor();
    await signIn(page, daemon.token);
    await live(page);
    await page.locator('tbody tr[data-row]').first().waitFor();
    assert.match(page.url(), /#\/nodes$/);
    const [cookie] = await context.cookies();
    assert.ok(cookie.httpOnly && cookie.sameSite === 'Strict', JSON.stringify(cookie));
    const second = await context.newPage();
    await second.goto(`${base}#/gpus`);
    await live(second);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await second.getByLabel('Token').waitFor(); // its socket was closed
    await context.addCookies([cookie]);
    assert.equal((await context.request.get(`${base}web/session`)).status(), 401);
    await close();
});

test('a name and a password sign in who may only look, and the master says no as the page does', withDaemon, async () => {
    const { page, context, close } = await open('#/gpus');
    await page.getByRole('button', { name: 'Use a name and a password' }).click();
    await page.getByLabel('Name').fill('viewer');
    await page.getByLabel('Password').fill('look-only');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await live(page);
    const session = await (await context.request.get(`${base}web/session`)).json();
    assert.equal(session.principal, 'viewer');
    assert.ok(!session.may.includes('restrict_gpu') && session.may.includes('subscribe'), session.may.join());
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('switch', { name: 'Operator mode' }).click();
    const button = page.locator('.details-buttons').getByRole('button', { name: 'Restrict…' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    // The same order past the page.
    const uuid = /#\/gpus\/([^?]+)/.exec(page.url())[1];
    const { kind } = await page.evaluate(async ([csrf, gpu]) => {
        const { ticket } = await (await fetch('web/ticket', { method: 'POST', headers: { 'X-Muster-CSRF': csrf } })).json();
        const socket = new WebSocket(`ws://${location.host}/ws/console`, ['muster.v1.json', `muster.ticket.${ticket}`]);
        return new Promise((resolve) => {
            socket.onopen = () => socket.send(JSON.stringify({ id: '7', restrict_gpu: { uuid: gpu, reason: 'past the page', author: 'viewer' } }));
            socket.onmessage = ({ data }) => { resolve(JSON.parse(data).reply.error ?? {}); };
        });
    }, [session.csrf, uuid]);
    assert.equal(kind, 'DENIED');
    await page.locator('.details header', { hasText: 'Free' }).waitFor();
    await close();
});

test('who signs in after another in the same tab sees nothing of theirs', withDaemon, async () => {
    const { page, close } = await open('#/submit');
    await signIn(page, daemon.token);
    await live(page);
    for (const [field, value] of [['Name', 'of-the-first'], ['Command', 'true'], ['GPUs', '0'], ['CPUs', '0.01'], ['Memory', '32']]) {
        await page.getByLabel(field, { exact: true }).fill(value);
    }
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.locator('.details h2', { hasText: 'of-the-first' }).waitFor();
    await page.evaluate(() => { window.isOfTheFirst = true; });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a name and a password' }).click();
    await page.getByLabel('Name').fill('stranger');
    await page.getByLabel('Password').fill('sees-none');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out (stranger)' }).waitFor();
    await live(page);
    await settled(page);
    assert.equal(await page.evaluate(() => window.isOfTheFirst), undefined, 'it is another document');
    assert.ok(!(await page.locator('body').innerText()).includes('of-the-first'));
    await close();
});

test('a browser in Chinese is asked in Chinese to sign in, and sees the cluster so', withDaemon, async () => {
    const { page, close } = await openServed(browser, daemon.master, '#/overview', { locale: 'zh-CN' });
    await page.getByLabel('令牌').fill(daemon.token);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('link', { name: '概览' }).first().waitFor();
    await page.getByText('实时', { exact: true }).waitFor();
    await close();
});

test('a page of another origin opens no live view', withDaemon, async () => {
    const { page, context, close } = await open();
    await signIn(page, daemon.token);
    await live(page);
    const { csrf } = await (await context.request.get(`${base}web/session`)).json();
    const { ticket } = await (await context.request.post(`${base}web/ticket`, { headers: { 'X-Muster-CSRF': csrf } })).json();
    const other = await context.newPage();
    await other.route('http://localhost:1/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>elsewhere' }));
    await other.goto('http://localhost:1/');
    const opened = await other.evaluate(([url, one]) => new Promise((resolve) => {
        const socket = new WebSocket(url, ['muster.v1.json', `muster.ticket.${one}`]);
        socket.onopen = () => { resolve(true); };
        socket.onerror = () => { resolve(false); };
    }), [`ws://${daemon.master}/ws/console`, ticket]);
    assert.equal(opened, false);
    await close();
});
