// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the master says of the job that is being written: its file, its command line, what is wrong. Asked a moment after the last key.
import { signal } from '@preact/signals';
import type { Connection } from '../wire/connection';
import type { JobDraft, ReadJob } from '../words/words';

const pauseMs = 200;

export class JobDrafts {
    readonly draft = signal<JobDraft | undefined>(undefined); // the last one
    readonly isCurrent = signal(false); // it is of what is written now
    readonly problem = signal('');
    private wanted = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly link: () => Pick<Connection, 'request'>) {}

    readLater(job: ReadJob): void {
        this.isCurrent.value = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.read(job), pauseMs);
    }

    // undefined: it cannot be known now, which `problem` says, or something else has been written meanwhile.
    async read(job: ReadJob): Promise<JobDraft | undefined> {
        clearTimeout(this.timer);
        const number = ++this.wanted;
        try {
            const { job_draft = {} } = await this.link().request({ read_job: job });
            if (number !== this.wanted) {
                return undefined;
            }
            this.draft.value = job_draft;
            this.isCurrent.value = true;
            this.problem.value = '';
            return job_draft;
        } catch (error) {
            if (number === this.wanted) {
                this.problem.value = error instanceof Error ? error.message : String(error);
            }
            return undefined;
        }
    }

    stop(): void {
        clearTimeout(this.timer);
        this.wanted += 1;
    }
}
