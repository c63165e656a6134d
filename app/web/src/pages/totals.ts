// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// How much of everything there is and who has it, as the console sums it (widgets/models/totals.h). Thousandths.
import { amount } from '../tables/values';
import { gpuMark } from '../words/marks';
import { isLive, type Store } from '../wire/store';

export const resources = ['gpus', 'cpus', 'mem', 'disk'] as const;
export type Resource = (typeof resources)[number];
export const shares = ['total', 'allocated', 'offered', 'idle', 'outOfService'] as const;
export type Share = (typeof shares)[number];
export type Totals = Record<Resource, Record<Share, number>>;

const none = (): Record<Share, number> => ({ total: 0, allocated: 0, offered: 0, idle: 0, outOfService: 0 });

export function totals(store: Store): Totals {
    const out: Totals = { gpus: none(), cpus: none(), mem: none(), disk: none() };
    for (const agent of store.rows.agents.values()) {
        if (!isLive(agent)) {
            continue;
        }
        for (const name of ['cpus', 'mem', 'disk'] as const) {
            const [total, allocated, offered] = [amount(agent.resources, name), amount(agent.used, name), amount(agent.offered, name)];
            const rest = total - allocated - offered;
            const sum = out[name];
            sum.total += total;
            sum.allocated += allocated;
            sum.offered += offered;
            sum[agent.closed ? 'outOfService' : 'idle'] += rest;
        }
    }
    for (const [state, count] of store.gpuStates.value) {
        const mark = gpuMark(state);
        out.gpus.total += 1000 * count;
        out.gpus[mark === 'busy' || mark === 'draining' ? 'allocated' : mark === 'offered' ? 'offered' : mark === 'free' ? 'idle' : 'outOfService'] += 1000 * count;
    }
    return out;
}
