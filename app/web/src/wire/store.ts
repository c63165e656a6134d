// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the master has told last: a Map for each kind of row, and the newest samples. Readers subscribe to `changed` of the
// kinds that they show, and to `ticked` for samples; both rise a few times a second however much arrives.
import { batch, computed, signal, type Signal } from '@preact/signals';
import { unknownSample as unknown } from '../words/words';
import type { Agent, Alert, Cluster, Delta, Framework, Gpu, GpuState, Job, Offer, PackedSamples, Removed, Rows, Schedule, Service, ShownKind, ShownSamples, Snapshot, Task, Telemetry, TelemetryBatch } from '../words/words';
import { Varints } from './varints';

export interface KindRows {
    agents: Agent;
    gpus: Gpu;
    frameworks: Framework;
    offers: Offer;
    tasks: Task;
    jobs: Job;
    alerts: Alert;
    services: Service;
    schedules: Schedule;
}
export type Kind = keyof KindRows;
export const kinds: readonly Kind[] = ['agents', 'gpus', 'frameworks', 'offers', 'tasks', 'jobs', 'alerts', 'services', 'schedules'];
// As the master calls them.
export const shownKinds = kinds.map((kind) => kind.toUpperCase() as ShownKind);

export const isLive = (agent: Agent) => agent.state === 'ACTIVE' && agent.no_data_since_ms === undefined;

export interface Sample {
    generation: number;
    columns: (Column | undefined)[]; // by metric, each in the order of Agent.gpus
    shares: (Column | undefined)[]; // the same in % of what the GPU has, where that was asked for
}
type Column = number[] | Int32Array;
type Part = 'columns' | 'shares';

export const taskKey = (framework: string | undefined, task: string | undefined) => `${framework ?? ''}/${task ?? ''}`;

const keys: { [K in Kind]?: (row: KindRows[K]) => string } = { // of others the id
    gpus: (row) => row.uuid ?? '',
    tasks: (row) => taskKey(row.framework_id, row.id),
};
export const keyOf = <K extends Kind>(kind: K, row: KindRows[K]) => keys[kind]?.(row) ?? (row as { id?: string }).id ?? '';

type Tables = { readonly [K in Kind]: Map<string, KindRows[K]> };

// Of a cluster with more GPUs all lists are made anew only twice a second.
const many = 2000;

// `later` calls a function after a while; tests call it at once.
export class Store {
    readonly rows = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Tables;
    readonly changed = Object.fromEntries(kinds.map((kind) => [kind, signal(0)])) as { readonly [K in Kind]: Signal<number> };
    readonly ticked = signal(0);
    readonly cluster = signal<Cluster>({});
    readonly known = signal(false); // a snapshot has come
    readonly samples = new Map<string, Sample>();

    // How many GPUs are in each state.
    readonly gpuStates = computed<ReadonlyMap<GpuState, number>>(() => {
        void this.changed.gpus.value;
        const counts = new Map<GpuState, number>();
        for (const { state = 'NO_STATE' } of this.rows.gpus.values()) {
            counts.set(state, (counts.get(state) ?? 0) + 1);
        }
        return counts;
    });

    private seq = 0n;
    private readonly generations = new Map<number, Agent>(); // of Agent.gpu_generation
    private readonly touched = new Set<Kind>();
    private tick = false;
    private waiting = false;

    constructor(private readonly later: (flush: () => void, gpus: number) => void = (flush, gpus) => { setTimeout(flush, gpus > many ? 500 : 250); }) {}

    takeSnapshot(snapshot: Snapshot): void {
        this.seq = BigInt(snapshot.seq ?? 0);
        const given = snapshot.kinds === undefined ? kinds : kinds.filter((_, place) => snapshot.kinds!.includes(shownKinds[place]!));
        for (const kind of given) {
            this.rows[kind].clear();
            this.touched.add(kind);
        }
        if (given.includes('agents')) {
            this.generations.clear();
            this.samples.clear();
        }
        this.put(snapshot.rows ?? {});
        snapshot.telemetry?.forEach((one) => this.putSample(one));
        snapshot.packed?.forEach((one) => this.putPacked(one));
        this.cluster.value = snapshot.cluster ?? {};
        this.tick = true;
        this.flush();
        this.known.value = true;
    }

    // False: one before it is missing, so that only a new snapshot helps.
    takeDelta(delta: Delta): boolean {
        const seq = BigInt(delta.seq ?? 0);
        const after = BigInt(delta.after ?? 0) || seq - 1n;
        if (after > this.seq || seq <= this.seq) {
            return false;
        }
        this.seq = seq;
        this.remove(delta.removed ?? {});
        this.put(delta.changed ?? {});
        this.flushLater();
        return true;
    }

    takeTelemetry({ telemetry, packed }: TelemetryBatch): void {
        telemetry?.forEach((one) => this.putSample(one));
        packed?.forEach((one) => this.putPacked(one));
        this.tick = true;
        this.flushLater();
    }

    // Of what is not shown any more no samples come: what was known of it would grow old.
    forgetOthers(shown: readonly ShownSamples[]): void {
        for (const part of ['columns', 'shares'] as const) {
            const everywhere = new Set<number>();
            const listed = new Map<number, Set<string>>(); // by metric
            for (const { metrics = [], gpus = [], percent = false } of shown) {
                for (const metric of percent === (part === 'shares') ? metrics : []) {
                    if (gpus.length === 0) {
                        everywhere.add(metric);
                    } else {
                        listed.set(metric, new Set([...listed.get(metric) ?? [], ...gpus]));
                    }
                }
            }
            for (const [id, sample] of this.samples) {
                const gpus = this.rows.agents.get(id)?.gpus ?? [];
                sample[part].forEach((column, metric) => {
                    const kept = listed.get(metric);
                    if (column !== undefined && !everywhere.has(metric)) {
                        gpus.forEach((uuid, slot) => { column[slot] = kept?.has(uuid) ? column[slot]! : unknown; });
                    }
                });
            }
        }
    }

    // The sample, or its share of what the GPU has. REQUIRES: `metric` is a row of the metric table.
    value(gpu: Gpu, metric: number, part: Part = 'columns'): number {
        const column = this.sampleOf(gpu.agent_id ?? '')?.[part][metric];
        return column?.[this.rows.agents.get(gpu.agent_id ?? '')!.gpus!.indexOf(gpu.uuid ?? '')] ?? unknown;
    }

    // The newest one, where it is of now: of a node that says nothing nothing is known.
    sampleOf(agentId: string): Sample | undefined {
        const agent = this.rows.agents.get(agentId);
        const sample = this.samples.get(agentId);
        return agent !== undefined && isLive(agent) && sample?.generation === (agent.gpu_generation ?? 0) ? sample : undefined;
    }

    node(agentId: string | undefined): string {
        return this.rows.agents.get(agentId ?? '')?.hostname ?? agentId ?? '';
    }

    taskOf(gpu: Gpu): Task | undefined {
        return gpu.task_id ? this.rows.tasks.get(taskKey(gpu.framework_id, gpu.task_id)) : undefined;
    }

    flush(): void {
        batch(() => {
            for (const kind of this.touched) {
                this.changed[kind].value += 1;
            }
            if (this.tick) {
                this.ticked.value += 1;
            }
        });
        this.touched.clear();
        this.tick = false;
    }

    private flushLater(): void {
        if (!this.waiting) {
            this.waiting = true;
            this.later(() => {
                this.waiting = false;
                this.flush();
            }, this.rows.gpus.size);
        }
    }

    private put(rows: Rows): void {
        const put = <K extends Kind>(kind: K, list: readonly KindRows[K][] | undefined) => {
            for (const row of list ?? []) {
                this.rows[kind].set(keyOf(kind, row), row);
                this.touched.add(kind);
            }
        };
        rows.agents?.forEach((agent) => this.putGeneration(agent));
        kinds.forEach((kind) => put(kind, rows[kind]));
    }

    // Samples from before an outage are not of now once it is over. REQUIRES: the row is not put yet.
    private putGeneration(agent: Agent): void {
        const id = agent.id ?? '';
        this.generations.delete(this.rows.agents.get(id)?.gpu_generation ?? 0);
        this.generations.set(agent.gpu_generation ?? 0, agent);
        if (!isLive(agent)) {
            this.samples.delete(id);
        }
    }

    private remove(removed: Removed): void {
        removed.agents?.forEach((id) => {
            this.generations.delete(this.rows.agents.get(id)?.gpu_generation ?? 0);
            this.samples.delete(id);
        });
        for (const kind of kinds) {
            for (const key of removed[kind] ?? []) {
                this.rows[kind].delete(typeof key === 'string' ? key : taskKey(key.framework_id, key.task_id));
                this.touched.add(kind);
            }
        }
    }

    private putSample(telemetry: Telemetry): void {
        const columns: Sample['columns'] = [];
        for (const column of telemetry.columns ?? []) {
            columns[column.metric ?? 0] = column.values ?? [];
        }
        this.samples.set(telemetry.agent_id ?? '', { generation: telemetry.gpu_generation ?? 0, columns, shares: [] });
    }

    private putPacked({ metrics = [], percent = false, runs = '', values = '' }: PackedSamples): void {
        const part = percent ? 'shares' : 'columns';
        const written = new Varints(values);
        for (const metric of metrics) {
            let generation = 0;
            for (const run = new Varints(runs); !run.atEnd();) {
                generation += run.next();
                const [agents, first, count] = [run.next(), run.next(), run.next()];
                for (let agent = 0; agent < agents; agent += 1) {
                    const column = this.columnOf(generation + agent, metric, part, first + count);
                    for (let gpu = first; gpu < first + count; gpu += 1) {
                        column[gpu] = written.next() - 1;
                    }
                }
                generation += Math.max(0, agents - 1);
            }
        }
    }

    // Where the agent's values are to be written; of an agent that is not known any more, into nothing.
    private columnOf(generation: number, metric: number, part: Part, count: number): Column {
        const agent = this.generations.get(generation);
        if (agent === undefined) {
            return new Int32Array(count);
        }
        const id = agent.id ?? '';
        let sample = this.samples.get(id);
        if (sample?.generation !== generation) {
            sample = { generation, columns: [], shares: [] };
            this.samples.set(id, sample);
        }
        return sample[part][metric] ??= new Int32Array(Math.max(count, agent.gpus?.length ?? 0)).fill(unknown);
    }
}
