// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { metrics, unknownSample, type Gpu } from '../words/words';

const numbers = new Map(metrics.map(({ key, metric }) => [key as string, metric]));

export function sampled(gpu: Gpu, metric: string): number | undefined {
    const value = store.value(gpu, numbers.get(metric) ?? -1);
    return value === unknownSample ? undefined : value;
}

export const memoryMib = (gpu: Gpu) => (gpu.memory_bytes === undefined ? undefined : Math.floor(Number(gpu.memory_bytes) / 1048576));

// Why nobody gets it.
export function reasonOf(gpu: Gpu): string {
    return gpu.restriction === undefined ? gpu.problem ?? '' : gpu.restriction.reason ?? '';
}
