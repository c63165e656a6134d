// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the wall shows from afar, as widgets/models/wall.h gathers it. Pure.
import { gpuMark, isWaiting, waitReason } from '../words/marks';
import { metrics, unknownSample, type Alert, type Gpu, type Job } from '../words/words';
import { isLive, type Store } from '../wire/store';

const numbers = new Map<string, number>(metrics.map(({ key, metric }) => [key, metric]));

export const wallMetrics = ['gpu_utilization', 'temperature', 'memory_used', 'power'];

// Of a GPU of which nothing is known now nothing is shown.
export function sampleOf(store: Store, gpu: Gpu, key: string): number | undefined {
    const value = gpuMark(gpu.state) === 'lost' ? unknownSample : store.value(gpu, numbers.get(key) ?? -1);
    return value === unknownSample ? undefined : value;
}

export function figuresOf(store: Store) {
    const out = { gpus: 0, busy: 0, free: 0, unusable: 0, nodes: store.rows.agents.size, active: 0, running: 0, waiting: 0 };
    const loads: number[] = [];
    let milliwatts: number | undefined;
    for (const gpu of store.rows.gpus.values()) {
        const mark = gpuMark(gpu.state);
        out.gpus += 1;
        out[mark === 'busy' || mark === 'draining' ? 'busy' : mark === 'free' || mark === 'offered' ? 'free' : 'unusable'] += 1;
        const [load, power] = [sampleOf(store, gpu, 'gpu_utilization'), sampleOf(store, gpu, 'power')];
        if (load !== undefined) {
            loads.push(load);
        }
        if (power !== undefined) {
            milliwatts = (milliwatts ?? 0) + power;
        }
    }
    for (const agent of store.rows.agents.values()) {
        out.active += isLive(agent) ? 1 : 0;
    }
    for (const job of store.rows.jobs.values()) {
        out.running += job.state === 'RUNNING' ? 1 : 0;
        out.waiting += isWaiting(job) ? 1 : 0;
    }
    return { ...out, milliwatts, utilization: loads.length === 0 ? undefined : Math.round(loads.reduce((sum, one) => sum + one, 0) / loads.length) };
}

// GPUs of nodes, cut into screens of at most `most`: [first, count]. Those of a node stay together where they fit on one screen.
export function screensOf(gpusOfNodes: readonly number[], most: number): readonly (readonly [number, number])[] {
    const screens: [number, number][] = [];
    let first = 0;
    for (let left of gpusOfNodes) {
        while (left > 0) {
            let last = screens.at(-1);
            if (last === undefined || last[1] + left > most) {
                screens.push(last = [first, 0]);
            }
            const taken = Math.min(left, most - last[1]);
            last[1] += taken;
            first += taken;
            left -= taken;
        }
    }
    return screens;
}

const mostTiles = 40;
const mostColumns = 8;

// In `unit`s, each 1 % of the screen's height: the smallest tile that can be read.
const leastWide = 23;
const leastHigh = 18;

export function capacityOf(width: number, height: number, unit: number): number {
    const columns = Math.min(mostColumns, Math.floor(width / leastWide / unit));
    return Math.min(mostTiles, Math.max(1, columns) * Math.max(1, Math.floor(height / leastHigh / unit)));
}

// Columns that make the tiles the largest; a grid without holes is worth smaller ones.
export function columnsFor(count: number, width: number, height: number, unit: number): number {
    let best = 1;
    let most = 0;
    for (let columns = 1; columns <= Math.min(count, mostColumns, Math.max(1, Math.floor(width / leastWide / unit))); columns += 1) {
        const [wide, tall] = [width / columns, height / Math.ceil(count / columns)];
        const worth = Math.min(wide, 2 * tall) * Math.min(tall, wide / 1.2) * (count % columns === 0 ? 1.25 : 1);
        if (worth > most) {
            [best, most] = [columns, worth];
        }
    }
    return best;
}

const compare = (one: string | undefined, other: string | undefined) => ((one ?? '') < (other ?? '') ? -1 : 1);

// Pending jobs as they are served, running ones with the newest first.
export function queueOf(store: Store): { waiting: readonly Job[]; running: readonly Job[]; reasons: readonly (readonly [string, number])[] } {
    const jobs = [...store.rows.jobs.values()];
    const waiting = jobs.filter(isWaiting).sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0)
        || Number(one.submitted_ms ?? 0) - Number(other.submitted_ms ?? 0) || compare(one.id, other.id));
    const running = jobs.filter(({ state }) => state === 'RUNNING').sort((one, other) => Number(other.started_ms ?? 0) - Number(one.started_ms ?? 0) || compare(one.id, other.id));
    const reasons = new Map<string, number>();
    for (const { wait_reason } of waiting) {
        const { word } = waitReason(wait_reason);
        if (word !== '') {
            reasons.set(word, (reasons.get(word) ?? 0) + 1);
        }
    }
    return { waiting, running, reasons: [...reasons].sort(([, one], [, other]) => other - one) };
}

// Critical, and nobody has acknowledged or muted it.
export const isAlarm = (alert: Alert, now: number) => alert.severity === 'CRITICAL' && !alert.acknowledged_by && Number(alert.muted_until_ms ?? 0) <= now;

// Alarms first, then critical ones, then the others; within each the newest first.
export function alertsOf(store: Store, now: number): readonly Alert[] {
    const rank = (alert: Alert) => (isAlarm(alert, now) ? 0 : alert.severity === 'CRITICAL' ? 1 : 2);
    return [...store.rows.alerts.values()].sort((one, other) => rank(one) - rank(other) || Number(other.since_ms ?? 0) - Number(one.since_ms ?? 0));
}
