// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What cells are made of.
import type { MesosAttribute, MesosResource, Resources } from '../words/words';

const ofText = (text: string | undefined) => Number(text ?? 0);

function rangesText(ranges: { range?: { begin?: string; end?: string }[] } | undefined): string {
    return `[${(ranges?.range ?? []).map(({ begin = '0', end = '0' }) => `${begin}-${end}`).join(', ')}]`;
}

// In thousandths, the reserved ones too.
export function amount(resources: Resources | undefined, name: 'gpus' | 'cpus' | 'mem' | 'disk'): number {
    const others = (resources?.others ?? []).filter((one) => one.name === name).reduce((sum, one) => sum + Math.round((one.scalar?.value ?? 0) * 1000), 0);
    return ofText(resources?.[name]) + others;
}

// "cpus:1; mem:128; gpus:2", as Mesos writes it.
export function bundle(resources: Resources | undefined): string {
    const parts = (['cpus', 'mem', 'disk', 'gpus'] as const).filter((name) => ofText(resources?.[name]) !== 0)
        .map((name) => `${name}:${ofText(resources?.[name]) / 1000}`);
    const others = (resources?.others ?? []).map((one: MesosResource) => {
        const role = one.reservations?.at(-1)?.role;
        const value = one.type === 'RANGES' ? rangesText(one.ranges) : one.type === 'SET' ? `{${(one.set?.item ?? []).join(', ')}}` : String(one.scalar?.value ?? 0);
        return `${one.name ?? ''}${role === undefined ? '' : `(${role})`}:${value}`;
    });
    return [...parts, ...others].join('; ');
}

export function attributesText(attributes: readonly MesosAttribute[] | undefined): string {
    return (attributes ?? []).map((one) => `${one.name ?? ''}:${one.text?.value ?? (one.scalar !== undefined ? String(one.scalar.value ?? 0)
        : one.ranges !== undefined ? rangesText(one.ranges) : `{${(one.set?.item ?? []).join(', ')}}`)}`).join(';');
}

export const moment = ofText;
