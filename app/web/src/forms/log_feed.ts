// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the files of tasks and follows them; after a lost connection it goes on where it was. What several tasks wrote before comes task
// by task: the next one is read once the one before it has ended or is only followed, and so all lines are in the order of time as far as
// anybody knows it.
import { signal } from '@preact/signals';
import { logConfirmed, logWindow, type Task } from '../words/words';
import type { Connection } from '../wire/connection';
import { bytesOf, LogLines } from './log_lines';

export interface Source {
    task: Task;
    file: 'stdout' | 'stderr';
}

interface Reading {
    source: Source;
    offset: number; // next; negative: so many bytes before the end
    id: string;
    taken: number;
    begun: boolean;
    hasOld: boolean; // bytes that stood there
    caughtUp: boolean;
    ended: boolean;
}

const drawMs = 100;
const patienceMs = 3000; // a node that does not answer holds the other tasks up so long

export class LogFeed {
    readonly lines = new LogLines();
    readonly version = signal(0);
    readonly problem = signal('');
    readonly skipped = signal(0); // bytes before the first that was read
    private readonly readings: Reading[];
    private waiting = false;
    private stopped = false;
    private patience: ReturnType<typeof setTimeout> | undefined;

    // The sources of a task stand together, the task that ran first is the first.
    constructor(private readonly link: Pick<Connection, 'stream' | 'tell' | 'forget'>, sources: readonly Source[], tailBytes: number) {
        this.readings = sources.map((source) => ({ source, offset: -tailBytes, id: '', taken: 0, begun: false, hasOld: false, caughtUp: false, ended: false }));
    }

    // Again after each reconnect.
    start(): void {
        this.problem.value = '';
        this.stopped = false;
        this.readings.forEach((reading) => { reading.id = ''; });
        this.goOn();
    }

    stop(): void {
        this.stopped = true;
        clearTimeout(this.patience);
        for (const { id, ended } of this.readings) {
            if (id !== '' && !ended) {
                this.link.forget(id);
                this.link.tell({ cancel_log: { request_id: id } });
            }
        }
    }

    // Asks for the files of the next task that was not asked for.
    private goOn(): void {
        const next = this.readings.find(({ id, ended }) => id === '' && !ended);
        if (next === undefined || this.stopped) {
            return;
        }
        clearTimeout(this.patience);
        this.patience = setTimeout(() => this.goOn(), patienceMs);
        const wanted = this.readings.filter(({ source, id, ended }) => source.task === next.source.task && id === '' && !ended);
        wanted.forEach((reading) => this.ask(reading));
        if (wanted.every(({ id }) => id !== '')) {
            this.settle(); // after a lost connection they are only followed already
        }
    }

    private settle(): void {
        if (this.readings.every(({ id, caughtUp, ended }) => id === '' || caughtUp || ended)) {
            this.goOn();
        }
    }

    // What stood there comes file by file.
    get isFileByFile(): boolean {
        return this.readings.filter(({ hasOld }) => hasOld).length > 1;
    }

    get ended(): boolean {
        return this.readings.every(({ ended }) => ended);
    }

    private ask(reading: Reading): void {
        const { task, file } = reading.source;
        reading.taken = 0;
        reading.id = this.link.stream({
            read_log: { framework_id: task.framework_id ?? '', task_id: task.id ?? '', file, offset: String(reading.offset), follow: true, window: String(logWindow) },
        }, (reply) => {
            const { offset = '0', data = '', end = false } = reply.log ?? {};
            const bytes = bytesOf(data);
            if (!reading.begun) {
                reading.begun = true;
                this.skipped.value += Number(offset);
            }
            if (bytes.length > 0) {
                reading.hasOld ||= !reading.caughtUp;
                this.lines.append(this.readings.indexOf(reading), bytes, reading.caughtUp ? Date.now() : 0);
            } else if (!end) {
                reading.caughtUp = true;
            }
            reading.offset = Number(offset) + bytes.length;
            reading.taken += bytes.length;
            reading.ended = end;
            if (reading.taken >= logConfirmed && !end) {
                this.link.tell({ log_taken: { request_id: reading.id, bytes: String(reading.taken) } });
                reading.taken = 0;
            }
            this.draw();
            this.settle();
            return end;
        }, (error) => {
            // The connection is told of elsewhere; stderr that does not exist is no news.
            if (error.kind !== 'UNAVAILABLE' && !(error.kind === 'NOT_FOUND' && this.readings.length > 1 && reading.source.file === 'stderr')) {
                this.problem.value = error.message;
            }
            reading.ended = error.kind !== 'UNAVAILABLE';
            this.draw();
            if (reading.ended) {
                this.settle();
            } else {
                clearTimeout(this.patience); // start() comes with the connection
            }
        });
    }

    private draw(): void {
        if (!this.waiting) {
            this.waiting = true;
            setTimeout(() => {
                this.waiting = false;
                this.version.value += 1;
            }, drawMs);
        }
    }
}
