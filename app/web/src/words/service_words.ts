// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// How services and schedules are said: states, why an instance waits, when a schedule is due.
import type { Mark, Schedule, Service, ServiceState, TaskHealth } from './words';
import type { StateText } from './marks';
import { clockText, durationText } from './text';
import { t } from './translate';

type Row = readonly [word: string, mark: Mark, help: string];

const states: Readonly<Record<ServiceState, Row>> = {
    NO_STATE: ['', 'none', ''],
    RUNNING: ['Running', 'busy', 'All instances are running'],
    DEPLOYING: ['Deploying', 'draining', 'A deployment changes it'],
    WAITING: ['Waiting', 'waiting', 'Instances wait for offers'],
    DELAYED: ['Delayed', 'restricted', 'Instances have ended too often: the next one is started later'],
    SUSPENDED: ['Suspended', 'stopped', 'It is to have no instance'],
    REMOVING: ['Removing', 'draining', 'Its last instances are being killed'],
    UNHEALTHY: ['Unhealthy', 'bad', 'Instances fail their health checks'],
};

const said = ([word, mark, help]: Row): StateText => ({ word: t(word), mark, help: t(help) });

export function serviceState({ state = 'NO_STATE', running = 0, instances = 0 }: Service): StateText {
    const row: Row = (states[state] as Row | undefined) ?? ['Unknown', 'none', '']; // a newer master may know more
    return state === 'RUNNING' && running < instances ? said([row[0], row[1], 'Not all of its instances are running']) : said(row);
}

const healths: Readonly<Record<TaskHealth, Row>> = {
    NO_HEALTH: ['Not checked', 'none', 'It has no health check'],
    UNKNOWN: ['Not known yet', 'waiting', 'Its health check has not answered yet'],
    HEALTHY: ['Healthy', 'good', ''],
    UNHEALTHY: ['Unhealthy', 'bad', 'It fails its health check'],
};
export const taskHealth = (health: TaskHealth = 'NO_HEALTH') => said((healths[health] as Row | undefined) ?? ['Unknown', 'none', '']);

// Of instances: how many are so. What is left of those that it is to have is missing.
export interface Counts {
    good: number; // healthy
    busy: number; // running, not checked or not yet
    waiting: number; // staged
    bad: number; // unhealthy
}
export function countsOf({ running = 0, healthy = 0, unhealthy = 0, staged = 0 }: Service): Counts {
    return { good: healthy, busy: Math.max(0, running - healthy - unhealthy), waiting: staged, bad: unhealthy };
}

export function countsText(service: Service): string {
    const { good, busy, waiting, bad } = countsOf(service);
    const missing = Math.max(0, (service.instances ?? 0) - good - busy - waiting - bad);
    return [good > 0 && t('healthy: %1', good), busy > 0 && t('running: %1', busy), waiting > 0 && t('starting: %1', waiting), bad > 0 && t('unhealthy: %1', bad),
        missing > 0 && t('missing: %1', missing), (service.outdated ?? 0) > 0 && t('of an older version: %1', service.outdated!)].filter((part) => part !== false).join(', ');
}

// --- why instances wait

export interface Reject {
    reason: string;
    declined: number;
    processed: number;
}

const rejects: Readonly<Record<string, string>> = {
    UnfulfilledRole: 'Offers are of another role: %1 of %2',
    UnfulfilledConstraint: 'Nodes do not meet its constraints: %1 of %2 offers',
    NoCorrespondingReservationFound: 'Its reserved resources are not in the offers: %1 of %2',
    AgentMaintenance: 'Nodes are in maintenance: %1 of %2 offers',
    InsufficientCpus: 'Not enough free CPUs: in %1 of %2 offers',
    InsufficientMemory: 'Not enough free memory: in %1 of %2 offers',
    InsufficientDisk: 'Not enough free disk space: in %1 of %2 offers',
    InsufficientGpus: 'Not enough free GPUs: in %1 of %2 offers',
    InsufficientPorts: 'The ports that it wants are taken: in %1 of %2 offers',
    DeclinedScarceResources: 'Offers with GPUs are kept for work that wants them: %1 of %2',
};

// The sentence of that which most offers were declined for; '' where none was.
export function mainReject(summary: readonly Reject[]): string {
    const [main] = [...summary].sort((one, other) => other.declined - one.declined);
    return main === undefined || main.declined === 0 ? '' : t(rejects[main.reason] ?? `${main.reason}: %1 / %2`, main.declined, main.processed);
}

// --- schedules

export function scheduleState({ problem = '', live = [], paused = false, exhausted = false, text = '', failures_in_a_row = '0' }: Schedule): StateText {
    const failed = Number(failures_in_a_row);
    return problem !== '' ? { word: t('Problem'), mark: 'bad', help: problem }
        : live.length > 0 ? { word: t('Running: %1', live.length), mark: 'busy', help: '' }
            : paused ? said(['Paused', 'stopped', 'Nothing is started until it is resumed'])
                : exhausted ? said(['Exhausted', 'none', 'Nothing will be due any more'])
                    : failed > 0 ? { word: t('Failed: %1', failed), mark: 'bad', help: t('So many runs have failed one after the other') }
                        : text === '' ? said(['Waits for parents', 'waiting', 'It is run when all its parents have succeeded'])
                            : said(['Scheduled', 'waiting', '']);
}

const units = [['D', 86_400], ['H', 3600], ['M', 60], ['S', 1]] as const;
const days = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

// "PT1H30M" in s; 0: it is not made of days and less alone.
export function periodOf(period: string): number {
    const [, day = 0, hour = 0, minute = 0, second = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(period) ?? [];
    return [day, hour, minute, second].reduce<number>((sum, part, place) => sum + Number(part) * units[place]![1], 0);
}

function everyText(seconds: number): string {
    const [unit, size] = units.find(([, one]) => seconds % one === 0)!;
    const count = seconds / size;
    return count === 1 ? t({ D: 'Every day', H: 'Every hour', M: 'Every minute', S: 'Every second' }[unit])
        : t({ D: 'Every %1 days', H: 'Every %1 h', M: 'Every %1 min', S: 'Every %1 s' }[unit], count);
}

const isNumber = (text: string) => /^\d+$/.test(text);

function cronText(minute: string, hour: string, date: string, month: string, day: string): string | undefined {
    const [, step] = /^\*\/(\d+)$/.exec(minute) ?? [];
    if (date !== '*' || month !== '*') {
        return undefined;
    }
    if (hour === '*' && day === '*') {
        return minute === '*' ? everyText(60) : step !== undefined && 60 % Number(step) === 0 ? everyText(60 * Number(step))
            : isNumber(minute) ? t('Hourly at minute %1', minute) : undefined;
    }
    if (!isNumber(minute) || !isNumber(hour)) {
        return undefined;
    }
    const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
    const named = isNumber(day) ? Number(day) : names.indexOf(day.toLowerCase());
    return day === '*' ? t('Daily at %1', at) : days[named] !== undefined ? t('%1 at %2', t(days[named]), at) : undefined;
}

// "Every 5 min" of what is simple, all else as it is written.
export function whenText({ text = '', parents = [] }: Schedule): string {
    if (text === '') {
        return parents.length === 0 ? '' : t('After %1', parents.join(', '));
    }
    const [, count = '', period = ''] = /^R(\d*)\/[^/]*\/(P[^/]+)$/.exec(text) ?? [];
    const seconds = periodOf(period);
    if (seconds > 0) {
        return count === '' ? everyText(seconds) : t('%1, %2 times more', everyText(seconds), count);
    }
    const parts = text.trim().split(/\s+/);
    return (parts.length === 5 ? cronText(...parts as [string, string, string, string, string]) : undefined) ?? text;
}

// "in 5 min 12 s (12:04:31)"; '' of 0.
export function untilText(ms: number, now: number): string {
    return ms === 0 ? '' : ms <= now ? t('now') : t('in %1 (%2)', durationText((ms - now) / 1000), clockText(ms, now));
}
