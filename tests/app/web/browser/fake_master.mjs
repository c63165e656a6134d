// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A master of a cluster of any size that says what the page needs to hear: a Snapshot, then samples each second. For what a real
// daemon on a test machine cannot show: 10,000 GPUs, and a master that goes away.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const metricKeys = ['gpu_utilization', 'memory_utilization', 'memory_used', 'temperature', 'power'];
const kText = 0x81; // first byte of a WebSocket's frame
const kBytes = 0x82;
const states = ['FREE', 'ALLOCATED', 'ALLOCATED', 'ALLOCATED', 'ALLOCATED', 'ALLOCATED', 'ALLOCATED', 'OFFERED'];

// Pseudo-random, the same in each run.
function random(seed) {
    let state = seed;
    return () => { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296; };
}

export function cluster(nodes, perNode) {
    const next = random(7);
    const rows = { agents: [], gpus: [], frameworks: [{ id: 'f1', name: 'muster-jobs', connected: true }], tasks: [], jobs: [], alerts: [], offers: [] };
    for (let node = 0; node < nodes; node += 1) {
        const id = `agent-${node}`;
        const hostname = `node-${node + 1}`;
        const gpus = Array.from({ length: perNode }, (_, index) => `GPU-${String(node).padStart(5, '0')}-${index}`);
        const mib = String(512_000_000);
        rows.agents.push({ id, hostname, state: 'ACTIVE', resources: { cpus: '128000', mem: mib, disk: mib, gpus: String(perNode * 1000) }, used: { cpus: '64000', mem: '256000000', gpus: '6000' },
            offered: {}, driver_version: '550.54.14', cuda_version: '12.4', registered_ms: String(Date.now() - 3_600_000), gpus, gpu_generation: node + 1,
            attributes: [{ name: 'gpu', type: 'TEXT', text: { value: node % 3 === 0 ? 'H100' : 'A100' } }] });
        gpus.forEach((uuid, index) => {
            const odd = next();
            const state = odd < 0.004 ? 'UNHEALTHY' : odd < 0.008 ? 'LOST' : odd < 0.014 ? 'RESTRICTED' : states[Math.floor(next() * states.length)];
            const task = state === 'ALLOCATED' ? `job-${node + 1}.1` : undefined;
            rows.gpus.push({ uuid, agent_id: id, index, minor: index, model: 'NVIDIA H100 80GB HBM3', bus_id: `00000000:${index}:00.0`, memory_bytes: '85520809984', power_limit_mw: 700_000, state,
                ...(task === undefined ? {} : { framework_id: 'f1', task_id: task }),
                ...(state === 'RESTRICTED' ? { restriction: { gpu: uuid, reason: 'fan is loud', author: 'alice', since_ms: String(Date.now() - 600_000) } } : {}),
                ...(state === 'UNHEALTHY' ? { problem: 'Xid 79' } : {}) });
        });
        rows.tasks.push({ framework_id: 'f1', id: `job-${node + 1}.1`, name: `train-${node + 1}`, agent_id: id, hostname, state: 'TASK_RUNNING', gpus: gpus.slice(0, 6), user: `user-${node % 17}`,
            resources: { cpus: '64000', mem: '256000000', gpus: '6000' }, command: 'python3 train.py', started_ms: String(Date.now() - node * 1000) });
        rows.jobs.push({ id: `job-${node + 1}`, name: `train-${node + 1}`, user: `user-${node % 17}`, command: 'python3 train.py', resources: { cpus: '64000', mem: '256000000', gpus: '6000' }, attempts: 1,
            state: 'RUNNING', task_id: `job-${node + 1}.1`, framework_id: 'f1', agent_id: id, submitted_ms: String(Date.now() - node * 1000), started_ms: String(Date.now() - node * 1000), launched: true });
    }
    const reasons = ['RESOURCES', 'GPUS', 'PRIORITY', 'GPU_TYPE', 'HELD'];
    for (let job = 0; job < nodes / 10; job += 1) {
        rows.jobs.push({ id: `job-${nodes + job + 1}`, name: `sweep-${job}`, user: `user-${job % 5}`, command: 'python3 sweep.py', resources: { cpus: '1000', mem: '128000', gpus: '1000' }, state: 'QUEUED',
            wait_reason: reasons[job % 5], wait_text: 'No node has enough free GPUs', submitted_ms: String(Date.now() - job * 1000) });
    }
    rows.alerts.push({ id: 'gpu-unhealthy/x', rule: 'GPU_UNHEALTHY', severity: 'CRITICAL', object_kind: 'GPU', object: rows.gpus[3].uuid, name: 'node-1:3', text: 'Xid 79: the GPU has fallen off the bus. Reset it', since_ms: String(Date.now() - 240_000) },
        { id: 'gpu-hot/y', rule: 'GPU_HOT', severity: 'WARNING', object_kind: 'GPU', object: rows.gpus[5].uuid, name: 'node-1:5', text: '91 °C for 3 min: check the air flow of the node', since_ms: String(Date.now() - 640_000) });
    const now = Date.now();
    const ago = (ms) => String(now - ms);
    rows.services = [
        { id: '/shop/front', user: 'alice', command: 'python3 -m http.server $PORT0', resources: { cpus: '500', mem: '512000', gpus: '1000' }, state: 'DEPLOYING', instances: 4, running: 3, healthy: 2, unhealthy: 1, staged: 1, outdated: 2, checked: true,
            deployment: { id: 'd-1', step: 2, steps: 3, since_ms: ago(60_000) }, last_failure: { at_ms: ago(90_000), task_id: 'shop_front.1', hostname: 'node-1', state: 'TASK_FAILED', message: 'Command exited with status 1' },
            dependencies: ['/shop/store'], service_ports: [10000], labels: { team: 'shop' }, version_ms: ago(60_000) },
        { id: '/shop/store', user: 'alice', command: 'store', resources: { cpus: '1000', mem: '128000' }, state: 'RUNNING', instances: 2, running: 2, version_ms: ago(3_600_000) },
        { id: '/train/serve', user: 'bob', command: 'serve', resources: { cpus: '1000', mem: '128000', gpus: '4000' }, state: 'WAITING', instances: 3, running: 1, waiting: 2, version_ms: ago(7_200_000) }];
    rows.tasks.slice(0, 2).forEach((task, index) => Object.assign(task, { service: '/shop/front', health: ['HEALTHY', 'UNHEALTHY'][index], ports: [31000 + index], outdated: index === 1 }));
    rows.schedules = [
        { id: 'nightly', user: 'alice', command: './train', text: '0 3 * * *', zone: 'Europe/Rome', next_ms: ago(-5 * 3_600_000), last_slot_ms: ago(3_600_000), successes: '41', failures: '1', live: ['job-2'] },
        { id: 'hourly', user: 'bob', command: './check', text: 'R/2026-01-01T00:00:00Z/PT1H', next_ms: ago(-600_000), failures: '3', failures_in_a_row: '3', last_failure_ms: ago(3_000_000) },
        { id: 'report', user: 'alice', command: './report', parents: ['nightly'], successes: '40' }, { id: 'idle', user: 'bob', command: 'true', text: '*/5 * * * *', paused: true }];
    rows.jobs.slice(0, 2).forEach((job, index) => Object.assign(job, { schedule: 'nightly', slot_ms: ago((index + 1) * 3_600_000), started_ms: ago((index + 1) * 3_600_000), ...(index === 0 ? { state: 'FINISHED', ended_ms: ago(1_800_000) } : {}) }));
    return rows;
}

// What the REST APIs of services and schedules say.
const apiAnswer = ({ target }) => JSON.stringify(target.endsWith('/queue') ? { queue: [{ app: { id: '/train/serve' }, processedOffersSummary: { rejectSummaryLastOffers: [{ reason: 'InsufficientGpus', declined: 8, processed: 9 }] } }] }
    : target.endsWith('/versions') ? { versions: ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'] }
        : target.includes('/history/') ? [{ slot: '2026-01-01T00:00:00Z', decision: 'RUN', byHand: false, job: 'job-1', state: 'FINISHED', started: '2026-01-01T00:00:01Z', ended: '2026-01-01T00:10:00Z', why: 'Command exited with status 0' }, { slot: '2025-12-31T00:00:00Z', decision: 'SKIPPED_OVERLAP', byHand: false }]
            : target.includes('/next/') ? [new Date(Date.now() + 3_600_000).toISOString()] : {});

export function sample(rows, tick) {
    const next = random(tick + 1);
    return rows.agents.map((agent) => ({ agent_id: agent.id, gpu_generation: agent.gpu_generation, at_us: String(Date.now() * 1000), columns: metricKeys.map((_, metric) => ({
        ...(metric === 0 ? {} : { metric }),
        values: agent.gpus.map(() => Math.floor(next() * [101, 101, 81559, 60, 700_000][metric]) + (metric === 3 ? 30 : 0)),
    })) }));
}

const written = (numbers) => {
    const bytes = [];
    for (let number of numbers) {
        for (; number >= 128; number = Math.floor(number / 128)) {
            bytes.push(number % 128 + 128);
        }
        bytes.push(number);
    }
    return Buffer.from(bytes).toString('base64');
};

// Samples as PackedSamples of console.proto, of what a client shows: runs of whole nodes, or a run for each GPU of a list.
export function packed(rows, telemetry, shown) {
    const gpus = new Map(rows.gpus.map((gpu) => [gpu.uuid, gpu]));
    return (shown.samples ?? []).map(({ metrics = [], gpus: listed, percent = false }) => {
        const wanted = new Set(listed);
        const places = []; // [sample, agent, slot]
        const runs = [];
        let before = 0;
        telemetry.forEach((sample, at) => {
            const { gpus: all, gpu_generation: generation } = rows.agents[at];
            const slots = all.flatMap((uuid, slot) => (listed === undefined || wanted.has(uuid) ? [slot] : []));
            slots.forEach((slot) => places.push([sample, all[slot], slot]));
            const last = runs.at(-1);
            if (slots.length === all.length && last?.whole === all.length && before === generation - 1) {
                last.agents += 1;
                before = generation;
            } else if (slots.length === all.length) {
                runs.push({ gap: generation - before, agents: 1, first: 0, count: all.length, whole: all.length });
                before = generation;
            } else {
                for (const slot of slots) {
                    runs.push({ gap: generation - before, agents: 1, first: slot, count: 1 });
                    before = generation;
                }
            }
        });
        const value = (metric) => ([sample, uuid, slot]) => {
            const raw = sample.columns.find((column) => (column.metric ?? 0) === metric)?.values[slot] ?? -1;
            const limit = !percent ? 0 : metric === 2 ? Math.floor(Number(gpus.get(uuid).memory_bytes) / 1048576) : metric === 4 ? gpus.get(uuid).power_limit_mw : 0;
            return limit > 0 && raw >= 0 ? Math.round(raw * 100 / limit) : raw;
        };
        return { metrics, ...(percent ? { percent } : {}), at_us: telemetry[0]?.at_us,
            runs: written(runs.flatMap(({ gap, agents, first, count }) => [gap, agents, first, count])),
            values: written(metrics.flatMap((metric) => places.map(value(metric)).map((one) => one + 1))) };
    }).filter(({ values }) => values !== '');
}

function history(query) {
    const [from, to] = [Number(query.from_ms), Number(query.to_ms)];
    const step = Math.max(1000, Math.floor((to - from) / query.max_points));
    return { step_ms: String(step), series: query.series.map((key) => ({ key, points: Array.from({ length: Math.floor((to - from) / step) }, (_, at) => {
        const value = Math.round(50 + 30 * Math.sin(at / 20));
        return { at_ms: String(from + at * step), minimum: String(value - 5), average: String(value * 1000), maximum: String(value + 5) };
    }) })) };
}

// Of the first nodes, which miss one thing or another.
function explanation(rows) {
    return { state: 'QUEUED', reason: 'RESOURCES', sentence: 'No node has 4 free GPUs, 32 CPUs and 256 GiB of memory', at_ms: String(Date.now()), left_out: 36,
        requirements: [{ name: 'GPUs', needed: '4' }, { name: 'CPUs', needed: '32' }, { name: 'Memory', needed: '256 GiB' }, { name: 'GPU model', needed: 'NVIDIA H100 80GB HBM3' }],
        machines: rows.agents.slice(0, 4).map(({ id, hostname }, index) => ({ agent_id: id, hostname, could_serve: index !== 3,
            findings: [{ found: `${index} free of 8`, met: index === 3 }, { found: '64', met: true }, { found: '488.3 GiB', met: true }, { found: 'NVIDIA A100-SXM4-80GB', met: index % 2 === 0 }] })) };
}

// Reads the simplest files, a key and a text a line, and says them in all forms, as a master does with core/spec.
function draftOf({ yaml, parts, filled, submitted }) {
    const keys = ['name', 'command', 'argv', 'image', 'gpus', 'cpus', 'mem', 'env', 'user', 'volumes', 'linked', 'retries'];
    if (yaml !== undefined) {
        const rows = yaml.split('\n').map((text, place) => ({ line: place + 1, text })).filter(({ text }) => text.trim() !== '' && !text.startsWith('#'));
        const bad = rows.find(({ text }) => !keys.includes(text.split(':')[0]));
        if (bad !== undefined) {
            const text = `'${bad.text.split(':')[0]}' is not known here`;
            return { problems: [{ line: bad.line, text, described: `line ${bad.line}: ${text}` }] };
        }
        const read = rows.map(({ text }) => ({ key: text.split(':')[0], texts: [text.slice(text.indexOf(':') + 1).trim().replaceAll('\\n', '\n')] }));
        const two = rows.find(({ text }) => text === 'gpus: two');
        return { ...draftOf({ parts: { parts: read } }), ...(two === undefined ? {} : { job: undefined, problems: [{ key: 'gpus', line: two.line, text: "'two' must be a whole number", described: `line ${two.line}: gpus: 'two' must be a whole number` }] }) };
    }
    if (filled !== undefined) {
        const epochs = filled.values.find(({ field }) => field === 'epochs').text;
        return /^\d+$/.test(epochs) ? draftOf({ parts: { parts: [{ key: 'name', texts: ['train'] }, { key: 'command', texts: [`run ${epochs}`] }] } })
            : { problems: [{ key: 'epochs', text: `Epochs: '${epochs}' must be a whole number`, described: '' }] };
    }
    if (submitted !== undefined) {
        return draftOf({ parts: { parts: [{ key: 'name', texts: [submitted.name] }, { key: 'command', texts: [submitted.command.value] }] } });
    }
    const wrong = parts.parts.filter(({ key, texts }) => key === 'volumes' && !texts[0].includes(':'));
    return { parts, yaml: parts.parts.map(({ key, texts }) => `${key}: ${texts[0]}\n`).join(''), command_line: ['muster submit', ...parts.parts.map(({ key, texts }) => `--${key}='${texts[0]}'`)].join(' '),
        ...(wrong.length === 0 ? { job: { name: 'x', user: 'alice' } } : { problems: [{ key: 'volumes', text: `'${wrong[0].texts[0]}' must be HOST:PATH`, described: '' }] }) };
}

const templates = [{ name: 'train', title: 'Train a model', help: 'One node, mixed precision', fields: [{ name: 'epochs', label: 'Epochs', type: 'INTEGER', otherwise: '10', minimum: '1' },
    { name: 'size', label: 'Size', type: 'CHOICE', otherwise: 'small', choices: ['small', 'large'] }] }, { name: 'broken', problem: '/etc/muster/templates/broken.yaml: line 1: no job' }];

// Listens; stop() also ends the connections. `tickMs` 0: no samples after the first.
// Jobs that ended before those of the view, job-0.1 the newest.
function olderRows({ limit, offset }, count) {
    const jobs = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, place) => ({ id: `job-0.${offset + place + 1}`, name: `older-${offset + place + 1}`, user: 'alice', state: 'FINISHED',
        framework_id: 'f1', task_id: `job-0.${offset + place + 1}.1`, resources: { cpus: '1000', mem: '128000' }, command: 'true', submitted_ms: String(Date.now() - (offset + place) * 3_600_000 - 86_400_000), why: 'Command exited with status 0' }));
    return { jobs, tasks: jobs.map(({ task_id, name }) => ({ framework_id: 'f1', id: task_id, name, state: 'TASK_FINISHED' })) };
}

export async function startMaster({ nodes = 1250, perNode = 8, tickMs = 1000, port = 0 } = {}) {
    const rows = cluster(nodes, perNode);
    const requests = [];
    const sockets = new Set();
    const send = (socket, message, type = kText) => { // an object, or its bytes
        const body = Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message));
        const head = body.length < 126 ? Buffer.from([type, body.length]) : body.length < 65536 ? Buffer.from([type, 126, body.length >> 8, body.length & 255])
            : Buffer.concat([Buffer.from([type, 127, 0, 0, 0, 0]), Buffer.from([body.length >>> 24, body.length >> 16 & 255, body.length >> 8 & 255, body.length & 255])]);
        socket.write(Buffer.concat([head, body]));
    };
    let newest = sample(rows, 0);
    let prepared; // the rows of a snapshot, without its end
    const encoded = () => Buffer.from(JSON.stringify({ snapshot: { seq: '1', at_ms: String(Date.now()), cluster: { version: 'test', name: 'large', simulated: true }, rows } }).slice(0, -2));
    const shownBy = new Map(); // socket -> Shown
    const telemetryFor = (socket) => ({ telemetry: shownBy.get(socket) === undefined ? { telemetry: newest } : { packed: packed(rows, newest, shownBy.get(socket)) } });
    const answer = (socket, request) => {
        requests.push(request);
        if (request.subscribe !== undefined) {
            const { shown, change = false } = request.subscribe;
            shownBy.set(socket, shown);
            const samples = telemetryFor(socket);
            send(socket, change ? samples : Buffer.concat([prepared ?? encoded(), Buffer.from(`,${JSON.stringify(samples.telemetry).slice(1)}}`)]));
        } else if (request.query_cluster_history !== undefined) {
            send(socket, { reply: { id: request.id, cluster_history: history(request.query_cluster_history) } });
        } else if (request.read_job !== undefined) {
            send(socket, { reply: { id: request.id, job_draft: draftOf(request.read_job) } });
        } else if (request.query_templates !== undefined) {
            send(socket, { reply: { id: request.id, templates: { templates } } });
        } else if (request.query_job_spec !== undefined) {
            send(socket, { reply: { id: request.id, job_spec: { name: 'cloned', user: 'bob', command: { value: 'python3 train.py', shell: true } } } });
        } else if (request.submit_job !== undefined) {
            send(socket, { reply: { id: request.id, job_submitted: { job_id: 'job-41' } } });
        } else if (request.query_ended !== undefined) {
            send(socket, { reply: { id: request.id, ended: olderRows(request.query_ended, 700) } });
        } else if (request.call_api !== undefined) {
            send(socket, { reply: { id: request.id, api_answer: { status: 200, body: apiAnswer(request.call_api) } } });
        } else if (request.explain !== undefined) {
            send(socket, { reply: { id: request.id, explanation: explanation(rows) } });
        } else if (request.id !== undefined) {
            send(socket, { reply: { id: request.id } });
        }
    };
    // A terminal that says its size, echoes, and ends on Ctrl+D.
    const terminal = (socket, message) => {
        if (Buffer.isBuffer(message)) {
            send(socket, { taken: 1 });
            message.includes(4) ? send(socket, { ended: { exit_code: 5 } }) : send(socket, Buffer.from(`got ${message.toString('hex')}\r\n`), kBytes);
        } else if (message.taken === undefined) {
            const { rows: high, columns } = message.open ?? message.resize;
            send(socket, message.open === undefined ? { taken: 1 } : { opened: true });
            send(socket, Buffer.from(`\x1b[38;2;9;99;199msize ${high} ${columns}\x1b[0m\r\n`), kBytes);
        }
    };
    const server = createServer((_, response) => response.writeHead(404).end());
    server.on('upgrade', (request, socket) => {
        const isTerminal = request.url === '/ws/terminal';
        const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${isTerminal ? 'muster.terminal.v1' : 'muster.v1.json'}\r\n\r\n`);
        if (!isTerminal) {
            sockets.add(socket);
        }
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => sockets.delete(socket));
        let rest = Buffer.alloc(0);
        socket.on('data', (data) => {
            rest = Buffer.concat([rest, data]);
            while (rest.length >= 2) {
                const short = rest[1] & 127;
                const start = short === 126 ? 4 : 2;
                const length = short === 126 ? rest.readUInt16BE(2) : short;
                if (rest.length < start + 4 + length) {
                    return;
                }
                const mask = rest.subarray(start, start + 4);
                const body = Buffer.from(rest.subarray(start + 4, start + 4 + length).map((byte, at) => byte ^ mask[at % 4]));
                const opcode = rest[0] & 15;
                rest = rest.subarray(start + 4 + length);
                if (isTerminal && opcode !== 8) {
                    terminal(socket, opcode === 1 ? JSON.parse(body.toString()) : body);
                } else if (opcode === 1) {
                    answer(socket, JSON.parse(body.toString()));
                } else if (opcode === 8) {
                    socket.end();
                }
            }
        });
    });
    let tick = 0;
    const sayTick = () => {
        tick += 1;
        newest = sample(rows, tick);
        sockets.forEach((socket) => { if (shownBy.has(socket)) send(socket, telemetryFor(socket)); });
    };
    const timer = tickMs === 0 ? undefined : setInterval(sayTick, tickMs);
    timer?.unref();
    server.unref();
    await new Promise((resolve) => { server.listen(port, '127.0.0.1', resolve); });
    return {
        rows, requests,
        prepare: () => { prepared = encoded(); }, // so that what is measured is the page; rows stay as they are
        port: server.address().port,
        ticks: () => tick,
        sayTick,
        say: (message) => sockets.forEach((socket) => send(socket, message)),
        stop: () => new Promise((resolve) => {
            clearInterval(timer);
            sockets.forEach((socket) => socket.destroy());
            server.close(resolve);
        }),
    };
}
