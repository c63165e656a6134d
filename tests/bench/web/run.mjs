// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the web page costs, beside peers in the same run: node tests/bench/web/run.mjs [part ...]; without parts all of them.
// README.md of tests/bench says what is compared. Nothing is asserted.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from '../../../app/web/node_modules/esbuild/lib/main.js';
import { chromium } from '../../../app/web/node_modules/playwright-core/index.mjs';
import { serve } from '../../../app/web/dev.mjs';
import { sample, startMaster } from '../../app/web/browser/fake_master.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const web = join(root, 'app/web');
const dist = join(web, 'dist');
const released = process.env.MUSTER_BUILD ?? join(root, 'build/release');

const rows = [];
const row = (what, ours, peer = '-', floor = '-', aim = '-') => {
    rows.push([what, ours, peer, floor, aim, loadavg()[0].toFixed(2)]);
    console.log(`${what}: ${ours}; peer ${peer}; floor ${floor}; aim ${aim}`);
};
const median = (values) => values.slice().sort((one, other) => one - other)[Math.floor(values.length / 2)];
const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

// In the page, before its own code: what it measured of itself, its long tasks, and when messages came and tiles were drawn.
function watch() {
    Object.assign(window, { ticks: [], longTasks: [], heard: 0, bytes: 0, snapshotAt: 0, pictureAt: 0 });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.ticks.push(entry.duration))).observe({ type: 'measure' });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.longTasks.push(entry.duration))).observe({ type: 'longtask', buffered: true });
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            this.addEventListener('message', ({ data }) => {
                window.heard += 1;
                window.bytes += data.length;
                window.snapshotAt ||= data.length > 1_000_000 ? performance.now() : 0;
            });
        }
    };
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (...given) {
        drawImage.apply(this, given);
        if (window.snapshotAt > 0 && window.pictureAt === 0) {
            window.pictureAt = -1;
            requestAnimationFrame(() => setTimeout(() => { window.pictureAt = performance.now(); }));
        }
    };
}

// The page on a master with 10,000 GPUs that speaks only when it is told to.
async function openPage(browser, { hash = '#/overview', before = () => {} } = {}) {
    const master = await startMaster({ tickMs: 0 });
    const server = await serve({ master: `127.0.0.1:${master.port}`, token: 'x' });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => console.log(`the page: ${error.message}`));
    await page.addInitScript(watch);
    await before(page);
    const devtools = await page.context().newCDPSession(page);
    const thread = await mainThread(devtools);
    const requested = new Set();
    page.on('request', (request) => requested.add(basename(new URL(request.url()).pathname) || 'index.html'));
    const startedMs = performance.now();
    await page.goto(`http://127.0.0.1:${server.address().port}/${hash}`);
    await page.waitForFunction(() => window.snapshotAt > 0, undefined, { polling: 20 });
    let seq = 1;
    return {
        master, page, requested, startedMs, devtools, thread,
        tick: master.sayTick,
        change: (gpus) => { seq += 1; master.say({ delta: { seq: String(seq), changed: { gpus } } }); },
        close: async () => {
            await page.close();
            await master.stop();
            server.closeAllConnections();
            server.close();
        },
    };
}

// The processor's time of the page's main thread, in ms: other programs of the machine do not count.
async function mainThread(devtools) {
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

const zipped = (paths) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);

function filesBelow(folder, pattern) {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => pattern.test(path) && statSync(path).isFile());
}

// Mesos' sources are at https://github.com/apache/mesos; MESOS_WEBUI names their src/webui.
function bytesOfMesos(folder) {
    if (folder === undefined) {
        return { first: 'not measured', all: '171 KB (cited)' };
    }
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    const named = [...index.matchAll(/(?:src|href)="([^"{]+\.(?:js|css))"/g)].map(([, path]) => path);
    return {
        first: kb(zipped(['index.html', ...named, 'app/home.html'].map((path) => join(folder, path)))),
        all: kb(zipped(filesBelow(folder, /\.(js|css|html)$/))),
    };
}

async function bytes(browser) {
    const mesos = bytesOfMesos(process.env.MESOS_WEBUI);
    const built = filesBelow(dist, /\.(html|js|css|svg)$/);
    const index = readFileSync(join(dist, 'index.html'), 'utf8');
    const first = built.filter((path) => path.endsWith('index.html') || (index.includes(basename(path)) && !/wall|terminal|\.svg$/.test(path)));
    row('bytes before the first picture, gzip', kb(zipped(first)), `Mesos ${mesos.first}`);
    const { requested, page, close } = await openPage(browser);
    await page.waitForLoadState('networkidle');
    row('bytes of Overview with its charts, gzip', kb(zipped(built.filter((path) => requested.has(basename(path))))));
    await close();
    row('bytes with everything on demand, gzip', kb(zipped(built.filter((path) => !/\/(it|zh_CN|wall|terminal|screen)[^/]*$/.test(path)))), `Mesos ${mesos.all}`, '-', '60 KB');
}

// In a blank page: 40 ticks of a canvas or of elements of that size; medians of ms.
function bareTiles({ width, height, columns, tile, values }) {
    const colours = Array.from({ length: 101 }, (_, level) => `rgb(${level},${level + 50},${200 - level})`);
    const packed = Uint32Array.from({ length: 101 }, (_, level) => (255 << 24 | 200 - level << 16 | level + 50 << 8 | level) >>> 0);
    const canvas = () => document.body.appendChild(Object.assign(document.createElement('canvas'), { width, height }));
    const place = (at) => [at % columns * tile, Math.floor(at / columns) * tile];
    const pen = canvas().getContext('2d');
    const fillRect = (of) => of.forEach((value, at) => {
        const [x, y] = place(at);
        pen.fillStyle = colours[value];
        pen.fillRect(x, y, tile - 1, tile - 1);
    });
    const image = new ImageData(columns, Math.ceil(values[0].length / columns));
    const pixels = new Uint32Array(image.data.buffer);
    const small = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const large = canvas().getContext('2d');
    const scaled = (of) => {
        for (let at = 0; at < of.length; at += 1) {
            pixels[at] = packed[of[at]];
        }
        small.getContext('2d').putImageData(image, 0, 0);
        large.imageSmoothingEnabled = false;
        large.drawImage(small, 0, 0, image.width * tile, image.height * tile);
    };
    const holder = document.body.appendChild(document.createElement('div'));
    holder.style.cssText = `position: relative; width: ${width}px; height: ${height}px`;
    const elements = values[0].map((_, at) => {
        const [x, y] = place(at);
        const element = holder.appendChild(document.createElement('div'));
        element.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; width: ${tile - 1}px; height: ${tile - 1}px`;
        return element;
    });
    const dom = (of) => of.forEach((value, at) => { elements[at].style.background = colours[value]; });
    const frame = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
    return (async () => {
        const out = {};
        for (const [name, draw] of Object.entries({ fillRect, scaled, dom })) {
            const took = [];
            const untilFrame = [];
            for (let tick = 0; tick < 40; tick += 1) {
                const started = performance.now();
                draw(values[tick % values.length]);
                took.push(performance.now() - started);
                await frame();
                untilFrame.push(performance.now() - started);
            }
            const middle = (list) => list.sort((one, other) => one - other)[20];
            out[name] = { js: middle(took), frame: middle(untilFrame) };
        }
        return out;
    })();
}

async function tiles(browser) {
    const { page, tick, master, thread, close } = await openPage(browser);
    await page.waitForFunction(() => window.pictureAt > 0);
    await page.waitForTimeout(1500);
    await page.evaluate(() => { window.ticks.length = 0; window.bytes = 0; });
    const before = await thread();
    const count = 30;
    for (let number = 1; number <= count; number += 1) {
        tick();
        await page.waitForTimeout(600); // the page gathers for half a second
    }
    const whole = (await thread() - before) / count;
    const [took, told] = await page.evaluate(() => [window.ticks, window.bytes]);
    const size = await page.evaluate(() => { const { width, height } = document.querySelector('.heat-box canvas'); return { width, height }; });
    const tile = Math.floor(Math.sqrt(size.width * size.height / master.rows.gpus.length));
    const values = Array.from({ length: 4 }, (_, number) => sample(master.rows, number).flatMap(({ columns }) => columns[0].values));
    const text = JSON.stringify({ telemetry: { telemetry: sample(master.rows, 1) } });
    row('bytes of a tick to Overview', kb(told / count), `all samples as JSON ${kb(text.length)}`, '-', '14 KB');
    const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const peers = await bare.evaluate(bareTiles, { ...size, columns: Math.floor(size.width / tile), tile, values });
    const parse = await bare.evaluate((given) => {
        const took = Array.from({ length: 20 }, () => { const started = performance.now(); JSON.parse(given); return performance.now() - started; });
        return took.sort((one, other) => one - other)[10];
    }, text);
    row(`tick of ${master.rows.gpus.length} tiles, JS (${took.length} ticks, ${size.width}x${size.height})`, ms(median(took)),
        `fillRect ${ms(peers.fillRect.js)}, DOM tiles ${ms(peers.dom.js)}`, `scaled ImageData ${ms(peers.scaled.js)}`, '0.8 ms');
    row('the same until the frame is made', '-', `fillRect ${ms(peers.fillRect.frame)}, DOM tiles ${ms(peers.dom.frame)}`, `scaled ImageData ${ms(peers.scaled.frame)}`);
    row('all of a tick on the main thread, CPU', ms(whole), '-', `JSON.parse of all samples ${ms(parse)}`);
    await bare.close();
    await close();
}

async function chart(browser) {
    const { outputFiles } = await build({ entryPoints: [join(here, 'chart_page.mjs')], bundle: true, write: false, outdir: here, format: 'iife', minify: true,
        nodePaths: [join(web, 'node_modules')], jsx: 'automatic', jsxImportSource: 'preact', tsconfigRaw: {}, loader: { '.svg': 'text' }, define: { 'process.env.NODE_ENV': '"production"' } });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => console.log(`the chart: ${error.message}`));
    await page.setContent('<!doctype html><html lang="en"><body></body></html>');
    for (const path of filesBelow(dist, /app-[^/]*\.css$/)) {
        await page.addStyleTag({ path });
    }
    await page.addStyleTag({ path: join(web, 'node_modules/uplot/dist/uPlot.min.css') });
    await page.addScriptTag({ content: outputFiles.find(({ path }) => path.endsWith('.js')).text });
    const thread = await mainThread(await page.context().newCDPSession(page));
    const cost = { ours: [], oursAgain: [], uPlot: [], uPlotAgain: [], align: [] }; // functions of chart_page.mjs
    for (let round = 0; round < 9; round += 1) {
        for (const name of Object.keys(cost)) {
            const before = await thread();
            await page.evaluate((of) => window[of](), name);
            cost[name].push(await thread() - before);
            if (/Again$/.test(name)) {
                await page.evaluate(() => window.clear());
            }
        }
    }
    const middle = (name) => ms(median(cost[name].slice(1)));
    const { points, size } = await page.evaluate(() => ({ points: window.points * 3, size: window.size() }));
    row(`chart of ${points} points, ${size}, made, main thread CPU`, middle('ours'), `uPlot ${middle('uPlot')}`);
    row('the same, given new data', middle('oursAgain'), `uPlot ${middle('uPlotAgain')}`);
    row('an answer of the master made into those data', middle('align'));
    await page.close();
}

async function start(browser) {
    const took = [];
    const sinceAddress = [];
    const cpu = [];
    const long = [];
    let text = '';
    for (let round = 0; round < 7; round += 1) {
        const { page, master, startedMs, thread, close } = await openPage(browser);
        await page.waitForFunction(() => window.pictureAt > 0, undefined, { polling: 10 });
        sinceAddress.push(performance.now() - startedMs);
        cpu.push(await thread());
        const { snapshotAt, pictureAt, longTasks } = await page.evaluate(() => ({ snapshotAt: window.snapshotAt, pictureAt: window.pictureAt, longTasks: window.longTasks }));
        took.push(pictureAt - snapshotAt);
        long.push(Math.max(0, ...longTasks));
        text ||= JSON.stringify({ rows: master.rows, telemetry: sample(master.rows, 0) });
        await close();
    }
    const bare = await browser.newPage();
    const parse = await bare.evaluate((given) => {
        const took = Array.from({ length: 7 }, () => { const started = performance.now(); JSON.parse(given); return performance.now() - started; });
        return took.sort((one, other) => one - other)[3];
    }, text);
    await bare.close();
    row(`snapshot of 10,000 GPUs (${kb(text.length)}) to the picture`, ms(median(took)), '-', `JSON.parse of it ${ms(parse)}`, '300 ms');
    row('address entered to the picture', `${ms(median(sinceAddress))}, ${ms(median(cpu))} CPU of the main thread`);
    row('longest task of a start', ms(median(long)), '-', '-', '50 ms');
}

// In a blank page: a plain table of all GPUs, and the same changes to it.
function makeBareTable(gpus) {
    const table = document.body.appendChild(document.createElement('table'));
    const cells = gpus.map(({ uuid, agent_id, index, model, state }) => {
        const line = table.insertRow();
        return [agent_id, index, model, state, 0, 0, uuid].map((text) => { const cell = line.insertCell(); cell.textContent = text; return cell; });
    });
    window.longTasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => window.longTasks.push(duration))).observe({ type: 'longtask' });
    window.change = (turn) => {
        for (let one = 0; one < 50; one += 1) {
            cells[(turn * 50 + one) * 37 % cells.length][3].textContent = turn % 2 === 0 ? 'FREE' : 'ALLOCATED';
        }
        if (turn % 10 === 0) {
            cells.forEach((of, at) => { of[4].textContent = String((at * 7 + turn) % 101); of[5].textContent = String((at * 3 + turn) % 90); });
        }
    };
}

const seconds = 10;

// `change` is called ten times a second.
async function whileChanging(page, devtools, change) {
    await page.waitForTimeout(3000);
    const thread = await mainThread(devtools);
    await page.evaluate(() => { window.longTasks.length = 0; });
    const [before, started] = [await thread(), performance.now()];
    for (let turn = 1; turn <= seconds * 10; turn += 1) {
        await change(turn);
        await pause(started + turn * 100 - performance.now());
    }
    const share = (await thread() - before) / (performance.now() - started) * 100;
    const long = await page.evaluate(() => window.longTasks.filter((one) => one > 50));
    return `${long.length} long tasks, longest ${Math.round(Math.max(0, ...long))} ms, ${share.toFixed(0)} % of a core`;
}

async function changeOnPage({ page, master, devtools, tick, change }, hash) {
    await page.evaluate((to) => { location.hash = to; }, hash);
    return whileChanging(page, devtools, (turn) => {
        change(Array.from({ length: 50 }, (_, one) => {
            const gpu = master.rows.gpus[(turn * 50 + one) * 37 % master.rows.gpus.length];
            return { ...gpu, state: turn % 2 === 0 ? 'FREE' : 'ALLOCATED' };
        }));
        if (turn % 10 === 0) {
            tick();
        }
    });
}

async function table(browser) {
    const opened = await openPage(browser, { hash: '#/gpus' });
    const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await bare.evaluate(makeBareTable, opened.master.rows.gpus);
    const peer = `DOM rows: ${await whileChanging(bare, await bare.context().newCDPSession(bare), (turn) => bare.evaluate((of) => { setTimeout(window.change, 0, of); }, turn))}`;
    await bare.close();
    await opened.page.bringToFront();
    const floor = `Settings, no table: ${await changeOnPage(opened, '#/settings')}`;
    row('GPU table, 500 changes and a tick a second', await changeOnPage(opened, '#/gpus'), peer, floor, '0 over 50 ms');
    row('the same by utilisation', await changeOnPage(opened, '#/gpus?sort=-utilization_percent'));
    row('the same with a filter', await changeOnPage(opened, '#/gpus?filter=train-7'));
    await opened.close();
}

// An hour of the page's own clock, as fast as it takes the ticks.
async function heap(browser) {
    const hour = Number(process.env.TICKS ?? 3600);
    const { page, tick, devtools, close } = await openPage(browser, { before: (made) => made.clock.install() });
    await devtools.send('HeapProfiler.enable');
    const used = async () => {
        await devtools.send('HeapProfiler.collectGarbage');
        return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1024;
    };
    const kib = [];
    const started = performance.now();
    for (let number = 1; number <= hour; number += 1) {
        const heard = await page.evaluate(() => window.heard);
        tick();
        while (await page.evaluate(() => window.heard) <= heard) {
            await pause(1);
        }
        await page.clock.runFor(1000);
        if (number % (hour / 6) === 0) {
            kib.push(await used());
            console.log(`  heap after ${number} ticks: ${kib.at(-1).toFixed(0)} KiB (${((performance.now() - started) / number).toFixed(0)} ms a tick)`);
        }
    }
    const middle = (kib.length - 1) / 2;
    const mean = kib.reduce((sum, one) => sum + one) / kib.length;
    const slope = kib.reduce((sum, one, at) => sum + (at - middle) * (one - mean), 0) / kib.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
    row(`heap, ${hour} ticks of 10,000 GPUs`, `${(kib[0] / 1024).toFixed(1)} MiB after a sixth, ${(kib.at(-1) / 1024).toFixed(1)} at the end; ${(slope * 6 * 3600 / hour / 1024).toFixed(2)} MiB an hour`, '-', '-', 'flat (< 1 MiB an hour)');
    await close();
}

// Prints a table of its own.
function wire() {
    const program = join(released, 'tests/web-fanout-bench');
    if (!existsSync(program)) {
        console.log(`wire: ${program} is missing: ninja -C build/release web-fanout-bench (MUSTER_BUILD names another build)`);
        return;
    }
    const peer = existsSync(join(here, 'node_modules/ws')) ? [join(here, 'ws_peer.mjs')] : [];
    if (peer.length === 0) {
        console.log('wire: without node ws: npm ci in tests/bench/web fetches it');
    }
    spawnSync(program, peer, { stdio: 'inherit' });
}

const parts = { bytes, tiles, chart, start, table, heap, wire };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
    process.exit(1);
}
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
console.log(`${cpus()[0].model}, ${cpus().length} processors; node ${process.version}; ${execFileSync(executablePath, ['--version', '--no-sandbox']).toString().trim()}`);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) {
        await measure(browser);
    }
}
await browser.close();
console.log(['', '| | ours | peer | floor | aim | load |', '|---|---|---|---|---|---|', ...rows.map((one) => `| ${one.join(' | ')} |`)].join('\n'));
process.exit();
