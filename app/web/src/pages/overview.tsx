// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// All that matters of the cluster, without scrolling at 1280x800.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { align, seriesBy } from '../charts/history';
import { useClusterHistory } from '../charts/cluster_feed';
import { TimeChart } from '../charts/time_chart';
import { openAlerts, store } from '../frame/app';
import { href } from '../frame/route';
import { HeatMap } from '../gpu/heat_map';
import { AlertObject } from './alert_object';
import { narrow } from '../theme/theme';
import { Icon, MarkIcon } from '../theme/icon';
import { alertSeverity, alertWord, isWaiting, waitReason } from '../words/marks';
import { durationText, localTimes, mebibytesText, milliText } from '../words/text';
import { t } from '../words/translate';
import { words, type Gpu, type JobWaitReason } from '../words/words';
import { resources, shares, totals, type Resource, type Share } from './totals';

const names: Readonly<Record<Resource, string>> = { gpus: 'GPUs', cpus: 'CPUs', mem: 'Memory', disk: 'Disk' };
const heads: Readonly<Record<Share, string>> = { total: 'Total', allocated: 'Allocated', offered: 'Offered', idle: 'Idle', outOfService: 'Out of service' };

function Resources() {
    void store.changed.agents.value;
    void store.changed.gpus.value;
    const now = totals(store);
    const text = (name: Resource, share: Share) => (name === 'mem' || name === 'disk' ? mebibytesText : milliText)(now[name][share]);
    const tone = (name: Resource, share: Share) => (now[name][share] === 0 && share !== 'total' ? 'zero' : '');
    return (
        <section class="resources">
            <h2>{t('Resources')}</h2>
            {narrow.value ? (
                <ul class="totals-cards" aria-label={t('Resources of the cluster')}>
                    {resources.map((name) => (
                        <li key={name} class={name}>
                            <strong>{t(names[name])}</strong>
                            <dl>{shares.map((share) => <div key={share}><dt>{t(heads[share])}</dt><dd class={tone(name, share)}>{text(name, share)}</dd></div>)}</dl>
                        </li>
                    ))}
                </ul>
            ) : (
                <table class="totals" aria-label={t('Resources of the cluster')}>
                    <thead><tr><td />{shares.map((share) => <th scope="col" key={share}>{t(heads[share])}</th>)}<td class="bar-cell" /></tr></thead>
                    <tbody>
                        {resources.map((name) => (
                            <tr key={name} class={name}>
                                <th scope="row">{t(names[name])}</th>
                                {shares.map((share) => <td key={share} class={tone(name, share)}>{text(name, share)}</td>)}
                                <td class="bar-cell"><span class="shares" aria-hidden="true">{(['allocated', 'offered', 'outOfService'] as const).map((share) => (
                                    <span key={share} class={`share-${share}`} style={{ width: `${now[name].total === 0 ? 0 : 100 * now[name][share] / now[name].total}%` }} />))}</span></td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}

const hour = 3_600_000;
const figures = ['gpu_utilization', 'power', 'gpus_allocated', 'gpus_total', 'jobs_queued', 'jobs_running'];

function LastHour({ more }: { more: boolean }) {
    const { history, span } = useClusterHistory(more ? figures : figures.slice(0, 2), hour, undefined, 240);
    const step = Number(history?.step_ms ?? 0);
    const utilisation = useMemo(() => (history === undefined ? undefined : align([seriesBy(history.series, 'gpu_utilization')], step, [0.001])), [history]);
    const power = useMemo(() => (history === undefined ? undefined : align([seriesBy(history.series, 'power')], step, [0.001])), [history]);
    const gpus = useMemo(() => (history === undefined ? undefined : align(['gpus_allocated', 'gpus_total'].map((key) => seriesBy(history.series, key)), step, [0.001, 0.001])), [history]);
    const jobs = useMemo(() => (history === undefined ? undefined : align(['jobs_queued', 'jobs_running'].map((key) => seriesBy(history.series, key)), step, [0.001, 0.001])), [history]);
    return (
        <div class="last-hour">
            <TimeChart title={t('GPU utilisation')} help={t('Mean of all measured GPUs, including idle ones')} unit="%" top={100} span={span} data={utilisation}
                lines={[{ label: t('GPU utilisation'), tone: 'mark-busy' }]} />
            <TimeChart title={t('Power')} help={t('Total of all GPUs')} unit="W" span={span} data={power} lines={[{ label: t('Power'), tone: 'mark-draining' }]} />
            {more && (
                <>
                    <TimeChart title={t('GPUs')} help={t('Allocated GPUs and all GPUs')} unit="" digits={1} span={span} data={gpus}
                        lines={[{ label: t('Allocated'), tone: 'mark-busy' }, { label: t('Total'), tone: 'mark-none' }]} />
                    <TimeChart title={t('Jobs')} help={t('Pending and running jobs')} unit="" digits={1} span={span} data={jobs}
                        lines={[{ label: t('Pending'), tone: 'mark-waiting' }, { label: t('Running'), tone: 'mark-busy' }]} />
                </>
            )}
        </div>
    );
}

function ShortList({ title, more, total, empty, children }: { title: string; more: string; total?: number; empty: string; children: readonly ComponentChildren[] }) {
    return (
        <section class="short-list">
            <h2><a href={more}>{title}{total ? <span class="quiet"> {total}</span> : null}</a></h2>
            {children.length === 0 ? <p class="quiet">{empty}</p> : <ul>{children}</ul>}
        </section>
    );
}

const mostAlerts = 4;
const mostRows = 6;

function AlertList() {
    const now = Date.now();
    const open = openAlerts.value;
    return (
        <section class="short-list alerts">
            <h2><a href={href('alerts')}>{t('Alerts')}{open.length > 0 && <span class="quiet"> {open.length}</span>}</a></h2>
            {open.length === 0 ? <p class="quiet"><MarkIcon mark="good" /> {t('No active alerts')}</p> : (
                <ul>{open.slice(0, mostAlerts).map((alert) => (
                    <li key={alert.id}>
                        <MarkIcon mark={alertSeverity(alert.severity).mark} />
                        <span><strong>{alertWord(alert.rule)}</strong> <AlertObject alert={alert} /> <span class="quiet">{durationText((now - Number(alert.since_ms ?? now)) / 1000)}</span>
                            <span class="what" title={localTimes(alert.text ?? '')}>{localTimes(alert.text ?? '')}</span></span>
                    </li>
                ))}</ul>
            )}
            {open.length > mostAlerts && <p><a href={href('alerts')}>{t('%1 more', open.length - mostAlerts)}</a></p>}
        </section>
    );
}

const most = (counts: ReadonlyMap<string, number>) => [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));

function Queue() {
    void store.changed.jobs.value;
    const counts = new Map<string, number>();
    for (const job of store.rows.jobs.values()) {
        if (isWaiting(job)) {
            const reason = job.wait_reason ?? '';
            counts.set(reason, (counts.get(reason) ?? 0) + 1);
        }
    }
    const queued = t(words.jobState.QUEUED.word);
    return (
        <ShortList title={t('Pending jobs')} more={href('jobs', '', { filter: `state:"${queued}"` })} empty={t('None')} total={[...counts.values()].reduce((sum, one) => sum + one, 0)}>
            {most(counts).slice(0, mostRows).map(([reason, count]) => {
                const shown = waitReason(reason as JobWaitReason);
                const none = reason === '' || reason === 'NONE' || reason === 'NO_WAIT_REASON';
                return (
                    <li key={reason} class="counted"><MarkIcon mark={none ? 'waiting' : shown.mark} />
                        <a href={href('jobs', '', { filter: `state:"${queued}"` })} title={shown.help}>{none ? t('Not yet considered') : shown.word}</a><b>{count}</b></li>
                );
            })}
        </ShortList>
    );
}

function Users() {
    void store.changed.gpus.value;
    void store.changed.tasks.value;
    const counts = new Map<string, number>();
    let before: Gpu | undefined; // often of the same task
    let user: string | undefined;
    for (const gpu of store.rows.gpus.values()) {
        if (gpu.task_id !== before?.task_id || gpu.framework_id !== before?.framework_id) {
            user = store.taskOf(gpu)?.user;
        }
        before = gpu;
        if (user) {
            counts.set(user, (counts.get(user) ?? 0) + 1);
        }
    }
    const rows = most(counts).slice(0, mostRows);
    const top = rows[0]?.[1] ?? 1;
    return (
        <ShortList title={t('GPUs by user')} more={href('gpus')} empty={t('No GPUs in use')}>
            {rows.map(([user, count]) => (
                <li key={user} class="counted barred"><a href={href('gpus', '', { filter: `user:"${user}"` })}>{user}</a>
                    <span class="user-bar" aria-hidden="true"><span style={{ width: `${100 * count / top}%` }} /></span><b>{count}</b></li>
            ))}
        </ShortList>
    );
}

// Their map needs little room: the charts get the rest.
const few = 64;

export function Overview() {
    void store.changed.gpus.value;
    return (
        <div class={store.rows.gpus.size <= few ? 'overview few' : 'overview'}>
            <Resources />
            {store.rows.gpus.size > 0 ? <HeatMap /> : (
                <p class="empty"><Icon name="gpus" size={32} /><strong>{t('No GPUs in the cluster')}</strong>
                    {t('No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.')}</p>
            )}
            <LastHour more={store.rows.gpus.size <= few} />
            <aside class="lists" aria-label={t('Overview')}>
                <AlertList />
                <Queue />
                <Users />
            </aside>
        </div>
    );
}
