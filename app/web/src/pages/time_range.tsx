// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Which time charts show: the last while, or a span that somebody has zoomed to. In the address.
import { route, setParams, go } from '../frame/route';
import { tell } from '../frame/app';
import type { Span } from '../charts/time_chart';
import { t } from '../words/translate';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const windows: readonly { name: string; ms: number }[] = [
    { name: '15m', ms: 15 * minute }, { name: '1h', ms: hour }, { name: '6h', ms: 6 * hour },
    { name: '24h', ms: day }, { name: '7d', ms: 7 * day }, { name: '30d', ms: 30 * day },
];

export interface Range {
    windowMs: number;
    fixed: Span | undefined;
}

export function rangeOf({ range = '1h', from = '', to = '' }: Readonly<Record<string, string>>): Range {
    const [fromMs, toMs] = [Number(from), Number(to)];
    return {
        windowMs: (windows.find(({ name }) => name === range) ?? windows[1]!).ms,
        fixed: fromMs > 0 && toMs > fromMs ? { fromMs, toMs } : undefined,
    };
}

// A step that the browser's back undoes.
export function zoomTo({ fromMs, toMs }: Span): void {
    if (toMs - fromMs >= 1000) {
        const { page, key, params } = route.value;
        go(page, key, { ...params, from: String(fromMs), to: String(toMs) });
    }
}

const local = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * minute).toISOString().slice(0, 16);

export function RangePicker({ range, absolute = false }: { range: Range; absolute?: boolean }) {
    const shown = range.fixed ?? { fromMs: Date.now() - range.windowMs, toMs: Date.now() };
    const set = (from: number, to: number) => {
        if (to > from) {
            setParams({ from: String(from), to: String(to) });
        } else if (!Number.isNaN(from) && !Number.isNaN(to)) {
            tell({ text: 'The period ends before it begins', good: false });
        }
    };
    return (
        <div class="range" role="group" aria-label={t('Time range')}>
            <span class="segments">{windows.map(({ name, ms }) => (
                <button key={name} aria-pressed={range.fixed === undefined && range.windowMs === ms} onClick={() => setParams({ range: name, from: '', to: '' })}>{name}</button>
            ))}</span>
            {absolute && (
                <span class="absolute">
                    <input type="datetime-local" aria-label={t('From')} value={local(shown.fromMs)} onChange={(event) => set(new Date(event.currentTarget.value).getTime(), shown.toMs)} />
                    –<input type="datetime-local" aria-label={t('To')} value={local(shown.toMs)} onChange={(event) => set(shown.fromMs, new Date(event.currentTarget.value).getTime())} />
                </span>
            )}
            {range.fixed !== undefined && <button title={t('Undo the last zoom (Backspace)').replace(/ \(.*\)/, '')} onClick={() => history.back()}>{t('Back')}</button>}
        </div>
    );
}
