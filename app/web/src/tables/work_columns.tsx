// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns of nodes, jobs and tasks.
import { isLive } from '../wire/store';
import { store } from '../frame/app';
import { href } from '../frame/route';
import { State } from '../theme/icon';
import { agentState, isWaiting, jobState, taskState, waitReason, wireOf } from '../words/marks';
import { localTimes, milliText, mebibytesText } from '../words/text';
import { t } from '../words/translate';
import { words, type Agent, type Job, type Task } from '../words/words';
import type { Cell } from './column';
import { columnsOf } from './column';
import { amount, attributesText, moment } from './values';

function shareOf(name: 'cpus' | 'mem' | 'gpus', text: (thousandths: number) => string): Cell<Agent> {
    return {
        value: (agent) => (isLive(agent) ? amount(agent.used, name) : undefined),
        text: (agent) => `${isLive(agent) ? text(amount(agent.used, name)) : '–'} / ${text(amount(agent.resources, name))}`,
    };
}

export function freeGpus(agent: Agent): number {
    return isLive(agent) ? (agent.gpus ?? []).filter((uuid) => store.rows.gpus.get(uuid)?.state === 'FREE').length : 0;
}

type AbsentOfNodes = 'gpus_used' | 'gpus_restricted' | 'resources' | 'used' | 'offered' | 'gpus' | 'drain' | 'closed' | 'drained_by' | 'drain_reason'
    | 'drain_since' | 'no_data_since';

export const nodeColumns = columnsOf<Agent, 'nodes', AbsentOfNodes>('nodes', {
    node: { value: (agent) => agent.hostname ?? '', tip: (agent) => agent.id ?? '' },
    state: { value: (agent) => (agent.state === 'ACTIVE' && agent.drain !== undefined ? (agent.drain.done ? 'drained' : 'draining') : wireOf(words.agentState, agent.state, 'NO_STATE')), text: (agent) => agentState(agent).word, beside: 22, show: (agent) => <State state={agentState(agent)} /> },
    gpus_free: { value: freeGpus },
    gpus_total: { value: (agent) => agent.gpus?.length ?? 0 },
    cpus_used: shareOf('cpus', milliText),
    memory_used_mib: shareOf('mem', mebibytesText),
    attributes: { value: (agent) => attributesText(agent.attributes) },
    driver_version: { value: (agent) => agent.driver_version },
    cuda_version: { value: (agent) => agent.cuda_version },
    agent_id: { value: (agent) => agent.id ?? '' },
    registered: { value: (agent) => moment(agent.registered_ms) },
});

export function reasonOf(job: Job): string {
    return isWaiting(job) ? job.wait_text || (job.wait_reason === 'NONE' ? '' : waitReason(job.wait_reason).word) : job.why || job.message || '';
}

type AbsentOfJobs = 'resources' | 'wait_reason' | 'wait_text' | 'message' | 'task_id' | 'retries' | 'linked' | 'constraints' | 'ended' | 'framework_id'
    | 'agent_id' | 'why' | 'killed_by' | 'kill_reason' | 'held_by' | 'hold_reason';

export const jobColumns = columnsOf<Job, 'jobs', AbsentOfJobs>('jobs', {
    job_id: { value: (job) => job.id ?? '' },
    name: { value: (job) => job.name ?? '' },
    state: { value: (job) => wireOf(words.jobState, job.state, 'NO_STATE'), text: (job) => jobState(job).word, beside: 22, show: (job) => <State state={jobState(job)} /> },
    user: { value: (job) => job.user ?? '' },
    gpus: { value: (job) => amount(job.resources, 'gpus') },
    cpus: { value: (job) => amount(job.resources, 'cpus') },
    memory_mib: { value: (job) => amount(job.resources, 'mem') },
    priority: { value: (job) => job.priority ?? 0 },
    node: {
        value: (job) => (isWaiting(job) ? '' : store.node(job.agent_id)),
        show: (job) => (isWaiting(job) || !job.agent_id ? '-' : <a href={href('nodes', job.agent_id)} tabIndex={-1}>{store.node(job.agent_id)}</a>),
    },
    submitted: { value: (job) => moment(job.submitted_ms) },
    reason: { value: (job) => localTimes(reasonOf(job)) },
    end: { value: (job) => localTimes(job.why || job.message || '') },
    attempts: { value: (job) => job.attempts ?? 0 },
    started: { value: (job) => moment(job.started_ms) },
    ran_for_seconds: { value: (job) => (moment(job.started_ms) === 0 || moment(job.ended_ms) === 0 ? undefined : Math.floor((moment(job.ended_ms) - moment(job.started_ms)) / 1000)), },
    command: { value: (job) => job.command ?? '' },
});

const indices = (task: Task) => (task.gpus ?? []).map((uuid) => { const gpu = store.rows.gpus.get(uuid); return gpu === undefined ? uuid : String(gpu.index ?? 0); });

type AbsentOfTasks = 'gpu_count' | 'gpus' | 'resources' | 'why' | 'exit_code' | 'signal' | 'message' | 'reason' | 'source' | 'framework_id' | 'agent_id'
    | 'created' | 'killed_by' | 'kill_reason' | 'memory_peak_bytes';

export const taskColumns = columnsOf<Task, 'tasks', AbsentOfTasks>('tasks', {
    task_id: { value: (task) => task.id ?? '' },
    name: { value: (task) => task.name ?? '' },
    state: { value: (task) => wireOf(words.taskState, task.state, 'NO_STATE'), text: (task) => taskState(task).word, beside: 22, show: (task) => <State state={taskState(task)} /> },
    node: {
        value: (task) => task.hostname ?? '',
        show: (task) => <a href={href('nodes', task.agent_id)} tabIndex={-1}>{task.hostname}</a>,
    },
    gpu_indices: { value: indices, tip: (task) => (task.gpus ?? []).join('\n') },
    user: { value: (task) => task.user ?? '' },
    framework_name: { value: (task) => store.rows.frameworks.get(task.framework_id ?? '')?.name ?? task.framework_id ?? '', tip: (task) => task.framework_id ?? '' },
    started: { value: (task) => moment(task.started_ms) },
    ended: { value: (task) => moment(task.ended_ms) },
    exit: { value: (task) => (task.signal !== undefined ? t('signal %1', task.signal) : task.exit_code !== undefined ? String(task.exit_code) : '') },
    command: { value: (task) => task.command ?? '' },
    end: { value: (task) => localTimes(task.why || task.message || '') },
});
