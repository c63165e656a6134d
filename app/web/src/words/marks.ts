// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// How states are shown: a word, a help text, a mark. As widgets/models/mark.h.
import { words } from './words';
import type { Agent, AlertRule, AlertSeverity, Gpu, GpuState, Job, JobWaitReason, Mark, RefusalsReason, StateWords, Task } from './words';
import { clockText } from './text';
import { t } from './translate';

export interface StateText {
    word: string;
    help: string;
    mark: Mark;
}

function shown<State extends string>(table: Readonly<Record<State, StateWords>>, state: State | undefined): StateText {
    const known: StateWords | undefined = state === undefined ? undefined : table[state]; // a newer master may know more
    return known === undefined ? { word: state === undefined ? '' : t('Unknown'), help: '', mark: 'none' }
        : { word: t(known.word), help: [known.help, known.remedy].filter((part) => part !== '').map((part) => t(part)).join('. '), mark: known.mark };
}

// Its word in values of columns, by which lists sort and scripts know it.
export function wireOf<State extends string>(table: Readonly<Record<State, StateWords>>, state: State | undefined, none: State): string {
    return (table[state ?? none] as StateWords | undefined)?.wire ?? 'unknown';
}

export const gpuMark = (state: GpuState | undefined): Mark => words.gpuState[state ?? 'NO_STATE']?.mark ?? 'none';

const noData = (sinceMs: string) => t('No data since %1', clockText(Number(sinceMs)));

export function gpuState(gpu: Gpu): StateText {
    const state = shown(words.gpuState, gpu.state);
    if (gpu.no_data_since_ms !== undefined) {
        return { ...state, word: noData(gpu.no_data_since_ms) };
    }
    return gpu.state === 'UNAVAILABLE' && gpu.problem ? { ...state, help: gpu.problem } : state;
}

// Whether it takes work is what people look for, unless the node is not there at all.
export function agentState(agent: Agent): StateText {
    const state = shown(words.agentState, agent.state);
    if (agent.state !== 'ACTIVE') {
        return agent.no_data_since_ms === undefined ? state : { ...state, help: `${noData(agent.no_data_since_ms)}. ${state.help}` };
    }
    if (agent.no_data_since_ms !== undefined) {
        return { word: noData(agent.no_data_since_ms), help: '', mark: 'lost' };
    }
    if (agent.drain !== undefined) {
        const { author = '', reason = '', since_ms = '0', done = false } = agent.drain;
        return { word: done ? t('Drained') : t('Draining'), mark: 'draining',
            help: t('Drained by %1 since %2: %3', author, clockText(Number(since_ms)), reason) };
    }
    return agent.closed ? { word: t('Closed'), help: agent.closed, mark: 'restricted' } : state;
}

export const taskState = (task: Task) => shown(words.taskState, task.state);
export const jobState = (job: Job) => shown(words.jobState, job.state);
export const waitReason = (reason: JobWaitReason | undefined) => shown(words.jobWaitReason, reason);
export const refusalReason = (reason: RefusalsReason | undefined) => shown(words.refusalsReason, reason);
export const alertSeverity = (severity: AlertSeverity | undefined) => shown(words.alertSeverity, severity);
export const alertWord = (rule: AlertRule | undefined) => shown(words.alertRule, rule).word;

export const jobEnded = (job: Job) => words.jobState[job.state ?? 'NO_STATE']?.ended ?? false;
export const taskEnded = (task: Task) => words.taskState[task.state ?? 'NO_STATE']?.ended ?? false;

// An agent may have its attempt and still prepare it.
export const isWaiting = (job: Job) => job.state === 'QUEUED' && !job.launched;
