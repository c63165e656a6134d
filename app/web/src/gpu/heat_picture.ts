// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers and colours of the heat map: which GPU is where, and how bright it is. Free of the DOM, so that tests can time it.
import { levels } from '../theme/cividis';
import type { Gpu, Mark, Metric } from '../words/words';
import type { Store } from '../wire/store';
import { gpuMark } from '../words/marks';
import type { Block } from './heat_layout';

export interface Special {
    place: number;
    mark: Mark;
}

const compare = new Intl.Collator(undefined, { numeric: true }).compare;

// Of all GPUs, node by node. Made anew when rows change, not when samples come.
export class HeatPicture {
    readonly blocks: readonly Block[];
    readonly uuids: readonly string[];
    readonly marks: readonly Mark[];
    readonly specials: readonly Special[]; // those that do not look as the others do
    private readonly agents: readonly string[];
    private readonly byPlace: readonly (Gpu | undefined)[];

    constructor(private readonly store: Store) {
        const agents = [...store.rows.agents.values()].filter((agent) => (agent.gpus?.length ?? 0) > 0)
            .sort((one, other) => compare(one.hostname ?? '', other.hostname ?? '') || (one.id! < other.id! ? -1 : 1));
        const uuids: string[] = [];
        this.blocks = agents.map((agent) => {
            const from = uuids.length;
            uuids.push(...agent.gpus!);
            return { name: agent.hostname ?? '', from, count: agent.gpus!.length };
        });
        this.agents = agents.map((agent) => agent.id ?? '');
        this.uuids = uuids;
        this.byPlace = uuids.map((uuid) => store.rows.gpus.get(uuid));
        this.marks = this.byPlace.map((gpu) => gpuMark(gpu?.state));
        this.specials = this.marks.flatMap((mark, place) => (mark === 'free' || mark === 'busy' || mark === 'offered' ? [] : [{ place, mark }]));
    }

    gpu(place: number): Gpu | undefined {
        return this.store.rows.gpus.get(this.uuids[place] ?? '');
    }

    // What one unit of a sample is on the scale, for each GPU.
    scales(metric: Metric): Float32Array {
        const { low, high } = metric.heat ?? { low: 0, high: 100 };
        return Float32Array.from(this.byPlace, (gpu) => {
            const limit = metric.limit === 'memory' ? Number(gpu?.memory_bytes ?? 0) / 1048576
                : metric.limit === 'power' ? gpu?.power_limit_mw ?? 0 : high - low;
            return limit <= 0 ? 0 : 100 / limit;
        });
    }

    // `out`: a colour for each place, in ImageData's order. One without a value is `none`.
    paint(metric: Metric, scales: Float32Array, none: number, out: Uint32Array): void {
        const low = metric.limit === 'none' ? metric.heat?.low ?? 0 : 0;
        for (let block = 0; block < this.blocks.length; block += 1) {
            const { from, count } = this.blocks[block]!;
            const sample = this.store.sampleOf(this.agents[block]!);
            const shares = metric.limit === 'none' ? undefined : sample?.shares[metric.metric];
            const values = shares ?? sample?.columns[metric.metric];
            if (values === undefined) {
                out.fill(none, from, from + count);
                continue;
            }
            for (let one = 0; one < count; one += 1) {
                const value = values[one]!;
                const level = shares === undefined ? ((value - low) * scales[from + one]! + 0.5) | 0 : value;
                out[from + one] = value >= 0 ? levels[level < 0 ? 0 : level > 100 ? 100 : level]! : none;
            }
        }
        for (const { place, mark } of this.specials) {
            if (mark === 'lost') {
                out[place] = none;
            }
        }
    }
}
