// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// All GPUs at a glance: one canvas, and what a pointer, the arrow keys or a screen reader ask of it.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { stale, store } from '../frame/app';
import { go, href } from '../frame/route';
import { expect, useSamples } from '../frame/shown';
import { settings } from '../session/settings';
import { packed } from '../theme/cividis';
import { MarkIcon, State } from '../theme/icon';
import { dark, tone } from '../theme/theme';
import { memoryMib, reasonOf, sampled } from '../tables/gpu_values';
import { gpuMark, gpuState } from '../words/marks';
import { t } from '../words/translate';
import { metrics, unknownSample, words, type Gpu, type GpuState, type Mark, type Metric } from '../words/words';
import { fewHeight, layOut, type Layout } from './heat_layout';
import { HeatPicture } from './heat_picture';

const heats = metrics.filter(({ heat }) => heat !== undefined);
const cardMetrics = ['gpu_utilization', 'temperature', 'power', 'memory_used'];
const heatSamples = (shown: string) => heats.filter(({ key }) => key === shown).map(({ key, limit }) => ({ metrics: [key], percent: limit !== 'none' }));
export const expectHeat = () => expect(heatSamples(settings.heatMetric.value));
const stateMetric = 'state';
const labelText = 12; // px

const unitOf = (metric: Metric) => (metric.limit === 'none' ? metric.shownUnit : '%');

function rgb(colour: string): readonly [number, number, number] {
    const digits = colour.replace('#', '');
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as [number, number, number];
}

// What a GPU shows on the scale, as a whole number; undefined: unknown.
function numberOf(gpu: Gpu, metric: Metric): number | undefined {
    const { limit } = metric;
    const share = limit === 'none' ? unknownSample : store.value(gpu, metric.metric, 'shares');
    if (share !== unknownSample) {
        return share;
    }
    const value = sampled(gpu, metric.key);
    const whole = limit === 'memory' ? memoryMib(gpu) : limit === 'power' ? gpu.power_limit_mw : undefined;
    return value === undefined ? undefined : limit === 'none' ? Math.trunc(value / metric.shownDivisor) : whole ? Math.round(value * 100 / whole) : undefined;
}

function Card({ gpu, metric }: { gpu: Gpu; metric: Metric | undefined }) {
    const task = store.taskOf(gpu);
    const number = (key: string, text: (value: number) => string) => { const value = sampled(gpu, key); return value === undefined ? t('n/a') : text(value); };
    return (
        <>
            <strong>{store.node(gpu.agent_id)} · GPU {gpu.index ?? 0}</strong>
            <span class="quiet">{gpu.model}</span>
            <State state={gpuState(gpu)} />
            {reasonOf(gpu) !== '' && <span>{reasonOf(gpu)}</span>}
            <span>{t('Utilisation')} {number('gpu_utilization', (value) => `${value}%`)} · {number('temperature', (value) => `${value}°C`)} · {number('power', (value) => `${Math.round(value / 1000)} W`)}</span>
            <span>{t('GPU memory')} {number('memory_used', String)} / {memoryMib(gpu) ?? t('n/a')} MiB</span>
            {gpu.task_id && <span>{t('Task %1', task?.name ?? gpu.task_id)}{task?.user && ` · ${task.user}`}</span>}
            {metric !== undefined && <span class="hidden">{t(metric.heat?.label ?? metric.label)} {numberOf(gpu, metric) ?? t('n/a')} {unitOf(metric)}</span>}
        </>
    );
}

interface Drawing {
    layout: Layout;
    picture: HeatPicture;
    pixels: Uint32Array;
    image: ImageData;
    small: HTMLCanvasElement; // a pixel for each tile, scaled onto the other
    scales: Float32Array;
    lines: CanvasPattern | null;
    specials: readonly { mark: Mark; dashed: boolean; path: Path2D }[];
}

// Gaps between tiles, wider ones between nodes, as one pattern over the whole.
function linesOf(layout: Layout, context: CanvasRenderingContext2D, ground: string): CanvasPattern | null {
    if (layout.tile < 4) {
        return null;
    }
    const cell = document.createElement('canvas');
    const across = Math.max(1, layout.step);
    cell.width = across * layout.tile;
    cell.height = layout.high;
    const pen = cell.getContext('2d')!;
    pen.fillStyle = ground;
    pen.fillRect(0, layout.high - 1, cell.width, 1);
    for (let one = 1; one <= across; one += 1) {
        const wide = one === across && across > 1 && layout.tile >= 6 ? 2 : 1;
        pen.fillRect(one * layout.tile - wide, 0, wide, layout.high);
    }
    return context.createPattern(cell, 'repeat');
}

// Hatch for what is out of service, a frame for what is broken, a dashed one for what is lost: never the colour alone. One path of
// each mark, made once, so that a tick strokes a few paths and not hundreds of tiles.
function specialsOf(layout: Layout, picture: HeatPicture): Drawing['specials'] {
    const { tile } = layout;
    const inset = layout.labelled || tile < 4 ? 0 : 1;
    const side = tile - inset;
    const half = Math.max(1, Math.min(3, tile / 8)) / 2;
    const paths = new Map<Mark, Path2D>();
    for (const { place, mark } of picture.specials) {
        const path = paths.get(mark) ?? new Path2D();
        paths.set(mark, path);
        const [x, y] = [layout.x(place), layout.y(place)];
        if (mark === 'bad' || mark === 'lost' || tile < 8) {
            path.rect(x + half, y + half, side - 2 * half, layout.high - inset - 2 * half);
            continue;
        }
        const gap = Math.max(4, tile / 4);
        for (let from = gap - side; from < side; from += gap) { // from the lower left, within the tile
            path.moveTo(x + Math.max(0, from), y + side + Math.min(0, from));
            path.lineTo(x + Math.min(side, from + side), y + Math.max(0, from));
        }
    }
    return [...paths].map(([mark, path]) => ({ mark, dashed: mark === 'lost' && tile >= 8, path }));
}

// `wallText`: px of the letters on a wall, where it shows the utilisation and takes no input.
export function HeatMap({ wallText }: { wallText?: number }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const box = useRef<HTMLDivElement>(null);
    const size = useSignal({ width: 0, height: 0 });
    const at = useSignal(-1); // place of the GPU that is told of
    const byKeys = useSignal(false);
    const focused = useSignal(false);

    // The picture's rows change rarely, its samples each second.
    const picture = useComputed(() => {
        void store.changed.gpus.value;
        void store.changed.agents.value;
        return new HeatPicture(store);
    });
    const shownMetric = wallText === undefined ? settings.heatMetric.value : 'gpu_utilization';
    const metric = heats.find(({ key }) => key === shownMetric);
    const scale = devicePixelRatio * (wallText ?? labelText) / labelText; // of what is drawn

    // At once, so that the first picture does not wait for another frame.
    useLayoutEffect(() => {
        const measure = () => {
            const { clientWidth, clientHeight } = box.current!;
            if (clientWidth !== size.value.width || clientHeight !== size.value.height) {
                size.value = { width: clientWidth, height: clientHeight };
            }
        };
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(box.current!);
        return () => observer.disconnect();
    }, []);

    const drawing = useMemo<Drawing | undefined>(() => {
        const context = canvas.current?.getContext('2d');
        const { width, height } = size.value;
        if (context == null || width === 0 || height === 0) {
            return undefined;
        }
        canvas.current!.width = Math.floor(width * devicePixelRatio);
        canvas.current!.height = Math.floor(height * devicePixelRatio);
        const now = picture.value;
        const layout = layOut(now.blocks, canvas.current!.width, canvas.current!.height, scale);
        const small = document.createElement('canvas');
        small.width = layout.labelled ? 1 : layout.columns;
        small.height = layout.labelled ? Math.max(1, now.uuids.length) : layout.rows;
        const image = new ImageData(small.width, Math.max(1, small.height));
        return {
            layout, picture: now, image, small,
            pixels: new Uint32Array(image.data.buffer),
            scales: metric === undefined ? new Float32Array() : now.scales(metric),
            lines: layout.labelled ? null : linesOf(layout, context, tone('base')),
            specials: specialsOf(layout, now),
        };
    }, [picture.value, size.value, metric, dark.value, scale]);

    function draw() {
        const context = canvas.current?.getContext('2d');
        if (drawing === undefined || context == null) {
            return;
        }
        const { layout, picture: now, pixels, image, small, scales, lines } = drawing;
        const none = packed(rgb(tone('tile')));
        if (metric !== undefined) {
            now.paint(metric, scales, none, pixels);
        } else {
            const tones = new Map<Mark, number>();
            now.marks.forEach((mark, place) => {
                let colour = tones.get(mark);
                if (colour === undefined) {
                    colour = mark === 'lost' ? none : mark === 'free' ? packed(rgb(tone('tile-free'))) : packed(rgb(tone(`mark-${mark}`)));
                    tones.set(mark, colour);
                }
                pixels[place] = colour;
            });
        }
        const { width, height } = canvas.current!;
        context.clearRect(0, 0, width, height);
        if (layout.labelled) {
            drawTiles(context);
            drawSpecials(context);
            drawNumbers(context);
        } else {
            small.getContext('2d')!.putImageData(image, 0, 0);
            context.imageSmoothingEnabled = false;
            context.drawImage(small, 0, 0, layout.columns * layout.tile, layout.rows * layout.high);
            if (lines !== null) {
                context.fillStyle = lines;
                context.fillRect(0, 0, layout.columns * layout.tile, layout.rows * layout.high);
            }
            drawSpecials(context);
        }
        drawFocus(context);
    }

    function drawTiles(context: CanvasRenderingContext2D) {
        const { layout, picture: now, pixels } = drawing!;
        const bytes = new Uint8Array(pixels.buffer);
        context.font = `${labelText * scale}px ${tone('font')}`;
        context.textBaseline = 'middle';
        context.textAlign = 'left';
        context.fillStyle = tone('text');
        for (const { name, x, y, width } of layout.labels) {
            context.fillText(name, x, y + 9 * scale, width);
        }
        for (let place = 0; place < now.uuids.length; place += 1) {
            context.fillStyle = `rgb(${bytes[place * 4]},${bytes[place * 4 + 1]},${bytes[place * 4 + 2]})`;
            context.beginPath();
            context.roundRect(layout.x(place), layout.y(place), layout.tile, layout.tile, 4 * scale);
            context.fill();
        }
    }

    // Above the hatch, on a ground of the tile's own colour.
    function drawNumbers(context: CanvasRenderingContext2D) {
        const { layout, picture: now, pixels } = drawing!;
        const bytes = new Uint8Array(pixels.buffer);
        const hatched = new Set(now.specials.map(({ place }) => place));
        if (layout.tile < 26 * scale) {
            return;
        }
        const size = Math.min(20 * scale, layout.tile * 0.32);
        context.font = `600 ${size}px ${tone('font')}`;
        context.textAlign = 'center';
        for (let place = 0; place < now.uuids.length; place += 1) {
            const gpu = now.gpu(place);
            if (gpu === undefined || now.marks[place] === 'lost') {
                continue;
            }
            const [red, green, blue] = [bytes[place * 4]!, bytes[place * 4 + 1]!, bytes[place * 4 + 2]!];
            const text = metric === undefined ? String(gpu.index ?? 0) : String(numberOf(gpu, metric) ?? '–');
            const [x, y] = [layout.x(place) + layout.tile / 2, layout.y(place) + layout.tile / 2];
            if (hatched.has(place)) {
                const width = context.measureText(text).width + 12 * scale;
                context.fillStyle = `rgb(${red},${green},${blue})`;
                context.beginPath();
                context.roundRect(x - width / 2, y - size * 0.75, width, size * 1.5, 4 * scale);
                context.fill();
            }
            context.fillStyle = red * 0.299 + green * 0.587 + blue * 0.114 > 127 ? '#000' : '#fff';
            context.fillText(text, x, y);
        }
    }

    function drawSpecials(context: CanvasRenderingContext2D) {
        for (const { mark, dashed, path } of drawing!.specials) {
            context.strokeStyle = tone(`mark-${mark}`);
            context.lineWidth = Math.max(1, Math.min(3, drawing!.layout.tile / 8));
            context.setLineDash(dashed ? [drawing!.layout.tile / 5, drawing!.layout.tile / 8] : []);
            context.stroke(path);
        }
        context.setLineDash([]);
    }

    function drawFocus(context: CanvasRenderingContext2D) {
        const { layout, picture: now } = drawing!;
        if (at.value >= 0 && at.value < now.uuids.length) {
            context.strokeStyle = tone('text');
            context.lineWidth = 2 * devicePixelRatio;
            context.strokeRect(layout.x(at.value) - 1, layout.y(at.value) - 1, layout.tile + 2, layout.high + 2);
        }
    }

    const latest = useRef(draw);
    latest.current = draw;
    useSignalEffect(() => {
        void store.ticked.value;
        void at.value;
        const started = performance.now(); // for those who watch the page's figures (tests/bench/web)
        latest.current();
        performance.measure('heat map', { start: started, end: performance.now() });
        performance.clearMeasures('heat map');
    });
    useEffect(() => draw(), [drawing, stale.value]);

    const placeOf = (event: MouseEvent) => {
        return drawing?.layout.at(event.offsetX * scale, event.offsetY * scale) ?? -1;
    };
    const gpu = at.value < 0 ? undefined : picture.value.gpu(at.value);
    useSamples([...heatSamples(shownMetric),
        { metrics: cardMetrics, gpus: store.rows.agents.get(gpu?.agent_id ?? '')?.gpus ?? [] }]); // a pointer goes from one to the next

    function onKey(event: KeyboardEvent) {
        const count = picture.value.uuids.length;
        const across = drawing?.layout.columns ?? 1;
        const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, Home: -count, End: count };
        const step = steps[event.key];
        if (step !== undefined && count > 0) {
            byKeys.value = true;
            at.value = Math.min(count - 1, Math.max(0, at.value < 0 ? 0 : at.value + step));
            event.preventDefault();
        } else if (event.key === 'Enter' && gpu !== undefined) {
            go('gpus', gpu.uuid);
        } else if (event.key === 'Escape') {
            at.value = -1;
        }
    }

    if (wallText !== undefined) {
        return <div class="heat-box" ref={box}><canvas ref={canvas} role="img" aria-label={t('Heat map of all GPUs by node')} /></div>;
    }
    const height = fewHeight(picture.value.blocks, size.value.width || 600);
    const shown = gpu !== undefined && drawing !== undefined;
    return (
        <section class="heat" aria-label={t('GPUs by node')}>
            <div class="heat-bar">
                <h2>{t('GPUs by node')}</h2>
                <label class="inline">{t('Colour by')}
                    <select value={settings.heatMetric.value} onChange={(event) => { settings.heatMetric.value = event.currentTarget.value; }}>
                        {heats.map(({ key, heat }) => <option key={key} value={key}>{t(heat!.label)}</option>)}
                        <option value={stateMetric}>{t('State')}</option>
                    </select>
                </label>
                {metric !== undefined && (
                    <span class="scale" title={t(metric.heat!.help)}>{metric.heat!.low} {unitOf(metric)}<span class="scale-bar" />{metric.heat!.high} {unitOf(metric)}</span>
                )}
                <Legend />
            </div>
            <div class="heat-box" ref={box} style={height === undefined ? {} : { height: `${height}px` }}>
                <canvas ref={canvas} tabIndex={0} role="application" aria-label={t('Heat map of all GPUs by node')} aria-describedby="heat-help"
                    onPointerMove={(event) => { byKeys.value = false; at.value = placeOf(event); }}
                    onPointerLeave={() => { if (!byKeys.value) at.value = -1; }}
                    onClick={(event) => { const found = picture.value.gpu(placeOf(event)); if (found !== undefined) go('gpus', found.uuid); }}
                    onFocus={() => { focused.value = true; }} onBlur={() => { focused.value = false; at.value = -1; }} onKeyDown={onKey} />
                {shown && (
                    <div class="heat-card" style={cardPlace(drawing.layout.x(at.value) / scale, drawing.layout.y(at.value) / scale, drawing.layout.tile / scale, size.value)}>
                        <Card gpu={gpu} metric={metric} />
                    </div>
                )}
            </div>
            <p class="hidden" id="heat-help">{t('Arrow keys move between GPUs, Enter opens one. The page GPUs has all of them as a table.')}</p>
            <div class="hidden" aria-live="polite">{byKeys.value && focused.value && gpu !== undefined && <Card gpu={gpu} metric={metric} />}</div>
            <NodeTable picture={picture.value} />
        </section>
    );
}

// Beside its tile, where there is room.
function cardPlace(x: number, y: number, tile: number, { width, height }: { width: number; height: number }): Record<string, string> {
    return {
        ...(x + tile + 268 < width ? { left: `${x + tile + 8}px` } : { right: `${width - x + 8}px` }),
        ...(y + 168 < height ? { top: `${y}px` } : { bottom: `${Math.max(0, height - y - tile)}px` }),
    };
}

function Legend() {
    const counts = store.gpuStates.value;
    return (
        <ul class="legend" aria-label={t('Legend of the heat map')}>
            {(Object.keys(words.gpuState) as GpuState[]).filter((state) => counts.has(state)).map((state) => (
                <li key={state}><a href={href('gpus', '', { filter: `state:"${t(words.gpuState[state].word)}"` })}>
                    <MarkIcon mark={gpuMark(state)} size={14} />{t(words.gpuState[state].word)} <b>{counts.get(state)}</b></a></li>
            ))}
        </ul>
    );
}

const mostNodes = 50;

// For screen readers. Each node once; the page GPUs has the rest.
function NodeTable({ picture }: { picture: HeatPicture }) {
    return (
        <table class="hidden">
            <caption>{t('GPUs by node')}</caption>
            <thead><tr><th scope="col">{t('Node')}</th><th scope="col">{t('GPUs')}</th><th scope="col">{t('Free')}</th><th scope="col">{t('Busy')}</th></tr></thead>
            <tbody>
                {picture.blocks.slice(0, mostNodes).map(({ name, from, count }) => (
                    <tr key={from}><th scope="row">{name}</th><td>{count}</td>
                        <td>{picture.marks.slice(from, from + count).filter((mark) => mark === 'free').length}</td>
                        <td>{picture.marks.slice(from, from + count).filter((mark) => mark === 'busy').length}</td></tr>
                ))}
            </tbody>
        </table>
    );
}
