// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appOf, emptySchedule, emptyService, jobOf, problemOfSchedule, problemOfService } from '../../../app/web/src/forms/service_form';
import { deleteServices, effectOfScaling, pauseSchedules, restartServices, rollBack, scaleService } from '../../../app/web/src/forms/service_orders';
import { linesOf } from '../../../app/web/src/pages/timeline';
import { scheduleColumns, serviceColumns, slotColumns } from '../../../app/web/src/tables/service_columns';
import { textOf } from '../../../app/web/src/tables/column';
import { answered, refusalOf } from '../../../app/web/src/wire/api_calls';
import { countsText, mainReject, periodOf, scheduleState, serviceState, untilText, whenText } from '../../../app/web/src/words/service_words';
import { Store } from '../../../app/web/src/wire/store';

const front = { id: '/shop/front', user: 'alice', state: 'DEPLOYING', instances: 4, running: 3, healthy: 1, unhealthy: 1, staged: 0, outdated: 2, deployment: { id: 'd-1', step: 2, steps: 3 }, resources: { gpus: '1000', cpus: '500', mem: '2048000' } } as const;
const quiet = { id: '/quiet', user: 'bob', state: 'RUNNING', instances: 1, running: 1 } as const;
const front1 = () => ({ ...front, resources: { ...front.resources } });

test('the store keeps services and schedules like other rows', () => {
    const store = new Store((flush) => flush());
    store.takeSnapshot({ seq: '1', rows: { services: [front1()], schedules: [{ id: 'nightly' }] } });
    assert.ok(store.takeDelta({ seq: '2', changed: { services: [quiet] }, removed: { services: ['/shop/front'], schedules: ['nightly'] } }));
    assert.deepEqual([...store.rows.services.keys()], ['/quiet']);
    assert.equal(store.rows.schedules.size, 0);
});

test('cells of a service', () => {
    const text = (key: string) => textOf(serviceColumns.find(({ heading }) => heading.key === key)!, front1());
    assert.deepEqual(['service', 'state', 'instances', 'deployment', 'gpus', 'cpus', 'memory', 'user'].map(text), ['/shop/front', 'Deploying', '3/4', '2/3', '1', '0.5', '2 GiB', 'alice']);
    assert.equal(countsText(front1()), 'healthy: 1, running: 1, unhealthy: 1, missing: 1, of an older version: 2');
    assert.deepEqual(serviceState({ state: 'SLEEPING' as never }), { word: 'Unknown', mark: 'none', help: '' }, 'of a newer master');
});

test('orders are calls of the REST APIs, by force where a deployment is under way', () => {
    const call = (question: { items: readonly { order: { call_api?: object } }[] }) => question.items[0]!.order.call_api;
    assert.deepEqual(call(scaleService(quiet, 3)), { method: 'PUT', target: '/marathon/v2/apps//quiet', body: '{"instances":3}' });
    assert.deepEqual(call(restartServices([front1()])), { method: 'POST', target: '/marathon/v2/apps//shop/front/restart?force=true' });
    assert.deepEqual(call(rollBack(front1())), { method: 'DELETE', target: '/marathon/v2/deployments/d-1' });
    assert.deepEqual(rollBack(quiet).items, [], 'nothing to go back from');
    assert.deepEqual(call(pauseSchedules([{ id: 'a b' }])), { method: 'PUT', target: '/chronos/scheduler/job/pause/a%20b' });
    assert.deepEqual(pauseSchedules([{ id: 'a', paused: true }]).items, []);
});

test('they say what they end', () => {
    assert.equal(effectOfScaling(quiet, 3), 'Starts 2 instances.');
    assert.equal(effectOfScaling(front1(), 3), 'Kills 1 instance. The deployment under way is given up for it.');
    const both = deleteServices([front1(), quiet]);
    assert.ok(both.command.endsWork && both.asks);
    assert.equal(both.title, 'Delete 2 services');
    assert.match(both.effect, /^Kills 4 instances/);
    assert.deepEqual(both.list, ['/shop/front of alice: 3 instances', '/quiet of bob: 1 instance']);
});

test('what the master refuses is said in its words', () => {
    assert.equal(refusalOf('{"message":"Object is not valid","details":[{"path":"/id","errors":["must not be empty"]}]}'), 'Object is not valid: /id: must not be empty');
    assert.equal(refusalOf('{"message":"Invalid JSON","details":"at 3"}'), 'Invalid JSON: at 3');
    assert.throws(() => answered({ api_answer: { status: 409, body: '{"message":"locked"}' } }), { message: 'locked' });
    assert.equal(answered({ api_answer: { status: 200, body: '[]' } }), '[]');
    assert.equal(answered({}), '', 'of another request');
});

test('a new service as Marathon has it', () => {
    const typed = { ...emptyService, id: 'web', command: 'serve', gpus: '1', memory: '2G', ports: '0, 8080', healthPath: '/health', labels: 'team=a\n\nb=c=d' };
    assert.equal(problemOfService(typed), '');
    assert.deepEqual(appOf(typed), { id: '/web', cmd: 'serve', instances: 1, gpus: 1, cpus: 1, mem: 2048, portDefinitions: [{ port: 0 }, { port: 8080 }], requirePorts: true,
        healthChecks: [{ protocol: 'MESOS_HTTP', path: '/health', portIndex: 0 }], labels: { team: 'a', b: 'c=d' } });
    assert.equal(problemOfService({ ...typed, ports: '' }), 'A health check needs a port');
    assert.equal(problemOfService({ ...typed, gpus: '0.5' }), 'Instances and GPUs must be whole numbers');
});

test('a new schedule as Chronos has it', () => {
    const typed = { ...emptySchedule, name: 'nightly', command: 'train', schedule: '0 3 * * *', zone: 'Europe/Rome' };
    assert.equal(problemOfSchedule(typed), '');
    assert.deepEqual(jobOf(typed), { name: 'nightly', command: 'train', gpus: 0, cpus: 1, mem: 128, schedule: '0 3 * * *', scheduleTimeZone: 'Europe/Rome' });
    assert.equal(problemOfSchedule({ ...typed, parents: 'a' }), 'It has a time or parents');
    assert.deepEqual((jobOf({ ...typed, schedule: '', parents: 'a, b' }) as { parents: string[] }).parents, ['a', 'b']);
});

test('the main reason why instances wait', () => {
    assert.equal(mainReject([{ reason: 'InsufficientCpus', declined: 1, processed: 9 }, { reason: 'InsufficientGpus', declined: 8, processed: 9 }]), 'Not enough free GPUs: in 8 of 9 offers');
    assert.equal(mainReject([{ reason: 'InsufficientCpus', declined: 0, processed: 0 }]), '');
    assert.equal(mainReject([{ reason: 'Newer', declined: 1, processed: 2 }]), 'Newer: 1 / 2');
});

test('when a schedule is due, in words where it is simple', () => {
    assert.equal(periodOf('P1DT1H30M'), 91_800);
    assert.equal(periodOf('P1M'), 0, 'months differ');
    for (const [text, words] of [['R/2026-01-01T00:00:00Z/PT1H', 'Every hour'], ['R5/2026-01-01T00:00:00Z/PT90M', 'Every 90 min, 5 times more'], ['R//P1D', 'Every day'], ['R/2026-01-01T00:00:00Z/P1M', 'R/2026-01-01T00:00:00Z/P1M'],
        ['*/5 * * * *', 'Every 5 min'], ['*/7 * * * *', '*/7 * * * *'], ['15 * * * *', 'Hourly at minute 15'], ['0 3 * * *', 'Daily at 03:00'], ['30 2 * * 1', 'Mondays at 02:30'], ['30 2 * * sun', 'Sundays at 02:30'],
        ['0 3 1 * *', '0 3 1 * *'], ['0 3 * * 1-5', '0 3 * * 1-5'], ['@daily', '@daily']] as const) {
        assert.equal(whenText({ text }), words);
    }
    assert.equal(whenText({ parents: ['a', 'b'] }), 'After a, b');
});

test('states of a schedule, what hinders it first', () => {
    const word = (schedule: object) => scheduleState({ text: '0 3 * * *', ...schedule }).word;
    assert.deepEqual([word({ problem: 'no such zone', live: ['j'] }), word({ live: ['j', 'k'], paused: true }), word({ paused: true }), word({ exhausted: true }), word({ failures_in_a_row: '2' }), word({ text: '' }), word({})],
        ['Problem', 'Running: 2', 'Paused', 'Exhausted', 'Failed: 2', 'Waits for parents', 'Scheduled']);
});

test('the next run is counted down, and none is promised while it is paused', () => {
    const now = Date.now();
    assert.match(untilText(now + 61_000, now), /^in 1 min 01 s \(/);
    assert.equal(untilText(now - 1, now), 'now');
    const next = scheduleColumns(() => now).find(({ heading }) => heading.key === 'next')!;
    assert.equal(textOf(next, { next_ms: String(now + 5000), paused: true }), '-');
});

test('slots of the history', () => {
    const text = (key: string, slot: object) => textOf(slotColumns.find(({ heading }) => heading.key === key)!, { slot: '2026-01-01T00:00:00Z', decision: 'RUN', byHand: false, ...slot });
    assert.equal(text('state', { state: 'FINISHED' }), 'Finished');
    assert.equal(text('state', { decision: 'SKIPPED_OVERLAP' }), 'Skipped: the run before had not ended');
    assert.equal(text('took', { started: '2026-01-01T00:00:00Z', ended: '2026-01-01T00:01:05Z' }), '1 min 05 s');
    assert.equal(text('took', {}), '-');
});

test('runs lie where they were in the span, and those that go on reach until now', () => {
    const schedules = [{ id: 'a', next_ms: '1500' }, { id: 'b', next_ms: '5000' }, { id: 'c', next_ms: '1500', paused: true }];
    const jobs = [{ id: 'j1', schedule: 'a', state: 'FINISHED', slot_ms: '100', started_ms: '200', ended_ms: '400' }, { id: 'j2', schedule: 'a', state: 'RUNNING', slot_ms: '800', started_ms: '800' },
        { id: 'j3', schedule: 'b', state: 'FAILED', started_ms: '-900', ended_ms: '-500' }, { id: 'j4', state: 'RUNNING', started_ms: '500' }] as never;
    const lines = linesOf(schedules, jobs, { fromMs: 0, toMs: 2000 }, 1000);
    assert.deepEqual(lines.map(({ runs }) => runs.map(({ from, to }) => [from, to])), [[[0.1, 0.2], [0.4, 0.5]], [], []]);
    assert.deepEqual(lines.map(({ next }) => next), [0.75, undefined, undefined]);
});
