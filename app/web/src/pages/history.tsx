// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useClusterHistory } from '../charts/cluster_feed';
import { align, csv, seriesBy } from '../charts/history';
import { TimeChart } from '../charts/time_chart';
import { isLive, link } from '../frame/app';
import { route } from '../frame/route';
import { usageColumns } from '../tables/other_columns';
import { Table } from '../tables/table';
import { Icon } from '../theme/icon';
import { tone } from '../theme/theme';
import { t } from '../words/translate';
import type { Usage } from '../words/words';
import { RangePicker, rangeOf, zoomTo } from './time_range';

interface Figure { key: string; label: string; tone: string; factor: number }
interface Board { title: string; unit: string; help: string; top?: number; digits?: number; figures: readonly Figure[] }

// Averages are thousandths of the unit.
const boards: readonly Board[] = [
    { title: 'GPU utilisation', unit: '%', top: 100, help: 'Mean of all measured GPUs, including idle ones', figures: [{ key: 'gpu_utilization', label: 'GPU utilisation', tone: 'mark-busy', factor: 1 }] },
    { title: 'GPUs', unit: '', digits: 1, help: 'Allocated GPUs and all GPUs', figures: [{ key: 'gpus_allocated', label: 'Allocated', tone: 'mark-busy', factor: 1 }, { key: 'gpus_total', label: 'Total', tone: 'mark-none', factor: 1 }] },
    { title: 'Power', unit: 'W', help: 'Total of all GPUs', figures: [{ key: 'power', label: 'Power', tone: 'mark-draining', factor: 1 }] },
    { title: 'GPU memory', unit: 'MiB', help: 'Total of all GPUs', figures: [{ key: 'memory_used', label: 'Used', tone: 'mark-busy', factor: 1 }, { key: 'memory_total', label: 'Total', tone: 'mark-none', factor: 1 }] },
    { title: 'Jobs', unit: '', digits: 1, help: 'Pending and running jobs', figures: [{ key: 'jobs_queued', label: 'Pending', tone: 'mark-waiting', factor: 1 }, { key: 'jobs_running', label: 'Running', tone: 'mark-busy', factor: 1 }] },
    { title: 'Queue wait', unit: 's', help: 'Time since submission of the pending jobs', figures: [{ key: 'wait_mean', label: 'Mean', tone: 'mark-busy', factor: 1 }, { key: 'wait_longest', label: 'Longest', tone: 'mark-draining', factor: 1 }] },
];
const keys = boards.flatMap(({ figures }) => figures.map(({ key }) => key));
const points = 600;

function save(name: string, blob: Blob): void {
    const at = document.createElement('a');
    at.href = URL.createObjectURL(blob);
    at.download = name;
    at.click();
    setTimeout(() => URL.revokeObjectURL(at.href), 1000);
}

function UsageTable({ fromMs, toMs }: { fromMs: number; toMs: number }) {
    const usage = useSignal<Usage | undefined>(undefined);
    const problem = useSignal('');
    const step = 60_000; // it is no news each second
    const [from, to] = [Math.floor(fromMs / step) * step, Math.floor(toMs / step) * step];
    useEffect(() => {
        if (isLive.value) {
            link().request({ query_usage: { from_ms: String(from), to_ms: String(to) } })
                .then((reply) => { usage.value = reply.usage ?? {}; problem.value = ''; }, (error: Error) => { problem.value = error.message; });
        }
    }, [from, to, isLive.value]);
    const rows = usage.value?.rows ?? [];
    const total = rows.reduce((sum, { gpu_ms }) => sum + Number(gpu_ms ?? 0), 0);
    const columns = useMemo(() => usageColumns(total), [total]);
    return (
        <section class="below" aria-label={t('Usage by user')}>
            <h2>{t('Usage by user')}</h2>
            {problem.value !== '' ? <p class="problem"><Icon name="warning" />{problem.value}</p> : (
                <Table name="usage" label={t('Usage by user')} small rows={rows} version={rows.length} columns={columns} keyOf={({ user = '' }) => user} firstSorting="-gpu_hours"
                    empty={{ icon: 'history', title: t('No usage in this range'), text: t('Usage of a task starts when its resources are allocated') }} />
            )}
        </section>
    );
}

export function History() {
    const range = rangeOf(route.value.params);
    const { history, span, problem } = useClusterHistory(keys, range.windowMs, range.fixed, points);
    const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
    const step = Number(history?.step_ms ?? 0);
    const data = useMemo(() => boards.map(({ figures }) => (history === undefined ? undefined
        : align(figures.map(({ key }) => seriesBy(history.series, key)), step, figures.map(({ factor }) => factor / 1000), 1000))), [history]);

    function saveCsv() {
        const all = history === undefined ? undefined : align(keys.map((key) => seriesBy(history.series, key)), step, boards.flatMap(({ figures }) => figures.map(({ factor }) => factor / 1000)));
        if (all !== undefined) {
            const heads = boards.flatMap(({ title, unit, figures }) => figures.map(({ label }) => `${t(title)}${figures.length > 1 ? `: ${t(label)}` : ''}${unit === '' ? '' : ` (${unit})`}`));
            save('cluster.csv', new Blob([csv(all.times, heads.map((head, index) => ({ head, values: all.lines[index]!.values })))], { type: 'text/csv' }));
        }
    }

    function savePicture() {
        const shown = canvases.current.filter((canvas): canvas is HTMLCanvasElement => canvas !== null);
        const width = Math.max(...shown.map((canvas) => canvas.width));
        const title = 28 * devicePixelRatio;
        const out = document.createElement('canvas');
        out.width = width;
        out.height = shown.reduce((sum, canvas) => sum + canvas.height + title, 0);
        const pen = out.getContext('2d')!;
        pen.fillStyle = tone('base');
        pen.fillRect(0, 0, out.width, out.height);
        pen.font = `600 ${14 * devicePixelRatio}px ${tone('font')}`;
        let top = 0;
        canvases.current.forEach((canvas, index) => {
            if (canvas !== null) {
                pen.fillStyle = tone('text');
                pen.fillText(t(boards[index]!.title), 8 * devicePixelRatio, top + title * 0.7);
                pen.drawImage(canvas, 0, top + title);
                top += canvas.height + title;
            }
        });
        out.toBlob((blob) => { if (blob !== null) save('cluster.png', blob); });
    }

    return (
        <div class="history-page">
            <div class="list-bar">
                <RangePicker range={range} absolute />
                <span class="quiet small">{t('Line: mean; shaded: minimum to maximum. Drag to zoom.')}</span>
                <span class="list-buttons"><button onClick={saveCsv}>{t('Values as CSV…')}</button><button onClick={savePicture}>{t('Charts as PNG…')}</button></span>
            </div>
            {problem !== '' && <p class="problem" role="alert"><Icon name="warning" />{t('No data: %1', problem)}</p>}
            <div class="boards">
                {boards.map((board, index) => (
                    <TimeChart key={board.title} title={t(board.title)} help={t(board.help)} unit={board.unit} span={span} data={data[index]} shaded digits={board.digits ?? 0} onZoom={zoomTo}
                        {...(board.top === undefined ? {} : { top: board.top })} keep={(canvas) => { canvases.current[index] = canvas; }}
                        lines={board.figures.map(({ label, tone: colour }) => ({ label: t(label), tone: colour }))} />
                ))}
            </div>
            <UsageTable {...span} />
        </div>
    );
}
