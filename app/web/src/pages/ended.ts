// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Jobs and tasks that ended before those of the live view: asked for page by page, as in the console (app/console/pages/ended_feed.h).
import { signal } from '@preact/signals';
import type { Connection } from '../wire/connection';
import { keyOf, type KindRows, type Store } from '../wire/store';
import type { Job, Task } from '../words/words';

export type EndedKind = 'jobs' | 'tasks';

const pageRows = 500;
const mostRows = 50_000; // of each kind

export class EndedFeed {
    readonly jobs = new Map<string, Job>();
    readonly tasks = new Map<string, Task>();
    readonly changed = signal(0);
    readonly asking = signal(false);
    // Rows of the master that were seen, the newest first, and whether it may have further ones.
    private readonly seen = { jobs: { offset: 0, more: true }, tasks: { offset: 0, more: true } };

    constructor(private readonly store: Pick<Store, 'rows'>, private readonly link: () => Pick<Connection, 'request'>) {}

    hasOlder(kind: EndedKind): boolean {
        return this.seen[kind].more;
    }

    // After a new snapshot: more may have ended, and been forgotten, than was heard of.
    beginAnew(): void {
        for (const seen of [this.seen.jobs, this.seen.tasks]) {
            seen.offset = 0;
            seen.more = true;
        }
    }

    // The next page with something new on it: how many rows that was; 0: the master has nothing older. Rejects with what went wrong.
    async loadOlder(kind: EndedKind): Promise<number> {
        const seen = this.seen[kind];
        if (this.asking.value || !seen.more) {
            return 0;
        }
        this.asking.value = true;
        let fresh = 0;
        try {
            while (fresh === 0 && seen.more) {
                const { ended = {} } = await this.link().request({ query_ended: { limit: pageRows, offset: seen.offset } });
                const added = { jobs: (ended.jobs ?? []).filter((job) => this.add('jobs', job)), tasks: (ended.tasks ?? []).filter((task) => this.add('tasks', task)) };
                fresh = added[kind].length;
                const count = ended[kind]?.length ?? 0;
                seen.offset += count;
                seen.more = count >= pageRows && this[kind].size < mostRows;
            }
            this.changed.value += 1;
        } finally {
            this.asking.value = false;
        }
        return fresh;
    }

    isOlder(kind: EndedKind, key: string): boolean {
        return !this.store.rows[kind].has(key) && this[kind].has(key);
    }

    // The live rows, then those that are not among them.
    merged<K extends EndedKind>(kind: K): readonly KindRows[K][] {
        const live = this.store.rows[kind] as ReadonlyMap<string, KindRows[K]>;
        return [...live.values(), ...[...(this[kind] as ReadonlyMap<string, KindRows[K]>)].filter(([key]) => !live.has(key)).map(([, row]) => row)];
    }

    // Also what the live view has: it stays when that forgets it. True: nobody saw it before.
    private add<K extends EndedKind>(kind: K, row: KindRows[K]): boolean {
        const key = keyOf(kind, row);
        const rows = this[kind] as Map<string, KindRows[K]>;
        const isNew = !rows.has(key) && !this.store.rows[kind].has(key);
        rows.set(key, row);
        return isNew;
    }
}
