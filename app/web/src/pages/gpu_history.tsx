// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Charts of one GPU: metrics of one title share a chart.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { align, type Aligned } from '../charts/history';
import { TimeChart, type Span } from '../charts/time_chart';
import { isLive, link } from '../frame/app';
import { route } from '../frame/route';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import { metrics, type Metric } from '../words/words';
import { RangePicker, rangeOf, zoomTo } from './time_range';

const tones = ['mark-busy', 'mark-draining', 'mark-good'];
const charted: readonly (readonly Metric[])[] = (() => {
    const byTitle = new Map<string, Metric[]>();
    for (const metric of metrics.filter(({ form }) => form === 'number')) {
        const title = metric.chart.title || metric.label;
        byTitle.set(title, [...(byTitle.get(title) ?? []), metric]);
    }
    return ['Utilisation', 'Memory used', 'Temperature', 'Power', 'Clocks', 'PCIe traffic', 'NVLink traffic'].flatMap((title) => (byTitle.has(title) ? [byTitle.get(title)!] : []));
})();

const points = 300;

export function GpuHistory({ uuid }: { uuid: string }) {
    const range = rangeOf(route.value.params);
    const { windowMs, fixed } = range;
    const data = useSignal<ReadonlyMap<number, Aligned>>(new Map());
    const span = useSignal<Span>({ fromMs: Date.now() - windowMs, toMs: Date.now() });
    const problem = useSignal('');
    useEffect(() => {
        let gone = false;
        const ask = async () => {
            const now = fixed ?? { fromMs: Date.now() - windowMs, toMs: Date.now() };
            try {
                const answers = await Promise.all(charted.flat().map((metric) => link().request({
                    query_history: { gpus: [uuid], metric: metric.metric, from_ms: String(now.fromMs), to_ms: String(now.toMs), max_points: points } })));
                if (!gone) {
                    data.value = new Map(charted.map((group, index) => {
                        const from = charted.slice(0, index).flat().length;
                        const parts = answers.slice(from, from + group.length);
                        return [index, align(parts.map((reply) => reply.history?.series?.[0]), Number(parts[0]?.history?.step_ms ?? 0), group.map(({ shownDivisor }) => 1 / shownDivisor))];
                    }));
                    span.value = now;
                    problem.value = '';
                }
            } catch (error) {
                if (!gone) {
                    problem.value = error instanceof Error ? error.message : String(error);
                }
            }
        };
        if (isLive.value) {
            void ask();
        }
        const timer = fixed !== undefined ? undefined : setInterval(() => { if (isLive.value && !document.hidden) void ask(); }, Math.max(5000, windowMs / points));
        return () => {
            gone = true;
            clearInterval(timer);
        };
    }, [uuid, windowMs, fixed?.fromMs, fixed?.toMs, isLive.value]);
    return (
        <div class="chart-column">
            <RangePicker range={range} />
            {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem.value}</p>}
            {charted.map((group, index) => (
                <TimeChart key={index} title={t(group[0]!.chart.title || group[0]!.label)} help={t(group[0]!.help)} unit={group[0]!.shownUnit} span={span.value} data={data.value.get(index)}
                    {...(group[0]!.maximum > 0 ? { top: group[0]!.maximum } : {})} onZoom={zoomTo}
                    lines={group.map((metric, line) => ({ label: t(metric.chart.line === 'Memory' ? 'GPU memory' : metric.chart.line || metric.label), tone: tones[line]! }))} />
            ))}
        </div>
    );
}
