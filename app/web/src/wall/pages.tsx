// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What a wall shows at a time. No link, no button: nobody touches it.
import type { ComponentChildren } from 'preact';
import { store } from '../frame/app';
import { HeatMap } from '../gpu/heat_map';
import type { HeatPicture } from '../gpu/heat_picture';
import { amount } from '../tables/values';
import { memoryMib, reasonOf } from '../tables/gpu_values';
import { cividis } from '../theme/cividis';
import { Icon, MarkIcon } from '../theme/icon';
import { alertSeverity, gpuState, waitReason } from '../words/marks';
import { clockText, durationText, localTimes, milliText, unknownText } from '../words/text';
import { t } from '../words/translate';
import { marks, type Gpu, type Job, type Mark } from '../words/words';
import { alertsOf, columnsFor, figuresOf, isAlarm, queueOf, sampleOf } from './figures';

// Of the middle of the screen.
export interface Room {
    width: number;
    height: number;
    unit: number; // px: 1 % of the screen's height
}

function Nothing({ mark, text }: { mark: Mark; text: string }) {
    return <p class="wall-nothing"><MarkIcon mark={mark} />{text}</p>;
}

const age = (now: number, since: string | undefined) => durationText((now - Number(since ?? now)) / 1000);

export function OverviewWall({ unit }: Room) {
    void store.changed.agents.value;
    void store.changed.gpus.value;
    void store.changed.jobs.value;
    void store.ticked.value;
    const now = figuresOf(store);
    if (now.nodes === 0) {
        return <Nothing mark="free" text={t('No nodes have joined')} />;
    }
    const watts = (now.milliwatts ?? 0) / 1000;
    const figures: readonly (readonly [string | number, string, (Mark | false)?])[] = [
        [`${now.busy}/${now.gpus}`, t('GPUs busy'), 'busy'], [now.free, t('GPUs free')], [now.unusable, t('GPUs unusable'), now.unusable > 0 && 'bad'],
        [now.utilization === undefined ? unknownText() : `${now.utilization} %`, t('Utilisation')], [now.running, t('Jobs running')],
        [now.waiting, t('Jobs pending'), now.waiting > 0 && 'waiting'], [`${now.active}/${now.nodes}`, t('Nodes'), now.active < now.nodes && 'bad'],
        [now.milliwatts === undefined ? unknownText() : watts < 1000 ? `${Math.round(watts)} W` : `${(watts / 1000).toFixed(1)} kW`, t('Power')],
    ];
    return (
        <>
            <ul class="wall-figures">{figures.map(([figure, label, mark]) => (
                <li key={label} class={`wall-card mark-${mark || 'none'}`}><b class={mark ? 'toned' : ''}>{figure}</b><span class="quiet">{label}</span></li>))}</ul>
            <HeatMap wallText={2.8 * unit} />
            <p class="quiet wall-scale">{t('Utilisation of each GPU')} 0 % <span class="scale-bar" /> 100 %</p>
        </>
    );
}

function Tile({ gpu }: { gpu: Gpu }) {
    const state = gpuState(gpu);
    const task = store.taskOf(gpu);
    const detail = reasonOf(gpu) || task?.user || task?.name;
    const [load, heat, used] = ['gpu_utilization', 'temperature', 'memory_used'].map((key) => sampleOf(store, gpu, key));
    const all = memoryMib(gpu);
    return (
        <li class={`wall-card mark-${state.mark}`}>
            <span class="wall-line"><strong>{store.node(gpu.agent_id)}</strong><strong>:{gpu.index ?? 0}</strong><span class="toned"><Icon name={marks[state.mark].icon} /></span></span>
            <div class="wall-load"><b>{load === undefined ? unknownText() : `${load} %`}</b></div>
            {load !== undefined && (
                <>
                    <span class="wall-line quiet"><span>{heat === undefined ? '' : `${heat} °C`}</span>{used !== undefined && all ? <span>{t('Mem %1', `${Math.round(100 * used / all)} %`)}</span> : null}</span>
                    <div class="wall-bar"><span style={{ width: `${load}%`, background: `rgb(${cividis(load / 100).join()})` }} /></div>
                </>
            )}
            <span class="cut toned">{state.word}{detail && ` · ${detail}`}</span>
        </li>
    );
}

export function GpuWall({ picture, first, count, width, height, unit }: Room & { picture: HeatPicture; first: number; count: number }) {
    void store.changed.gpus.value;
    void store.changed.tasks.value;
    void store.ticked.value;
    const columns = columnsFor(count, width, height, unit);
    const gpus = Array.from({ length: count }, (_, one) => picture.gpu(first + one)).filter((gpu) => gpu !== undefined);
    return count === 0 ? <Nothing mark="free" text={t('No GPUs in the cluster')} />
        : <ul class="wall-tiles" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>{gpus.map((gpu) => <Tile key={gpu.uuid} gpu={gpu} />)}</ul>;
}

const gap = 1; // units, as the next ones: style.css has the same
const line = 3.5;
const head = 9.5; // of a column of the queue

// So many rows as have room, and how many are left.
function Rows({ height, row, children }: { height: number; row: number; children: readonly ComponentChildren[] }) {
    const fit = Math.floor((height + gap) / (row + gap));
    const shown = children.length <= fit ? children.length : Math.max(1, Math.floor((height - line) / (row + gap)));
    return <>
        <ul>{children.slice(0, shown)}</ul>
        {shown < children.length && <p class="quiet"><strong>{t('%1 more', children.length - shown)}</strong></p>}
    </>;
}

function JobRow({ job, mark, detail, since }: { job: Job; mark: Mark; detail: string; since: string }) {
    const name = job.name || job.id || '';
    return (
        <li class={`wall-card mark-${mark}`}>
            <span class="wall-line"><span class="toned"><Icon name={marks[mark].icon} /></span><strong>{job.user ? t('%1 of %2', name, job.user) : name}</strong>
                <strong>{t('GPUs: %1', milliText(amount(job.resources, 'gpus')))}</strong></span>
            <span class="wall-line top"><span class="quiet lines">{detail}</span><span class="quiet">{since}</span></span>
        </li>
    );
}

export function QueueWall({ height, unit, now }: Room & { now: number }) {
    void store.changed.jobs.value;
    void store.changed.agents.value;
    const { waiting, running, reasons } = queueOf(store);
    const room = (innerWidth > innerHeight ? height : height / 2 - 1.5 * unit) / unit - head;
    return (
        <div class="wall-queue">
            <section>
                <h2>{t('Pending: %1', waiting.length)}</h2>
                <p class="quiet cut">{waiting.length === 0 ? t('No pending jobs') : reasons.length > 0 && t('By reason – %1', reasons.map(([word, jobs]) => t('%1: %2', word, jobs)).join(' · '))}</p>
                <Rows height={room} row={3 * line + 1}>{waiting.map((job) => {
                    const reason = waitReason(job.wait_reason);
                    return <JobRow key={job.id} job={job} mark={reason.mark === 'none' ? 'waiting' : reason.mark} detail={localTimes(job.wait_text ?? '') || reason.word} since={age(now, job.submitted_ms)} />;
                })}</Rows>
            </section>
            <section class="running">
                <h2>{t('Running: %1', running.length)}</h2>
                <p class="quiet">{running.length === 0 ? t('No running jobs') : '\u00a0'}</p>
                <Rows height={room} row={2 * line + 1}>{running.map((job) => <JobRow key={job.id} job={job} mark="busy" detail={store.node(job.agent_id)} since={age(now, job.started_ms)} />)}</Rows>
            </section>
        </div>
    );
}

const few = 2; // have room for their whole text, in larger letters

export function AlertWall({ height, unit, now }: Room & { now: number }) {
    void store.changed.alerts.value;
    const alerts = alertsOf(store, now);
    return alerts.length === 0 ? <Nothing mark="good" text={t('No alerts')} /> : (
        <div class={alerts.length <= few ? 'wall-alerts few' : 'wall-alerts'}>
            <Rows height={height / unit} row={alerts.length <= few ? 36 : 18.5}>{alerts.map((alert) => {
                const { mark, word } = alertSeverity(alert.severity);
                return (
                    <li key={alert.id} class={`wall-card mark-${mark}${isAlarm(alert, now) ? ' alarm' : ''}`}>
                        <h2 class="wall-line"><span class="toned"><Icon name={marks[mark].icon} /> {word}</span><strong>{alert.name || alert.object}</strong></h2>
                        <p class="lines">{localTimes(alert.text ?? '')}</p>
                        <span class="wall-line quiet"><span>{t('Since %1 (%2)', clockText(Number(alert.since_ms ?? 0), now), age(now, alert.since_ms))}</span>
                            <span>{alert.acknowledged_by ? t('Acknowledged by %1', alert.acknowledged_by) : t('Unacknowledged')}</span></span>
                    </li>
                );
            })}</Rows>
        </div>
    );
}
