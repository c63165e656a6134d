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

    // Resolves as read(); if something else is written meanwhile, not at all.
    readLater(job: ReadJob): Promise<JobDraft | undefined> {
        this.stop();
        return new Promise((resolve) => { this.timer = setTimeout(() => resolve(this.read(job)), pauseMs); });
    }

    // undefined: it cannot be known now, which `problem` says. The answer comes also where something else has been written meanwhile.
    async read(job: ReadJob): Promise<JobDraft | undefined> {
        this.stop();
        const number = this.wanted;
        try {
            const { job_draft = {} } = await this.link().request({ read_job: job });
            if (number === this.wanted) {
                this.draft.value = job_draft;
                this.isCurrent.value = true;
                this.problem.value = '';
            }
            return job_draft;
        } catch (error) {
            this.problem.value = error instanceof Error ? error.message : String(error);
            return undefined;
        }
    }

    // No answer that is on its way counts.
    stop(): void {
        clearTimeout(this.timer);
        this.wanted += 1;
        this.isCurrent.value = false;
    }
}
