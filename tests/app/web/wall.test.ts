// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataAge } from '../../../app/web/src/wall/data_age';
import { alertsOf, capacityOf, columnsFor, figuresOf, isAlarm, queueOf, screensOf } from '../../../app/web/src/wall/figures';
import { parseWall, wallPages, type WallPage } from '../../../app/web/src/wall/options';
import { burnInShift, burnInSide, Rotation } from '../../../app/web/src/wall/rotation';
import { Store } from '../../../app/web/src/wire/store';

test('an address names pages and an interval', () => {
    assert.deepEqual(parseWall('?kiosk=gpus,alerts&interval=5'), { pages: ['gpus', 'alerts'], intervalMs: 5000 });
    assert.deepEqual(parseWall('?kiosk=queue,%20overview'), { pages: ['queue', 'overview'], intervalMs: 20_000 });
    for (const all of ['?kiosk', '?kiosk=', '?interval=20&kiosk']) {
        assert.deepEqual(parseWall(all), { pages: wallPages, intervalMs: 20_000 }, all);
    }
    assert.deepEqual(parseWall('?kiosk=gpus&interval=3600'), { pages: ['gpus'], intervalMs: 3_600_000 });
});

test('what an address has wrong is said with the possible values', () => {
    for (const [search, value] of [['?kiosk=overview,jobs', 'jobs'], ['?kiosk=GPUs', 'GPUs'], ['?kiosk=gpus,', '']] as const) {
        assert.deepEqual(parseWall(search), { problem: 'kiosk takes a comma-separated list of overview, gpus, queue and alerts, not "%1"', value }, search);
    }
    assert.deepEqual(parseWall('?kiosk=gpus,queue,gpus'), { problem: 'kiosk names "%1" twice', value: 'gpus' });
    for (const value of ['0', '3601', '-5', '1.5', '20s', '', '1e3', '99999']) {
        assert.deepEqual(parseWall(`?kiosk&interval=${value}`), { problem: 'interval takes a number of seconds from 1 to 3600, not "%1"', value }, value);
    }
});

// What is shown at each of some seconds: "overview", "gpus 2".
function shown(rotation: Rotation, seconds: readonly number[]): string {
    return seconds.map((second) => rotation.at(second * 1000)).map(({ page, screen }) => (screen === 0 ? page : `${page} ${screen + 1}`)).join(', ');
}
const pages: readonly WallPage[] = ['overview', 'gpus', 'alerts'];

test('each page stays for the interval, and the first comes again', () => {
    const rotation = new Rotation(pages, 20_000, 0);
    assert.equal(shown(rotation, [0, 19.9, 20, 39.9, 41, 60, 79]), 'overview, overview, gpus, gpus, alerts, overview, overview');
    assert.equal(shown(new Rotation(['queue'], 1000, 0), [0, 1, 2]), 'queue, queue, queue');
});

test('it keeps in step with the clock, and does not hurry after a sleep', () => {
    const rotation = new Rotation(pages, 20_000, 0);
    assert.equal(shown(rotation, [20.9, 40.1, 1000, 1019, 1020]), 'gpus, alerts, overview, overview, gpus');
});

test('many screens of GPUs turn over three at a time, and go on from there', () => {
    const rotation = new Rotation(['gpus', 'queue'], 10_000, 0);
    rotation.setScreens(5);
    assert.equal(shown(rotation, [0, 10, 20, 30, 40, 50, 60, 70]), 'gpus, gpus 2, gpus 3, queue, gpus 4, gpus 5, queue, gpus');
    rotation.setScreens(1); // GPUs have left
    assert.equal(shown(rotation, [75, 80, 90]), 'gpus, queue, gpus');
});

test('an alarm brings the alerts up until it is over, and the page before comes back with its whole interval', () => {
    const rotation = new Rotation(['overview', 'queue'], 20_000, 0);
    assert.equal(shown(rotation, [21]), 'queue');
    rotation.pin(true, 30_000);
    assert.equal(shown(rotation, [30, 60, 500]), 'alerts, alerts, alerts');
    rotation.pin(false, 500_000);
    assert.equal(shown(rotation, [500, 519, 520]), 'queue, queue, overview');
});

test('the picture goes around a small square, 2 px a minute', () => {
    const places = Array.from({ length: 17 }, (_, minute) => burnInShift(1000 * 16 + minute));
    assert.deepEqual(places[0], places[16]);
    assert.equal(new Set(places.map(String)).size, 16);
    places.slice(1).forEach(([x, y], before) => {
        assert.equal(Math.abs(x - places[before]![0]) + Math.abs(y - places[before]![1]), 2);
        assert.ok(x >= 0 && x <= burnInSide && y >= 0 && y <= burnInSide);
    });
});

test('figures are old after three intervals of the samples, at least 15 s', () => {
    const age = new DataAge();
    assert.equal(age.at(0, false), 'none');
    age.heard(0);
    age.expectSamples(true, 0);
    for (let at = 0; at <= 10_000; at += 1000) {
        age.sampled(at);
    }
    assert.equal(age.at(25_000, true), 'fresh');
    assert.equal(age.at(25_001, true), 'old');
    age.heard(30_000); // a word of the master is no sample
    assert.equal(age.from(), 10_000);
    assert.equal(age.at(70_001, true), 'old');
    assert.equal(age.at(70_001, false), 'lost');
    const slow = new DataAge();
    slow.expectSamples(true, 0);
    slow.sampled(0);
    slow.sampled(12_000);
    assert.equal(slow.at(47_000, true), 'fresh');
    assert.equal(slow.at(49_000, true), 'old');
});

test('without GPUs the last word of the master counts', () => {
    const age = new DataAge();
    age.heard(5000);
    assert.equal(age.from(), 5000);
    assert.equal(age.at(19_000, false), 'fresh');
    assert.equal(age.at(21_000, true), 'old');
    assert.equal(age.at(66_000, false), 'lost');
});

test('GPUs of a node stay on one screen where they fit', () => {
    assert.deepEqual(screensOf([8, 8, 8], 20), [[0, 16], [16, 8]]);
    assert.deepEqual(screensOf([4, 50, 2], 20), [[0, 4], [4, 20], [24, 20], [44, 12]]);
    assert.deepEqual(screensOf([], 20), []);
});

test('tiles that can be read, as large as they can be', () => {
    assert.equal(capacityOf(1870, 880, 10.8), 28);
    assert.equal(capacityOf(100, 100, 10.8), 1);
    assert.equal(capacityOf(10_000, 2000, 10.8), 40);
    assert.equal(columnsFor(8, 1870, 880, 10.8), 4);
    assert.equal(columnsFor(1, 1870, 880, 10.8), 1);
    assert.equal(columnsFor(8, 300, 1700, 19.2), 1);
});

function made(): Store {
    const store = new Store((flush) => flush());
    store.takeSnapshot({
        seq: '1',
        rows: {
            agents: [{ id: 'a', hostname: 'node-1', state: 'ACTIVE', gpus: ['G0', 'G1', 'G2', 'G3'], gpu_generation: 1 }, { id: 'b', state: 'UNREACHABLE' }],
            gpus: [{ uuid: 'G0', agent_id: 'a', state: 'ALLOCATED' }, { uuid: 'G1', agent_id: 'a', state: 'FREE' }, { uuid: 'G2', agent_id: 'a', state: 'UNHEALTHY' }, { uuid: 'G3', agent_id: 'a', state: 'LOST' }],
            jobs: [{ id: 'j1', state: 'RUNNING', started_ms: '10' }, { id: 'j2', state: 'QUEUED', submitted_ms: '20', wait_reason: 'GPUS' }, { id: 'j3', state: 'QUEUED', submitted_ms: '10', wait_reason: 'GPUS' },
                { id: 'j4', state: 'QUEUED', submitted_ms: '30', priority: 5, wait_reason: 'HELD' }, { id: 'j5', state: 'RUNNING', started_ms: '20' }, { id: 'j6', state: 'FAILED' }],
            alerts: [{ id: 'w', severity: 'WARNING', since_ms: '90' }, { id: 'seen', severity: 'CRITICAL', acknowledged_by: 'bob', since_ms: '80' }, { id: 'new', severity: 'CRITICAL', since_ms: '10' },
                { id: 'muted', severity: 'CRITICAL', muted_until_ms: '1000', since_ms: '70' }],
        },
        telemetry: [{ agent_id: 'a', gpu_generation: 1, columns: [{ values: [90, 0, 30, 99] }, { metric: 4, values: [300_000, 100_000, -1, 7] }] }],
    });
    return store;
}

test('the figures of the overview; of what is lost nothing is known', () => {
    const { gpus, busy, free, unusable, nodes, active, running, waiting, utilization, milliwatts } = figuresOf(made());
    assert.deepEqual({ gpus, busy, free, unusable, nodes, active, running, waiting, utilization, milliwatts },
        { gpus: 4, busy: 1, free: 1, unusable: 2, nodes: 2, active: 1, running: 2, waiting: 3, utilization: 40, milliwatts: 400_000 });
    assert.equal(figuresOf(new Store()).utilization, undefined);
});

test('pending jobs as they are served, running ones with the newest first', () => {
    const { waiting, running, reasons } = queueOf(made());
    assert.deepEqual(waiting.map(({ id }) => id), ['j4', 'j3', 'j2']);
    assert.deepEqual(running.map(({ id }) => id), ['j5', 'j1']);
    assert.deepEqual(reasons.map(([, jobs]) => jobs), [2, 1]);
});

test('only a critical alert that nobody has acknowledged or muted is an alarm, and it comes first', () => {
    assert.deepEqual(alertsOf(made(), 500).map(({ id }) => id), ['new', 'seen', 'muted', 'w']);
    assert.deepEqual(alertsOf(made(), 500).filter((alert) => isAlarm(alert, 500)).map(({ id }) => id), ['new']);
    assert.deepEqual(alertsOf(made(), 1000).filter((alert) => isAlarm(alert, 1000)).map(({ id }) => id), ['muted', 'new']);
});
