// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers of the master as uPlot wants them: one list of times, gaps as null.
import type { ClusterHistorySeries, HistorySeries } from '../words/words';

export type Values = (number | null)[];
export interface Line {
    values: Values;
    minimum: Values;
    maximum: Values;
}

export interface Aligned {
    times: number[]; // s
    lines: Line[];
}

interface Point { at_ms?: string; minimum?: string | number; average?: string | number; maximum?: string | number }

// `factor`: of an average, e.g. thousandths of mW to W. What `minimum` and `maximum` are of one is `factor * wholes`.
export function align(series: readonly ({ points?: readonly Point[] } | undefined)[], stepMs: number, factors: readonly number[], wholes = 1): Aligned {
    const set = new Set<number>();
    for (const one of series) {
        let before = 0;
        for (const { at_ms = '0' } of one?.points ?? []) {
            const at = Number(at_ms);
            if (before !== 0 && at - before > 1.5 * stepMs) {
                set.add(before + stepMs); // where nothing is known, so that the line breaks
            }
            set.add(at);
            before = at;
        }
    }
    const times = [...set].sort((one, other) => one - other);
    const place = new Map(times.map((time, index) => [time, index]));
    const lines = series.map((one, index) => {
        const empty = (): Values => new Array<number | null>(times.length).fill(null);
        const line = { values: empty(), minimum: empty(), maximum: empty() };
        const factor = factors[index] ?? 1;
        for (const { at_ms = '0', minimum = 0, average = 0, maximum = 0 } of one?.points ?? []) {
            const at = place.get(Number(at_ms))!;
            line.values[at] = Number(average) * factor;
            line.minimum[at] = Number(minimum) * factor * wholes;
            line.maximum[at] = Number(maximum) * factor * wholes;
        }
        return line;
    });
    return { times: times.map((time) => time / 1000), lines };
}

export const seriesBy = (series: readonly ClusterHistorySeries[] | undefined, key: string) => series?.find((one) => one.key === key);
export type { ClusterHistorySeries, HistorySeries };

export interface CsvColumn {
    head: string;
    values: Values;
}

export function csv(times: readonly number[], columns: readonly CsvColumn[]): string {
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const rows = times.map((time, index) => [new Date(time * 1000).toISOString(), ...columns.map(({ values }) => (values[index] == null ? '' : String(values[index])))].join(','));
    return [['time', ...columns.map(({ head }) => quoted(head))].join(','), ...rows].join('\n') + '\n';
}
