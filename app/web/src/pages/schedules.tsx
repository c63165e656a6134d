// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isLive, link, store } from '../frame/app';
import { choose, go, href, route, setParams } from '../frame/route';
import { useAnswer } from '../frame/use_answer';
import { OrderButton } from '../forms/command_button';
import { order } from '../forms/command_dialog';
import { deleteSchedules, pauseSchedules, resumeSchedules, runSchedules, scheduleTarget, whyNoSchedule } from '../forms/service_orders';
import { NewSchedule } from '../forms/service_dialogs';
import { Icon, State } from '../theme/icon';
import { scheduleColumns, slotColumns, type Slot } from '../tables/service_columns';
import { Table } from '../tables/table';
import { bundle } from '../tables/values';
import { jobState } from '../words/marks';
import { scheduleState, untilText, whenText } from '../words/service_words';
import { clockText } from '../words/text';
import { t } from '../words/translate';
import { apiCall, jsonOf } from '../wire/api_calls';
import type { Schedule } from '../words/words';
import { Details, Facts, Gone } from './details';
import { useRows } from './rows';
import { linesOf } from './timeline';

const tickMs = 5000;
const hour = 3_600_000;
const reaches = [{ name: '1h', ms: hour }, { name: '12h', ms: 12 * hour }, { name: '3d', ms: 72 * hour }];

// What is shown is of that time: it stands still while the master does not answer.
const shownTime = () => (isLive.value ? Date.now() : link().heardMs.value);

function useTicks(): number {
    const ticks = useSignal(0);
    useEffect(() => {
        const timer = setInterval(() => { if (isLive.value && !document.hidden) ticks.value += 1; }, tickMs);
        return () => clearInterval(timer);
    }, []);
    return ticks.value;
}

function Buttons({ schedules }: { schedules: readonly Schedule[] }) {
    const why = whyNoSchedule(schedules);
    return (
        <>
            <OrderButton icon="submit" words="Run now" tip="Start a run at once" why={why} run={() => void order(runSchedules(schedules))} />
            <OrderButton icon="hold" words="Pause" tip="Start no further run until it is resumed" why={whyNoSchedule(schedules, ({ paused }) => !paused, 'It is paused')} run={() => void order(pauseSchedules(schedules))} />
            <OrderButton icon="resume" words="Resume" tip="Start runs again when they are due" why={whyNoSchedule(schedules, ({ paused = false }) => paused, 'It is not paused')} run={() => void order(resumeSchedules(schedules))} />
            <OrderButton icon="kill" words="Delete…" tip="Delete the schedule; its runs that have not ended are killed" why={why} run={() => void order(deleteSchedules(schedules))} />
        </>
    );
}

const lineHeight = 20;
const namesEnd = 25; // % of the width
const place = (share: number) => `${namesEnd + share * (100 - namesEnd)}%`;
const thinnest = 0.004; // share of the span

// One line of time for each schedule: its runs by their state, and when it is due next. The table says the same.
function Timeline({ schedules }: { schedules: readonly Schedule[] }) {
    const jobs = store.changed.jobs.value;
    const reach = reaches.find(({ name }) => name === route.value.params.reach) ?? reaches[1]!;
    const now = shownTime();
    const lines = useMemo(() => linesOf([...schedules].sort((one, other) => (one.id ?? '').localeCompare(other.id ?? '')), store.rows.jobs.values(), { fromMs: now - reach.ms, toMs: now + reach.ms }, now), [schedules, jobs, reach, now]);
    return (
        <section aria-label={t('Runs')} style={{ flex: 'none', maxHeight: '40%', display: 'flex', flexDirection: 'column', gap: '8px' }}>
            <div class="list-bar">
                <h2>{t('Runs')}</h2>
                <span class="segments" role="group" aria-label={t('Time range')}>{reaches.map((one) => (
                    <button key={one.name} aria-pressed={one === reach} onClick={() => setParams({ reach: one.name })}>±{one.name}</button>))}</span>
                <span class="quiet small">{t('%1 to %2; the line is now, a hollow mark the next run', clockText(now - reach.ms), clockText(now + reach.ms))}</span>
            </div>
            <div class="scroller" tabIndex={0} role="group" aria-label={t('Runs')}>
                <svg width="100%" height={lines.length * lineHeight} role="img" aria-label={t('Runs of each schedule; the list says the same in words')}>
                    {lines.map(({ schedule, runs, next }, index) => (
                        <g key={schedule.id} transform={`translate(0 ${index * lineHeight})`} style={{ cursor: 'pointer' }} onClick={() => choose(schedule.id ?? '')}>
                            <text x={0} y={14} font-size={12} fill="currentColor">{short(schedule.id ?? '')}</text>
                            <line x1={place(0)} x2={place(1)} y1={10} y2={10} stroke="var(--line)" />
                            {runs.map(({ job, from, to }) => (
                                <rect key={job.id} class={`mark-${jobState(job).mark}`} x={place(from)} width={`${Math.max(thinnest, to - from) * (100 - namesEnd)}%`} y={4} height={12} rx={2} fill="currentColor"
                                    onClick={(event) => { event.stopPropagation(); go('jobs', job.id ?? ''); }}>
                                    <title>{`${job.id ?? ''}: ${jobState(job).word}, ${clockText(Number(job.started_ms ?? job.slot_ms ?? 0))}`}</title>
                                </rect>
                            ))}
                            {next !== undefined && <circle cx={place(next)} cy={10} r={4} fill="var(--base)" stroke="var(--mark-waiting)" stroke-width={2}><title>{untilText(Number(schedule.next_ms), now)}</title></circle>}
                        </g>
                    ))}
                    <line x1={place(0.5)} x2={place(0.5)} y1={0} y2={lines.length * lineHeight} stroke="var(--accent)" />
                </svg>
            </div>
        </section>
    );
}

const short = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

function History({ id, changed }: { id: string; changed: unknown }) {
    const { answer = [], problem } = useAnswer(() => apiCall('GET', `${scheduleTarget(id, 'history/')}?limit=100`), jsonOf<Slot[]>, 30_000, [id, changed]);
    return problem !== '' ? <p class="problem" role="alert"><Icon name="warning" />{problem}</p> : (
        <Table name="slots" label={t('Runs')} small rows={answer} version={answer.length} columns={slotColumns} keyOf={({ slot, decision, job = '' }) => `${slot} ${decision} ${job}`} firstSorting="-slot"
            onOpen={({ job }) => { if (job !== undefined) go('jobs', job); }} empty={{ icon: 'history', title: t('It has not been due yet'), text: '' }} />
    );
}

function Next({ id, changed }: { id: string; changed: unknown }) {
    const { answer = [], problem } = useAnswer(() => apiCall('GET', `${scheduleTarget(id, 'next/')}?count=20`), jsonOf<string[]>, 30_000, [id, changed]);
    return problem !== '' ? <p class="problem" role="alert"><Icon name="warning" />{problem}</p>
        : answer.length === 0 ? <p class="quiet">{t('Nothing is due')}</p>
            : <ul aria-label={t('Next runs')}>{answer.map((slot) => <li key={slot}>{untilText(Date.parse(slot), shownTime())}</li>)}</ul>;
}

function Family({ schedule }: { schedule: Schedule }) {
    const { id = '', parents = [] } = schedule;
    const children = [...store.rows.schedules.values()].filter((one) => one.parents?.includes(id));
    const links = (ids: readonly string[]) => <ul>{ids.map((one) => <li key={one} class="row"><a href={href('schedules', one)}>{one}</a>{store.rows.schedules.has(one) && <State state={scheduleState(store.rows.schedules.get(one)!)} />}</li>)}</ul>;
    return (
        <>
            {parents.length > 0 && <><h3>{t('Is run after all of')}</h3>{links(parents)}</>}
            {children.length > 0 && <><h3>{t('Is followed by')}</h3>{links(children.map((one) => one.id ?? ''))}</>}
            {parents.length + children.length === 0 && <p class="quiet">{t('It has neither parents nor children')}</p>}
        </>
    );
}

function ScheduleDetails({ schedule }: { schedule: Schedule }) {
    const { id = '', live = [] } = schedule;
    const changed = JSON.stringify([schedule.last_slot_ms, schedule.successes, schedule.failures, schedule.changed_ms, live]);
    return (
        <Details title={id} state={<State state={scheduleState(schedule)} />} buttons={<Buttons schedules={[schedule]} />}
            tabs={[
                { name: 'history', word: t('Runs'), content: () => <History id={id} changed={changed} /> },
                { name: 'next', word: t('Next'), content: () => <Next id={id} changed={changed} /> },
                { name: 'family', word: t('Parents and children'), content: () => <Family schedule={schedule} /> },
                { name: 'facts', word: t('Facts'), content: () => (
                    <Facts facts={[
                        [t('Schedule'), id], [t('State'), scheduleState(schedule).help || scheduleState(schedule).word], [t('When'), whenText(schedule)], [t('As written'), schedule.text ? <code>{schedule.text}</code> : undefined], [t('Time zone'), schedule.zone],
                        [t('Next run'), schedule.paused ? undefined : untilText(Number(schedule.next_ms ?? 0), shownTime())], [t('Last run'), clockText(Number(schedule.last_slot_ms ?? 0))],
                        [t('Running'), live.length === 0 ? undefined : <>{live.map((job) => <><a key={job} href={href('jobs', job)}>{job}</a>{' '}</>)}</>],
                        [t('Succeeded'), t('%1, the last time at %2', schedule.successes ?? 0, clockText(Number(schedule.last_success_ms ?? 0)) || '–')],
                        [t('Failed'), t('%1, the last time at %2', schedule.failures ?? 0, clockText(Number(schedule.last_failure_ms ?? 0)) || '–')],
                        [t('User'), schedule.user], [t('Command'), <code>{schedule.command}</code>], [t('Image'), schedule.image], [t('Resources'), bundle(schedule.resources)],
                        [t('Changed'), `${clockText(Number(schedule.changed_ms ?? 0))} ${schedule.author ?? ''}`.trim()],
                    ]} />) },
            ]} />
    );
}

const columns = scheduleColumns(shownTime);

export function Schedules() {
    const { rows, version } = useRows('schedules');
    const making = useSignal(false);
    const ticks = useTicks();
    const { key } = route.value;
    const schedule = store.rows.schedules.get(key);
    return (
        <div class={key === '' ? 'split' : 'split open wide'}>
            <div class="list">
                <Table name="schedules" label={t('Schedules')} rows={rows} version={version + ticks} columns={columns} keyOf={({ id = '' }) => id} chosen={key} firstSorting="schedule"
                    onOpen={({ id = '' }) => choose(id)} actions={[{ key: 'Delete', run: (chosen) => void order(deleteSchedules(chosen)) }]}
                    buttons={(chosen) => key === '' && <>{rows.length > 0 && <Buttons schedules={chosen} />}<OrderButton icon="submit" words="New schedule…" tip="Create a schedule" run={() => { making.value = true; }} /></>}
                    empty={{ icon: 'schedules', title: t('No schedules'), text: t('A schedule is run again and again. Create one here or with: muster schedules create') }} />
                {rows.length > 0 && <Timeline schedules={rows} />}
            </div>
            {key !== '' && (schedule === undefined ? <Gone words={t('%1 is not in this list', key)} /> : <ScheduleDetails key={key} schedule={schedule} />)}
            {making.value && <NewSchedule onClose={() => { making.value = false; }} />}
        </div>
    );
}
