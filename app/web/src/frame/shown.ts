// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Which samples the parts of the page show now, so that the master sends these and no others.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { metrics as table, type ShownSamples } from '../words/words';

const numbers = new Map<string, number>(table.map(({ key, metric }) => [key, metric]));
const parts = new Map<object, readonly ShownSamples[]>();

export const shownSamples = signal<readonly ShownSamples[]>([]);

// What several parts show of all GPUs is asked for once, and not again for some of them.
export function joined(all: readonly ShownSamples[]): readonly ShownSamples[] {
    const sorted = (metrics: Iterable<number>) => [...new Set(metrics)].sort((one, other) => one - other);
    const everywhere = (percent: boolean) => sorted(all.filter((one) => (one.percent ?? false) === percent && one.gpus === undefined).flatMap(({ metrics = [] }) => metrics));
    const [values, shares] = [everywhere(false), everywhere(true)];
    const listed = all.filter(({ gpus = [] }) => gpus.length > 0)
        .map(({ gpus = [], metrics = [], percent = false }) => ({ gpus, metrics: sorted(metrics).filter((metric) => !(percent ? shares : values).includes(metric)), ...(percent ? { percent } : {}) }));
    return [{ metrics: values }, { metrics: shares, percent: true }, ...listed].filter(({ metrics }) => metrics.length > 0);
}

export interface Samples {
    metrics: readonly string[]; // their keys
    gpus?: readonly string[]; // undefined: all
    percent?: boolean; // of what the GPU has
}

const first = {};

// What the page will show as soon as it has rows: it comes with them. Until some part says what it shows.
export const expect = (shown: readonly Samples[]) => ask(first, shown);

function ask(part: object, shown: readonly Samples[]): void {
    parts.set(part, shown.map(({ metrics, gpus, percent }) => ({
        metrics: metrics.flatMap((key) => numbers.get(key) ?? []), ...(gpus === undefined ? {} : { gpus: [...gpus] }), ...(percent ? { percent } : {}),
    })).filter(({ gpus }) => gpus?.length !== 0));
    shownSamples.value = joined([...parts.values()].flat());
}

// For as long as the part is there.
export function useSamples(shown: readonly Samples[]): void {
    const text = JSON.stringify(shown);
    useEffect(() => {
        const part = {};
        parts.delete(first);
        ask(part, shown);
        return () => {
            parts.delete(part);
            shownSamples.value = joined([...parts.values()].flat());
        };
    }, [text]);
}
