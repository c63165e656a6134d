// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Orders about services and schedules: calls of the REST APIs, asked about as other commands.
import { clockText } from '../words/text';
import { t } from '../words/translate';
import type { Schedule, Service } from '../words/words';
import { apiCall, type Method } from '../wire/api_calls';
import type { Item, Question } from './commands';

const countServices = (count: number) => (count === 1 ? t('1 service') : t('%n services', count));
const countSchedules = (count: number) => (count === 1 ? t('1 schedule') : t('%n schedules', count));
const countInstances = (count: number) => (count === 1 ? t('1 instance') : t('%n instances', count));
const countRuns = (count: number) => (count === 1 ? t('1 run') : t('%n runs', count));

export const appTarget = (id: string, further = '') => `/marathon/v2/apps/${id}${further}`;
export const scheduleTarget = (name: string, what = '') => `/chronos/scheduler/job/${what}${encodeURIComponent(name)}`;

interface Order {
    title: string; // with the subject
    verb: string;
    effect: string;
    done: string; // with the subject
    asks?: boolean;
    endsWork?: boolean;
    list?: readonly string[];
    undo?: readonly Item[];
}

const item = (name: string, method: Method, target: string, body?: object): Item => ({ name, order: apiCall(method, target, body) });

function question(subject: string, items: readonly Item[], { title, verb, effect, done, asks = true, endsWork = false, list = [], undo = [] }: Order): Question {
    return { command: { fields: ['author'], reason: 'none', endsWork, verb }, title: t(title, subject), effect, list, items, undo, canEnd: false, hasGrace: false, done: [done, subject], asks };
}

// --- services

const subjectOf = (services: readonly Service[]) => (services.length === 1 ? services[0]!.id ?? '' : countServices(services.length));

// A service that a deployment changes takes another change by force alone.
const force = ({ deployment }: Service) => (deployment === undefined ? '' : '?force=true');
const replaced = (services: readonly Service[]) => (services.some(({ deployment }) => deployment !== undefined) ? ` ${t('The deployment under way is given up for it.')}` : '');

const scaled = (service: Service, instances: number) => item(service.id ?? '', 'PUT', appTarget(service.id ?? '', force(service)), { instances });

export function effectOfScaling(service: Service, instances: number): string {
    const more = instances - (service.instances ?? 0);
    return (more === 0 ? t('It has so many already.') : more > 0 ? t('Starts %1.', countInstances(more)) : t('Kills %1.', countInstances(-more))) + replaced([service]);
}

export function scaleService(service: Service, instances: number): Question {
    return question(service.id ?? '', [scaled(service, instances)], {
        title: 'Scale %1', verb: 'Scale', done: 'Scaling: %1', asks: false, effect: effectOfScaling(service, instances),
        undo: [item(service.id ?? '', 'PUT', appTarget(service.id ?? '', '?force=true'), { instances: service.instances ?? 0 })],
    });
}

export function restartServices(chosen: readonly Service[]): Question {
    const services = chosen.filter(isKept);
    return question(subjectOf(services), services.map((service) => item(service.id ?? '', 'POST', appTarget(service.id ?? '', `/restart${force(service)}`))), {
        title: 'Restart %1', verb: 'Restart', done: 'Restarting: %1',
        effect: t('Replaces all instances by new ones, a few at a time: %1.', countInstances(sum(services))) + replaced(services), list: linesOf(services),
    });
}

export function deleteServices(chosen: readonly Service[]): Question {
    const services = chosen.filter(isKept);
    return question(subjectOf(services), services.map((service) => item(service.id ?? '', 'DELETE', appTarget(service.id ?? '', force(service)))), {
        title: 'Delete %1', verb: 'Delete', done: 'Deleting: %1', endsWork: true,
        effect: t('Kills %1 and forgets all versions.', countInstances(sum(services))) + replaced(services), list: linesOf(services),
    });
}

const isKept = ({ state }: Service) => state !== 'REMOVING';
const alive = ({ running = 0, staged = 0 }: Service) => running + staged;
const sum = (services: readonly Service[]) => services.reduce((count, service) => count + alive(service), 0);
const linesOf = (services: readonly Service[]) => (services.length === 1 ? [] : services.map((service) => t('%1 of %2: %3', service.id ?? '', service.user ?? '', countInstances(alive(service)))));

// To what was before the deployment that is under way.
export function rollBack(service: Service): Question {
    return question(service.id ?? '', service.deployment === undefined ? [] : [item(service.id ?? '', 'DELETE', `/marathon/v2/deployments/${service.deployment.id ?? ''}`)], {
        title: 'Roll %1 back', verb: 'Roll back', done: 'Rolling back: %1',
        effect: t('Gives the deployment up and makes all services that it changes what they were before it.'),
    });
}

export function goBackTo(service: Service, version: string): Question {
    return question(service.id ?? '', [item(service.id ?? '', 'PUT', appTarget(service.id ?? '', force(service)), { version })], {
        title: 'Roll %1 back', verb: 'Roll back', done: 'Rolling back: %1',
        effect: t('Replaces all instances by those of the version of %1.', clockText(Date.parse(version))) + replaced([service]),
    });
}

export function endDelay(service: Service): Question {
    return question(service.id ?? '', [item(service.id ?? '', 'DELETE', `/marathon/v2/queue/${service.id ?? ''}/delay`)], {
        title: 'Start %1 without delay', verb: 'Start now', done: 'Started without delay: %1', asks: false, effect: '',
    });
}

// --- schedules

const nameOf = (schedules: readonly Schedule[]) => (schedules.length === 1 ? schedules[0]!.id ?? '' : countSchedules(schedules.length));
const each = (schedules: readonly Schedule[], method: Method, what = '') => schedules.map(({ id = '' }) => item(id, method, scheduleTarget(id, what)));
const namesOf = (schedules: readonly Schedule[]) => (schedules.length === 1 ? [] : schedules.map(({ id = '', user = '' }) => t('%1 of %2', id, user)));

export function runSchedules(schedules: readonly Schedule[]): Question {
    return question(nameOf(schedules), each(schedules, 'PUT'), { title: 'Run %1 now', verb: 'Run now', done: 'Started now: %1', asks: false, effect: t('Starts a run at once. When it is due does not change.'), list: namesOf(schedules) });
}

export function pauseSchedules(schedules: readonly Schedule[]): Question {
    const rows = schedules.filter(({ paused }) => !paused);
    return question(nameOf(rows), each(rows, 'PUT', 'pause/'), { title: 'Pause %1', verb: 'Pause', done: 'Paused: %1', asks: false, effect: t('Starts no further run until it is resumed.'), list: namesOf(rows), undo: each(rows, 'PUT', 'resume/') });
}

export function resumeSchedules(schedules: readonly Schedule[]): Question {
    const rows = schedules.filter(({ paused }) => paused);
    return question(nameOf(rows), each(rows, 'PUT', 'resume/'), { title: 'Resume %1', verb: 'Resume', done: 'Resumed: %1', asks: false, effect: t('Starts runs again when they are due.'), list: namesOf(rows), undo: each(rows, 'PUT', 'pause/') });
}

export function deleteSchedules(schedules: readonly Schedule[]): Question {
    const runs = schedules.reduce((count, { live = [] }) => count + live.length, 0);
    return question(nameOf(schedules), each(schedules, 'DELETE'), {
        title: 'Delete %1', verb: 'Delete', done: 'Deleted: %1', endsWork: true, list: namesOf(schedules),
        effect: runs === 0 ? t('It is run no more. Its earlier runs stay in the list of jobs.') : t('It is run no more, and %1 that has not ended is killed.', countRuns(runs)),
    });
}

// --- why not

export const whyNoService = (services: readonly Service[]) => (services.length === 0 ? t('Choose a service') : !services.some(isKept) ? t('It is being removed') : '');
export const whyNoSchedule = (schedules: readonly Schedule[], wanted: (schedule: Schedule) => boolean = () => true, refused = '') => (
    schedules.length === 0 ? t('Choose a schedule') : schedules.some(wanted) ? '' : t(refused));
