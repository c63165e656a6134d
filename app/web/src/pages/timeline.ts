// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Where in a span of time the runs of schedules lie, and their next slots.
import { jobEnded } from '../words/marks';
import type { Job, Schedule } from '../words/words';

export interface Span {
    fromMs: number;
    toMs: number;
}

export interface Run {
    job: Job;
    from: number; // shares of the span
    to: number;
}

export interface Line {
    schedule: Schedule;
    runs: readonly Run[];
    next: number | undefined; // the share of the span; undefined: not within it
}

// Until it has started a run begins when it was due; one that has not ended lasts until now.
export function linesOf(schedules: readonly Schedule[], jobs: Iterable<Job>, { fromMs, toMs }: Span, now: number): readonly Line[] {
    const share = (ms: number) => (ms - fromMs) / (toMs - fromMs);
    const runs = new Map<string, Run[]>();
    for (const job of jobs) {
        if (job.schedule) {
            const begin = Number(job.started_ms ?? 0) || Number(job.slot_ms ?? 0) || Number(job.submitted_ms ?? 0);
            const end = jobEnded(job) ? Number(job.ended_ms ?? 0) || begin : Math.max(begin, now);
            if (end >= fromMs && begin <= toMs) {
                const list = runs.get(job.schedule) ?? [];
                list.push({ job, from: Math.max(0, share(begin)), to: Math.min(1, share(end)) });
                runs.set(job.schedule, list);
            }
        }
    }
    return schedules.map((schedule) => {
        const next = Number(schedule.next_ms ?? 0);
        return { schedule, runs: runs.get(schedule.id ?? '') ?? [], next: schedule.paused || next < fromMs || next > toMs ? undefined : share(next) };
    });
}
