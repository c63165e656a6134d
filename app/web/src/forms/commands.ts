// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Operator commands on objects of lists: what may be ordered, what it does, how it is undone. As app/console/commands.
import { may } from '../session/session';
import { bundle } from '../tables/values';
import { jobEnded, taskEnded } from '../words/marks';
import { t } from '../words/translate';
import { commands, type Agent, type Command, type CommandRequest, type Gpu, type Job, type ObjectState, type Offer, type Task } from '../words/words';
import { taskKey, type Store } from '../wire/store';
import type { RequestBody } from '../wire/connection';

export interface Item {
    name: string;
    order: RequestBody;
}

export interface Question {
    command: Pick<Command, 'fields' | 'reason' | 'endsWork' | 'verb' | 'undo'>;
    title: string;
    effect: string;
    list: readonly string[];
    items: readonly Item[];
    undo: readonly Item[]; // of each item, or none at all
    canEnd: boolean; // it may be limited in time
    hasGrace: boolean;
    done: readonly [text: string, value: string];
    asks: boolean; // a dialog is shown first
}

export const typedAbove = 5; // objects; more want their number typed

export const commandOf = (request: CommandRequest): Command => commands.find((one) => one.request === request)!;

const counted = (count: number, one: string, many: string) => (count === 1 ? t(one) : t(many, count));
export const countTasks = (count: number) => counted(count, '1 task', '%n tasks');
const countUsers = (count: number) => counted(count, '1 user', '%n users');
const counts: Readonly<Record<Command['object'], (count: number) => string>> = {
    node: (count) => counted(count, '1 node', '%n nodes'),
    gpu: (count) => counted(count, '1 GPU', '%n GPUs'),
    job: (count) => counted(count, '1 job', '%n jobs'),
    task: countTasks,
    offer: (count) => counted(count, '1 offer', '%n offers'),
    alert: (count) => String(count),
    framework: (count) => counted(count, '1 framework', '%n frameworks'),
};

export const nameOfJob = (job: Job) => t('%1 (%2)', job.id ?? '', job.name ?? '');
export const nameOfTask = (task: Task) => t('%1 (%2)', task.name ?? '', task.id ?? '');
export const nameOfGpu = (store: Store, gpu: Gpu) => t('GPU %1 of %2', gpu.index ?? 0, store.node(gpu.agent_id));
const frameworkOf = (offer: Offer) => offer.framework_name || offer.framework_id || '';
const nameOfOffer = (offer: Offer) => t('%1 (%2)', offer.id?.split('-').pop() ?? '', frameworkOf(offer));

function lineOfTask(task: Task): string {
    const what = task.user ? t('%1 of %2 on %3', nameOfTask(task), task.user, task.hostname ?? '') : t('%1 on %2', nameOfTask(task), task.hostname ?? '');
    const gpus = task.gpus?.length ?? 0;
    return gpus === 0 ? what : t('%1, %2', what, counts.gpu(gpus));
}

function stops(tasks: readonly Task[]): string {
    return t('stops %1 of %2', countTasks(tasks.length), countUsers(new Set(tasks.map(({ user }) => user)).size));
}

const stateOfGpu = (gpu: Gpu): ObjectState => (gpu.restriction !== undefined ? 'restricted' : 'ready');
const stateOfNode = (agent: Agent): ObjectState => (agent.drain === undefined ? 'ready' : agent.drain.done ? 'drained' : 'draining');
const stateOfTask = (task: Task): ObjectState => (taskEnded(task) ? 'ended' : 'running');
const stateOfJob = (job: Job): ObjectState => (jobEnded(job) ? 'ended' : job.hold !== undefined ? 'held' : job.state !== 'QUEUED' ? 'running' : job.launched ? 'starting' : 'ready');

// Why the command cannot be given about such objects; '' when it can about one of them at least.
export function whyNot<Row>(request: CommandRequest, rows: readonly Row[], stateOf: (row: Row) => ObjectState, nameOf: (row: Row) => string): string {
    const command = commandOf(request);
    if (!may(request)) {
        return t('You may not %1', command.right);
    }
    const refused = rows.map((row) => {
        const words = command.refused[stateOf(row)];
        return words === undefined ? '' : t(words, nameOf(row));
    });
    return rows.length === 0 ? t(command.choose || 'Choose a node') : refused.every((one) => one !== '') ? refused[0]! : '';
}

export const whyNotOf = {
    gpu: (request: CommandRequest, rows: readonly Gpu[], store: Store) => whyNot(request, rows, stateOfGpu, (gpu) => nameOfGpu(store, gpu)),
    node: (request: CommandRequest, rows: readonly Agent[]) => whyNot(request, rows, stateOfNode, (agent) => agent.hostname ?? ''),
    job: (request: CommandRequest, rows: readonly Job[]) => whyNot(request, rows, stateOfJob, nameOfJob),
    task: (request: CommandRequest, rows: readonly Task[]) => whyNot(request, rows, stateOfTask, nameOfTask),
    offer: (request: CommandRequest, rows: readonly Offer[]) => whyNot(request, rows, () => 'ready', nameOfOffer),
};

interface Part {
    effect: string;
    list: readonly string[];
    title: string;
    done: string;
    canEnd?: boolean;
    hasGrace?: boolean;
}

function question<Row>(request: CommandRequest, rows: readonly Row[], nameOf: (row: Row) => string, bodyOf: (row: Row) => object,
    undoOf: ((row: Row) => object) | undefined, part: (subject: string) => Part): Question {
    const command = commandOf(request);
    const subject = rows.length === 1 ? nameOf(rows[0]!) : counts[command.object](rows.length);
    const { effect, list, title, done, canEnd = false, hasGrace = false } = part(subject);
    const { undo } = command;
    return {
        command, effect, list, canEnd, hasGrace, title: t(title, subject), done: [done, subject],
        items: rows.map((row) => ({ name: nameOf(row), order: { [request]: bodyOf(row) } })),
        undo: undo === undefined ? [] : rows.map((row) => ({ name: nameOf(row), order: { [undo]: { ...bodyOf(row), ...undoOf?.(row) } } })),
        asks: command.endsWork || command.reason === 'required',
    };
}

export function restrictGpus(store: Store, gpus: readonly Gpu[]): Question {
    const rows = gpus.filter((gpu) => stateOfGpu(gpu) !== 'restricted');
    const held = rows.filter(({ task_id }) => task_id).length;
    const many = rows.length > 1;
    return question('restrict_gpu', rows, (gpu) => nameOfGpu(store, gpu), ({ uuid }) => ({ uuid }), undefined, (subject) => ({
        title: 'Restrict %1', done: 'Restricted: %1', canEnd: true,
        list: many || held > 0 ? rows.map((gpu) => {
            const task = store.taskOf(gpu);
            return task === undefined ? nameOfGpu(store, gpu) : t('%1, held by %2', nameOfGpu(store, gpu), nameOfTask(task));
        }) : [],
        effect: held === 0
            ? t(many ? '%1 are taken out of service immediately and no longer offered.' : '%1 is taken out of service immediately and no longer offered.', subject)
            : t(many ? '%1 are no longer offered. Tasks that hold them may finish.' : '%1 is no longer offered. The task that holds it may finish.', subject),
    }));
}

export function releaseGpus(store: Store, gpus: readonly Gpu[]): Question {
    const rows = gpus.filter((gpu) => stateOfGpu(gpu) === 'restricted');
    return question('release_gpu', rows, (gpu) => nameOfGpu(store, gpu), ({ uuid }) => ({ uuid }),
        ({ restriction }) => ({ reason: restriction?.reason ?? '', until_ms: restriction?.until_ms ?? '0' }), (subject) => ({
            title: 'Release %1', done: 'Released: %1', effect: t('Returned to service: %1.', subject),
            list: rows.map((gpu) => t('%1, restricted by %2: %3', nameOfGpu(store, gpu), gpu.restriction?.author ?? '', gpu.restriction?.reason ?? '')),
        }));
}

const tasksOn = (store: Store, agents: readonly Agent[]) => {
    const ids = new Set(agents.map(({ id }) => id));
    return [...store.rows.tasks.values()].filter((task) => ids.has(task.agent_id) && !taskEnded(task));
};

export function drainNodes(store: Store, agents: readonly Agent[]): Question {
    const rows = agents.filter((agent) => stateOfNode(agent) === 'ready');
    const stopped = tasksOn(store, rows);
    return question('drain_node', rows, ({ hostname = '' }) => hostname, ({ id }) => ({ agent: id }), undefined, (subject) => ({
        title: 'Drain %1', done: 'No new work is placed on %1', hasGrace: stopped.length > 0,
        list: stopped.length > 0 ? stopped.map(lineOfTask) : rows.length > 1 ? rows.map(({ hostname = '' }) => hostname) : [],
        effect: stopped.length === 0 ? t('No new work is placed on %1. Nothing is running there now.', subject)
            : t('No new work is placed on %1. The drain %2; jobs among them return to the queue.', subject, stops(stopped)),
    }));
}

export function resumeNodes(_store: Store, agents: readonly Agent[]): Question {
    const rows = agents.filter((agent) => stateOfNode(agent) === 'drained');
    return question('reactivate_node', rows, ({ hostname = '' }) => hostname, ({ id }) => ({ agent: id }), ({ drain }) => ({ reason: drain?.reason ?? '' }), (subject) => ({
        title: 'Resume %1', done: 'Work is placed on %1 again', effect: t('Work is placed on %1 again.', subject),
        list: rows.map(({ hostname = '', drain }) => t('%1, drained by %2: %3', hostname, drain?.author ?? '', drain?.reason ?? '')),
    }));
}

export function markNodesGone(store: Store, agents: readonly Agent[]): Question {
    const stopped = tasksOn(store, agents);
    return question('mark_node_gone', agents, ({ hostname = '' }) => hostname, ({ id }) => ({ agent: id }), undefined, (subject) => ({
        title: 'Mark %1 as gone', done: 'Marked as gone: %1', list: stopped.map(lineOfTask),
        effect: t('%1 is gone for good: its agent may not come back. What it ran is over, and its jobs restart elsewhere.', subject),
    }));
}

export function holdJobs(_store: Store, jobs: readonly Job[]): Question {
    const rows = jobs.filter((job) => stateOfJob(job) === 'ready');
    return question('hold_job', rows, nameOfJob, ({ id }) => ({ job_id: id }), undefined, (subject) => ({
        title: 'Hold %1', done: 'Held: %1', list: rows.length === 1 ? [] : rows.map((job) => t('%1 of %2', nameOfJob(job), job.user ?? '')),
        effect: t('Held in the queue until released: %1. The place in the queue is kept, but other jobs may start first.', subject),
    }));
}

export function releaseJobs(_store: Store, jobs: readonly Job[]): Question {
    const rows = jobs.filter((job) => stateOfJob(job) === 'held');
    return question('release_job', rows, nameOfJob, ({ id }) => ({ job_id: id }), ({ hold }) => ({ reason: hold?.reason ?? '' }), (subject) => ({
        title: 'Release %1', done: 'Released: %1', effect: t('May start again from its place in the queue: %1.', subject),
        list: rows.map((job) => t('%1, held by %2: %3', nameOfJob(job), job.hold?.author ?? '', job.hold?.reason ?? '')),
    }));
}

export function killJobs(store: Store, jobs: readonly Job[]): Question {
    const rows = jobs.filter((job) => stateOfJob(job) !== 'ended');
    const taskOf = (job: Job) => {
        const task = store.rows.tasks.get(taskKey(job.framework_id, job.task_id));
        return task === undefined || taskEnded(task) ? undefined : task;
    };
    const stopped = rows.flatMap((job) => taskOf(job) ?? []);
    const queued = rows.length - stopped.length;
    return question('kill_job', rows, nameOfJob, ({ id }) => ({ job_id: id }), undefined, () => ({
        title: 'Kill %1', done: 'Killing: %1',
        list: rows.map((job) => { const task = taskOf(job); return task === undefined ? t('%1 of %2, not started', nameOfJob(job), job.user ?? '') : lineOfTask(task); }),
        effect: [stopped.length > 0 ? t('This %1. Their processes are killed and unsaved results are lost.', stops(stopped)) : '',
            queued > 0 ? t('Removed from the queue: %1.', counts.job(queued)) : ''].filter((one) => one !== '').join(' '),
    }));
}

export function killTasks(_store: Store, tasks: readonly Task[]): Question {
    const rows = tasks.filter((task) => !taskEnded(task));
    return question('kill_task', rows, nameOfTask, ({ framework_id, id }) => ({ framework_id, task_id: id }), undefined, () => ({
        title: 'Kill %1', done: 'Killing: %1', list: rows.map(lineOfTask),
        effect: t('This %1. Their processes are killed and unsaved results are lost. Their frameworks may restart them.', stops(rows)),
    }));
}

export function rescindOffers(_store: Store, offers: readonly Offer[]): Question {
    return question('rescind_offer', offers, nameOfOffer, ({ id }) => ({ offer_id: id }), undefined, (subject) => ({
        title: 'Rescind %1', done: 'Rescinded: %1',
        list: offers.length === 1 ? [] : offers.map((offer) => t('%1: %2 on %3', nameOfOffer(offer), bundle(offer.resources), offer.hostname ?? '')),
        effect: offers.length === 1
            ? t('%1 loses %2 on %3, which it has not accepted yet. It is not offered them again for 5 seconds, so that others come first. Nothing that is running is stopped.',
                frameworkOf(offers[0]!), bundle(offers[0]!.resources), offers[0]!.hostname ?? '')
            : t('%1 of %2 are rescinded. They are not offered the same again for 5 seconds, so that others come first. Nothing that is running is stopped.',
                subject, counts.framework(new Set(offers.map(({ framework_id }) => framework_id)).size)),
    }));
}
