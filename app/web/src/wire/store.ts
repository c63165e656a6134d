// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the master has told last: a Map for each kind of row, and the newest samples. Readers subscribe to `changed` of the
// kinds that they show, and to `ticked` for samples; both rise a few times a second however much arrives.
import { batch, signal, type Signal } from '@preact/signals';
import { unknownSample as unknown } from '../words/words';
import type { Agent, Alert, Cluster, Delta, Framework, Gpu, Job, Offer, Removed, Rows, Snapshot, Task, TaskKey, Telemetry } from '../words/words';

export interface KindRows {
    agents: Agent;
    gpus: Gpu;
    frameworks: Framework;
    offers: Offer;
    tasks: Task;
    jobs: Job;
    alerts: Alert;
}
export type Kind = keyof KindRows;
export const kinds: readonly Kind[] = ['agents', 'gpus', 'frameworks', 'offers', 'tasks', 'jobs', 'alerts'];

export const isLive = (agent: Agent) => agent.state === 'ACTIVE' && agent.no_data_since_ms === undefined;

export interface Sample {
    generation: number;
    atMs: number;
    columns: (readonly number[] | undefined)[]; // by metric, each in the order of Agent.gpus
}

export const taskKey = (framework: string | undefined, task: string | undefined) => `${framework ?? ''}/${task ?? ''}`;

const keys: { [K in Kind]: (row: KindRows[K]) => string } = {
    agents: (row) => row.id ?? '',
    gpus: (row) => row.uuid ?? '',
    frameworks: (row) => row.id ?? '',
    offers: (row) => row.id ?? '',
    tasks: (row) => taskKey(row.framework_id, row.id),
    jobs: (row) => row.id ?? '',
    alerts: (row) => row.id ?? '',
};
export const keyOf = <K extends Kind>(kind: K, row: KindRows[K]) => keys[kind](row);

type Tables = { readonly [K in Kind]: Map<string, KindRows[K]> };

// Of a cluster with more GPUs all lists are made anew only twice a second.
const many = 2000;

// `later` calls a function after a while; tests call it at once.
export class Store {
    readonly rows: Tables = { agents: new Map(), gpus: new Map(), frameworks: new Map(), offers: new Map(), tasks: new Map(), jobs: new Map(), alerts: new Map() };
    readonly changed = Object.fromEntries(kinds.map((kind) => [kind, signal(0)])) as { readonly [K in Kind]: Signal<number> };
    readonly ticked = signal(0);
    readonly cluster = signal<Cluster>({});
    readonly known = signal(false); // a snapshot has come
    readonly samples = new Map<string, Sample>();

    private seq = 0n;
    private slots = new Map<string, number>(); // of a GPU among those of its agent
    private readonly touched = new Set<Kind>();
    private tick = false;
    private waiting = false;

    constructor(private readonly later: (flush: () => void, gpus: number) => void = (flush, gpus) => { setTimeout(flush, gpus > many ? 500 : 250); }) {}

    takeSnapshot(snapshot: Snapshot): void {
        this.seq = BigInt(snapshot.seq ?? 0);
        for (const kind of kinds) {
            this.rows[kind].clear();
        }
        this.slots.clear();
        this.samples.clear();
        this.put(snapshot.rows ?? {});
        for (const one of snapshot.telemetry ?? []) {
            this.putSample(one);
        }
        this.cluster.value = snapshot.cluster ?? {};
        kinds.forEach((kind) => this.touched.add(kind));
        this.tick = true;
        this.flush();
        this.known.value = true;
    }

    // False: one before it is missing, so that only a new snapshot helps.
    takeDelta(delta: Delta): boolean {
        const seq = BigInt(delta.seq ?? 0);
        if (seq !== this.seq + 1n) {
            return false;
        }
        this.seq = seq;
        this.remove(delta.removed ?? {});
        this.put(delta.changed ?? {});
        this.flushLater();
        return true;
    }

    takeTelemetry(telemetry: readonly Telemetry[]): void {
        telemetry.forEach((one) => this.putSample(one));
        this.tick = true;
        this.flushLater();
    }

    // REQUIRES: `metric` is a row of the metric table.
    value(gpu: Gpu, metric: number): number {
        const slot = this.slots.get(gpu.uuid ?? '');
        return slot === undefined ? unknown : this.sampleOf(gpu.agent_id ?? '')?.columns[metric]?.[slot] ?? unknown;
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
                this.rows[kind].set(keys[kind](row), row);
                this.touched.add(kind);
            }
        };
        put('agents', rows.agents);
        put('gpus', rows.gpus);
        put('frameworks', rows.frameworks);
        put('offers', rows.offers);
        put('tasks', rows.tasks);
        put('jobs', rows.jobs);
        put('alerts', rows.alerts);
        rows.agents?.forEach((agent) => agent.gpus?.forEach((uuid, slot) => this.slots.set(uuid, slot)));
    }

    private remove(removed: Removed): void {
        const remove = (kind: Kind, list: readonly string[] | undefined) => {
            for (const key of list ?? []) {
                this.rows[kind].delete(key);
                this.touched.add(kind);
            }
        };
        remove('agents', removed.agents);
        removed.agents?.forEach((id) => this.samples.delete(id));
        remove('gpus', removed.gpus);
        removed.gpus?.forEach((uuid) => this.slots.delete(uuid));
        remove('frameworks', removed.frameworks);
        remove('offers', removed.offers);
        remove('tasks', removed.tasks?.map((key: TaskKey) => taskKey(key.framework_id, key.task_id)));
        remove('jobs', removed.jobs);
        remove('alerts', removed.alerts);
    }

    private putSample(telemetry: Telemetry): void {
        const columns: Sample['columns'] = [];
        for (const column of telemetry.columns ?? []) {
            columns[column.metric ?? 0] = column.values ?? [];
        }
        this.samples.set(telemetry.agent_id ?? '', { generation: telemetry.gpu_generation ?? 0, atMs: Number(telemetry.at_us ?? 0) / 1000, columns });
    }
}
