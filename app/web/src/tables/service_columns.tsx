// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns of services, their instances, schedules and their runs. The console has no such lists, so that the headings are here, too.
import { href } from '../frame/route';
import { State } from '../theme/icon';
import { jobState, taskState, wireOf } from '../words/marks';
import { countsOf, countsText, scheduleState, serviceState, taskHealth, untilText, whenText } from '../words/service_words';
import { clockText, durationText, localTimes, mebibytesText } from '../words/text';
import { t } from '../words/translate';
import { words, type Heading, type JobState, type Measure, type Resources, type Schedule, type Service, type Task } from '../words/words';
import { taskKey } from '../wire/store';
import type { Cell, Column } from './column';
import { amount, moment } from './values';

type Shown = 'main' | 'usual' | 'extra';

function column<Row>(key: string, title: string, rank: Shown, measure: Measure, cell: Cell<Row>): Column<Row> {
    const heading: Heading = { key, title, rank, measure, head: '', listed: 'never', names: [key], figure: measure === 'number' || measure === 'thousandths' || measure === 'mebibyteThousandths',
        share: false, unit: '', help: '' };
    return { heading, ...cell };
}

const tones = ['good', 'busy', 'waiting', 'bad'] as const;

// "3/4", and a bar of how they are.
function Instances({ service }: { service: Service }) {
    const counts = countsOf(service);
    const all = Math.max(service.instances ?? 0, tones.reduce((sum, tone) => sum + counts[tone], 0), 1);
    return (
        <span class="meter">
            {instancesText(service)}
            <span class="shares meter-bar" aria-hidden="true">{tones.map((tone) => (
                <span key={tone} style={{ width: `${counts[tone] * 100 / all}%`, background: `var(--mark-${tone})` }} />))}</span>
        </span>
    );
}

const instancesText = ({ running = 0, instances = 0 }: Service) => `${running}/${instances}`;

const ofRow = <Row extends { resources?: Resources }>(): readonly Column<Row>[] => [
    column('gpus', 'GPUs', 'usual', 'thousandths', { value: ({ resources }) => amount(resources, 'gpus') }),
    column('cpus', 'CPUs', 'usual', 'thousandths', { value: ({ resources }) => amount(resources, 'cpus') }),
    column('memory', 'Memory', 'usual', 'mebibyteThousandths', { value: ({ resources }) => amount(resources, 'mem'), text: ({ resources }) => mebibytesText(amount(resources, 'mem')) }),
];

export const serviceColumns: readonly Column<Service>[] = [
    column('service', 'Service', 'main', 'text', { value: ({ id = '' }) => id }),
    column('state', 'State', 'main', 'text', { value: ({ state = 'NO_STATE' }) => state.toLowerCase(), text: (service) => serviceState(service).word, beside: 22, show: (service) => <State state={serviceState(service)} /> }),
    column('instances', 'Instances', 'main', 'number', { value: ({ instances = 0 }) => instances, text: instancesText, tip: countsText, beside: 72, show: (service) => <Instances service={service} /> }),
    column('deployment', 'Deployment', 'usual', 'text', { value: ({ deployment }) => (deployment === undefined ? '' : `${deployment.step ?? 0}/${deployment.steps ?? 0}`) }),
    ...ofRow<Service>(),
    column('user', 'User', 'main', 'text', { value: ({ user = '' }) => user }),
    column('changed', 'Changed', 'usual', 'moment', { value: ({ version_ms }) => moment(version_ms) }),
    column('image', 'Image', 'extra', 'text', { value: ({ image = '' }) => image }),
    column('role', 'Role', 'extra', 'text', { value: ({ role = '' }) => role }),
    column('command', 'Command', 'usual', 'text', { value: ({ command = '' }) => command }),
];

export const portsText = ({ ports = [] }: Task) => ports.map((port) => (port === 0 ? '–' : String(port))).join(', ');

export const instanceColumns: readonly Column<Task>[] = [
    column('task_id', 'Task', 'main', 'text', { value: ({ id = '' }) => id, show: ({ framework_id, id }) => <a href={href('tasks', taskKey(framework_id, id))} tabIndex={-1}>{id}</a> }),
    column('node', 'Node', 'main', 'text', { value: ({ hostname = '' }) => hostname, show: ({ agent_id, hostname }) => <a href={href('nodes', agent_id)} tabIndex={-1}>{hostname}</a> }),
    column('state', 'State', 'main', 'text', { value: (task) => wireOf(words.taskState, task.state, 'NO_STATE'), text: (task) => taskState(task).word, beside: 22, show: (task) => <State state={taskState(task)} /> }),
    column('health', 'Health', 'main', 'text', { value: ({ health = 'NO_HEALTH' }) => health.toLowerCase(), text: ({ health }) => taskHealth(health).word, beside: 22, show: ({ health }) => <State state={taskHealth(health)} /> }),
    column('ports', 'Ports', 'usual', 'text', { value: portsText }),
    column('outdated', 'Version', 'usual', 'text', { value: ({ outdated }) => (outdated ? 'older' : 'current'), text: ({ outdated }) => (outdated ? t('older') : t('current')) }),
    column('started', 'Started', 'usual', 'moment', { value: ({ started_ms }) => moment(started_ms) }),
];

// `now`: what the next run is counted down from.
export const scheduleColumns = (now: () => number): readonly Column<Schedule>[] => [
    column('schedule', 'Schedule', 'main', 'text', { value: ({ id = '' }) => id }),
    column('state', 'State', 'main', 'text', { value: (schedule) => scheduleState(schedule).word, beside: 22, show: (schedule) => <State state={scheduleState(schedule)} /> }),
    column('when', 'When', 'main', 'text', { value: whenText, tip: ({ text = '', zone = '' }) => `${text} ${zone}`.trim() }),
    column('next', 'Next run', 'main', 'moment', { value: ({ next_ms, paused }) => (paused ? 0 : moment(next_ms)), text: ({ next_ms, paused }) => (paused ? '' : untilText(moment(next_ms), now())) }),
    column('last', 'Last run', 'usual', 'moment', { value: ({ last_slot_ms }) => moment(last_slot_ms) }),
    column('successes', 'Succeeded', 'usual', 'number', { value: ({ successes }) => moment(successes) }),
    column('failures', 'Failed', 'usual', 'number', { value: ({ failures }) => moment(failures) }),
    column('user', 'User', 'main', 'text', { value: ({ user = '' }) => user }),
    column('zone', 'Time zone', 'usual', 'text', { value: ({ zone = '' }) => zone }),
    ...ofRow<Schedule>().map((one) => ({ ...one, heading: { ...one.heading, rank: 'extra' as const } })),
    column('command', 'Command', 'usual', 'text', { value: ({ command = '' }) => command }),
];

// A slot as Chronos' history tells of it.
export interface Slot {
    slot: string;
    decision: string;
    slots?: number; // of one decision, that is of several slots
    lastSlot?: string;
    byHand: boolean;
    job?: string;
    state?: string;
    started?: string;
    ended?: string;
    why?: string;
}

const decisions: Readonly<Record<string, string>> = { SKIPPED_OVERLAP: 'Skipped: the run before had not ended', MISSED_DEADLINE: 'Missed: it could not be started in time', PAUSED: 'Skipped: the schedule was paused' };
const runState = ({ state = '' }: Slot) => jobState({ state: state.toUpperCase() as JobState });
const decided = (slot: Slot) => (slot.decision !== 'RUN' ? t(decisions[slot.decision] ?? slot.decision) : runState(slot).word);
const at = (text = '') => (text === '' ? 0 : Date.parse(text));

export const slotColumns: readonly Column<Slot>[] = [
    column('slot', 'Due', 'main', 'moment', { value: ({ slot }) => at(slot), text: ({ slot, lastSlot, slots, byHand }) => `${clockText(at(slot))}${lastSlot === undefined ? '' : ` – ${clockText(at(lastSlot))} (${slots})`}${byHand ? ` ${t('by hand')}` : ''}` }),
    column('state', 'State', 'main', 'text', { value: decided, beside: 22, show: (slot) => (slot.decision === 'RUN' ? <State state={runState(slot)} /> : <State state={{ word: decided(slot), mark: 'stopped', help: '' }} />) }),
    column('job', 'Job', 'main', 'text', { value: ({ job = '' }) => job, show: ({ job }) => (job === undefined ? '-' : <a href={href('jobs', job)} tabIndex={-1}>{job}</a>) }),
    column('took', 'Duration', 'usual', 'duration', { value: ({ started, ended }) => (at(started) === 0 || at(ended) === 0 ? undefined : (at(ended) - at(started)) / 1000), text: ({ started, ended }) => (at(started) === 0 || at(ended) === 0 ? '' : durationText((at(ended) - at(started)) / 1000)) }),
    column('why', 'End', 'usual', 'text', { value: ({ why = '' }) => localTimes(why) }),
];
