// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// One chart over time, drawn by uPlot, which is loaded with the first chart. A line breaks where nothing is known; the range
// between minimum and maximum is shaded where it is told.
import type uPlotType from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { dark, tone } from '../theme/theme';
import { t } from '../words/translate';
import type { Aligned } from './history';

export interface ChartLine {
    label: string;
    tone: string; // a colour of style.css
}

export interface Span {
    fromMs: number;
    toMs: number;
}

interface Props {
    title: string;
    help?: string;
    unit: string;
    lines: readonly ChartLine[];
    data: Aligned | undefined;
    span: Span;
    top?: number; // of the axis; else the data decide
    shaded?: boolean;
    digits?: number;
    onZoom?: (span: Span) => void;
    keep?: (canvas: HTMLCanvasElement | null) => void; // for pictures
}

const pad = 8;
const wholeSteps = [1, 2, 5, ...[10, 100, 1000, 10_000, 100_000].flatMap((ten) => [ten, 2 * ten, 2.5 * ten, 5 * ten])]; // of what is counted

// Clock times, and the date where a day begins.
function tickText(seconds: number, step: number): string {
    const when = new Date(seconds * 1000);
    const two = (value: number) => String(value).padStart(2, '0');
    if (step >= 86400 || (when.getHours() === 0 && when.getMinutes() === 0 && when.getSeconds() === 0)) {
        return `${two(when.getMonth() + 1)}-${two(when.getDate())}`;
    }
    return `${two(when.getHours())}:${two(when.getMinutes())}${step < 60 ? `:${two(when.getSeconds())}` : ''}`;
}

export function TimeChart({ title, help = '', unit, lines, data, span, top, shaded = false, digits = 0, onZoom, keep }: Props) {
    const box = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlotType>();
    const zoom = useRef(onZoom);
    zoom.current = onZoom;
    const spanNow = useRef(span);
    spanNow.current = span;
    const latest = useRef<uPlotType.AlignedData>([[]]);
    latest.current = data === undefined ? [[], ...lines.map(() => [])]
        : [data.times, ...data.lines.flatMap((line) => (shaded ? [line.values, line.minimum, line.maximum] : [line.values]))];
    const format = (value: number | null | undefined) => (value == null ? '–' : `${value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits })}${unit === '' ? '' : unit === '%' ? '%' : ` ${unit}`}`);

    useEffect(() => {
        let gone = false;
        let observer: ResizeObserver | undefined;
        void import('uplot').then(({ default: UPlot }) => {
            if (gone || box.current === null) {
                return;
            }
            const [text, grid] = [tone('quiet'), tone('line')];
            const font = `11px ${tone('font')}`;
            const axis = { stroke: text, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
            const series: uPlotType.Series[] = [{}];
            const bands: uPlotType.Band[] = [];
            for (const line of lines) {
                const colour = tone(line.tone);
                const mean = series.push({ label: line.label, stroke: colour, width: 1.5, spanGaps: false, points: { show: false },
                    ...(lines.length === 1 && !shaded ? { fill: `${colour}24` } : {}) }) - 1;
                if (shaded) {
                    series.push({ stroke: 'transparent', points: { show: false } }, { stroke: 'transparent', points: { show: false } });
                    bands.push({ series: [mean + 2, mean + 1], fill: `${colour}30` });
                }
            }
            plot.current = new UPlot({
                width: box.current.clientWidth, height: box.current.clientHeight, padding: [pad, 20, 0, 0], // the last time stands below the corner
                legend: { show: false },
                cursor: { points: { size: 6 }, drag: { x: onZoom !== undefined, y: false, setScale: false } },
                scales: {
                    x: { range: () => [spanNow.current.fromMs / 1000, spanNow.current.toMs / 1000] },
                    y: { range: (_, low, high) => [Math.min(0, low ?? 0), top ?? Math.max((high ?? 1) * 1.1, 1)] },
                },
                axes: [
                    { ...axis, size: 22, space: 64, values: (_self, ticks, _axis, _space, step) => ticks.map((tick) => tickText(tick, step)) },
                    { ...axis, size: 44, space: 32, ...(unit === '' ? { incrs: wholeSteps } : {}), values: (_, ticks) => ticks.map((tick) => (tick >= 10_000 ? `${tick / 1000}k` : String(tick))) },
                ],
                series, bands,
                hooks: {
                    setSelect: [(self) => {
                        if (self.select.width > 4) {
                            zoom.current?.({ fromMs: Math.round(self.posToVal(self.select.left, 'x') * 1000), toMs: Math.round(self.posToVal(self.select.left + self.select.width, 'x') * 1000) });
                        }
                        self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
                    }],
                    setCursor: [(self) => showValues(self.cursor.idx ?? undefined)],
                },
            }, latest.current, box.current);
            plot.current.ctx.canvas.setAttribute('aria-hidden', 'true');
            keep?.(plot.current.ctx.canvas);
            observer = new ResizeObserver(() => {
                const [width, height] = [box.current?.clientWidth ?? 0, box.current?.clientHeight ?? 0];
                if (width > 0 && (width !== plot.current?.width || height !== plot.current.height)) { // it also tells the first size
                    plot.current?.setSize({ width, height });
                }
            });
            observer.observe(box.current);
        });
        return () => {
            gone = true;
            observer?.disconnect();
            plot.current?.destroy();
            plot.current = undefined;
            keep?.(null);
        };
    }, [dark.value, lines.map(({ label }) => label).join(), shaded, top]);

    const values = useRef<HTMLSpanElement>(null);
    // In the heading: the values below the pointer, else the latest.
    function showValues(index: number | undefined) {
        const stepped = shaded ? 3 : 1;
        const place = index ?? (latest.current[0]?.length ?? 0) - 1;
        values.current?.querySelectorAll('b').forEach((one, line) => {
            one.textContent = format((latest.current[1 + line * stepped] as (number | null)[] | undefined)?.[place]);
        });
    }

    useEffect(() => {
        plot.current?.setData(latest.current);
        showValues(undefined);
    }, [data, span.fromMs, span.toMs]);

    const empty = data !== undefined && data.times.length === 0;
    return (
        <figure class="chart" aria-label={`${title}. ${help}`}>
            <figcaption title={help}>
                <h2>{title}</h2>
                <span ref={values} class="chart-values">
                    {lines.map((line) => <span key={line.label} class={`of-${line.tone}`}>{lines.length > 1 && <>{line.label} </>}<b>{format(data?.lines[lines.indexOf(line)]?.values.at(-1))}</b></span>)}
                </span>
            </figcaption>
            <div class="chart-box" ref={box}>{empty && <p class="chart-empty">{t('No data in this range')}</p>}</div>
        </figure>
    );
}
