// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells when one of the reader's jobs starts or ends, while the page is not in sight. Asked for at the switch in Settings, never at load.
import { effect } from '@preact/signals';
import { settings } from '../session/settings';
import { jobEnded, jobState } from '../words/marks';
import { t } from '../words/translate';
import type { JobState } from '../words/words';
import { me, store } from './app';
import { go } from './route';

// False: the browser or its user does not want it.
export async function allowNotifications(): Promise<boolean> {
    return typeof Notification !== 'undefined' && await Notification.requestPermission() === 'granted';
}

export function followJobs(): void {
    const before = new Map<string, JobState>();
    effect(() => {
        void store.changed.jobs.value;
        const wanted = settings.notifications.value && document.hidden && before.size > 0;
        for (const job of store.rows.jobs.values()) {
            const [id, state] = [job.id ?? '', job.state ?? 'NO_STATE'];
            const news = before.has(id) && before.get(id) !== state && (state === 'RUNNING' || jobEnded(job));
            before.set(id, state);
            if (news && wanted && job.user === me.value) {
                const shown = new Notification(`${jobState(job).word}: ${job.name ?? id}`, { body: job.why || job.message || t('%1 (%2)', id, job.name ?? ''), tag: `muster-${id}` });
                shown.onclick = () => {
                    window.focus();
                    go('jobs', id);
                };
            }
        }
    });
}
