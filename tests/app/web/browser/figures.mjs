// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints what the page costs with 10,000 GPUs: ms of a tick of the heat map, of everything in a tick, time to the first picture,
// heap. No test: figures of a machine are not the same twice. node figures.mjs
import { chromium } from '../../../../app/web/node_modules/playwright-core/index.mjs';
import { serve } from '../../../../app/web/dev.mjs';
import { startMaster } from './fake_master.mjs';

const master = await startMaster({});
master.prepare();
const page_ = await serve({ master: `127.0.0.1:${master.port}`, token: 'x' });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--enable-precise-memory-info'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.on('pageerror', (error) => console.log(error.message));
let received = []; // bytes of each message
page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(payload.length)));
await page.addInitScript(() => {
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...how) {
            super(...how);
            this.addEventListener('message', () => { window.heard ??= performance.now(); });
        }
    };
    requestAnimationFrame(function look() { // the heat map is drawn, and the page with it
        if (window.heard !== undefined && document.querySelector('.legend li') !== null) {
            requestAnimationFrame(() => { window.seen = performance.now(); });
        } else {
            requestAnimationFrame(look);
        }
    });
    window.ticks = [];
    window.longTasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.ticks.push(entry.duration))).observe({ type: 'measure' });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.longTasks.push(Math.round(entry.duration)))).observe({ type: 'longtask', buffered: true });
});
const started = Date.now();
await page.goto(`http://127.0.0.1:${page_.address().port}/#/overview`);
await page.waitForFunction(() => window.ticks.length > 0 && document.querySelector('.legend li') !== null);
console.log(`first picture of ${master.rows.gpus.length} GPUs: ${Date.now() - started} ms after the address was entered`);
console.log(`and ${await page.evaluate(() => Math.round(window.seen - window.heard))} ms after its snapshot of ${(received[0] / 1048576).toFixed(1)} MiB was there`);
await page.waitForTimeout(2000);
received = [];
await page.waitForTimeout(10_000);
console.log(`bytes of each message of a second: ${received.join(' ')}`);
const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
const { ticks, longTasks } = await page.evaluate(() => ({ ticks: window.ticks, longTasks: window.longTasks }));
const sorted = ticks.slice(2).sort((one, other) => one - other);
console.log(`heat map: ${sorted.length} ticks, median ${sorted[Math.floor(sorted.length / 2)].toFixed(2)} ms, p90 ${sorted[Math.floor(sorted.length * 0.9)].toFixed(2)} ms`);
console.log(`long tasks (ms): ${longTasks.join(' ')}; heap ${(heap / 1048576).toFixed(1)} MiB`);
await page.screenshot({ path: process.env.SHOT ?? '/tmp/large.png' });
// 500 changes of GPUs a second besides.
let seq = 1;
const changes = setInterval(() => {
    const changed = Array.from({ length: 25 }, (_, at) => ({ ...master.rows.gpus[(seq * 37 + at * 211) % master.rows.gpus.length], state: seq % 2 === 0 ? 'FREE' : 'OFFERED' }));
    seq += 1;
    master.say({ delta: { seq: String(seq), changed: { gpus: changed } } });
}, 50);
for (const hash of ['#/gpus', '#/gpus?sort=-utilization_percent', '#/gpus?sort=-utilization_percent&filter=train-7']) {
    await page.evaluate((to) => { window.longTasks.length = 0; location.hash = to; }, hash);
    received = [];
    await page.waitForTimeout(6000);
    console.log(`${hash}: ${Math.round(received.reduce((sum, one) => sum + one, 0) / 6144)} KiB a second`);
    console.log(`${hash}: long tasks (ms) ${await page.evaluate(() => window.longTasks.join(' '))}`);
}
console.log(`rows in the table: ${await page.locator('tbody tr[data-row]').count()}`);
clearInterval(changes);
await browser.close();
await master.stop();
page_.close();
process.exit();
