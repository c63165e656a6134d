// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What all pages share: the store, the connection, the operator mode, notices.
import { computed, effect, signal } from '@preact/signals';
import { Connection } from '../wire/connection';
import { Store } from '../wire/store';
import { getTicket, poll, session, socketUrl, whySignIn } from '../session/session';
import { settings } from '../session/settings';
import { shownSamples } from './shown';
import { alertSeverity, jobEnded } from '../words/marks';
import type { Question } from '../forms/commands';
import type { Alert } from '../words/words';

export const store = new Store();
const made = signal<Connection | undefined>(undefined);
let stopShowing: (() => void) | undefined;

export function connect(): void {
    made.value?.close();
    const connection = new Connection(store, {
        url: () => socketUrl('ws/console'),
        getTicket,
        poll,
        onSessionEnd: () => {
            whySignIn.value = 'The session has ended';
            session.value = undefined;
        },
    });
    made.value = connection;
    stopShowing?.();
    stopShowing = effect(() => connection.show(shownSamples.value));
    void connection.connect();
}

export function disconnect(): void {
    made.value?.close();
}

// REQUIRES: connect() was called, as it is before any page is shown.
export const link = (): Connection => made.value!;
export const phase = computed(() => made.value?.phase.value ?? 'connecting');
export const isLive = computed(() => phase.value === 'live');
// What is shown is not so now.
export const stale = computed(() => store.known.value && !isLive.value);

// Whoever shares the master's token is this principal: then it is the reader who says who they are.
const sharedPrincipal = 'operator';
export const isShared = computed(() => (session.value?.principal ?? '') === '' || session.value?.principal === sharedPrincipal);
// The reader's name: author of commands, user of jobs, user:me. '' where nobody has said it.
export const me = computed(() => (isShared.value ? settings.user.value : session.value?.principal ?? ''));

// --- operator mode

const idleMs = 10 * 60_000;
export const operatorMode = signal(false);
let lastInput = Date.now();

export function watchInput(): void {
    for (const event of ['pointerdown', 'keydown', 'wheel']) {
        addEventListener(event, () => { lastInput = Date.now(); }, { passive: true, capture: true }); // a terminal keeps its own
    }
    setInterval(() => {
        if (operatorMode.value && Date.now() - lastInput > idleMs) {
            operatorMode.value = false;
            tell({ text: 'Operator mode was switched off: no input for %1 min', values: [idleMs / 60_000], good: true });
        }
    }, 10_000);
}

// What the dialog asks, while it is open.
export const asked = signal<Question | undefined>(undefined);

// --- notices

export interface Notice {
    text: string; // English
    values?: readonly (string | number)[];
    good: boolean;
    undo?: () => void;
}
export const notice = signal<Notice | undefined>(undefined);
let noticeEnds: ReturnType<typeof setTimeout> | undefined;

export function tell(told: Notice): void {
    notice.value = told;
    clearTimeout(noticeEnds);
    noticeEnds = setTimeout(() => { notice.value = undefined; }, told.undo === undefined ? 8000 : 20_000);
}

// --- what several places count

// Not acknowledged; critical ones first, then the newest.
export const openAlerts = computed<readonly Alert[]>(() => {
    void store.changed.alerts.value;
    return [...store.rows.alerts.values()].filter((alert) => !alert.acknowledged_by)
        .sort((one, other) => Number(other.severity === 'CRITICAL') - Number(one.severity === 'CRITICAL')
            || Number(other.since_ms ?? 0) - Number(one.since_ms ?? 0));
});

export const openMark = computed(() => (openAlerts.value[0] === undefined ? undefined : alertSeverity(openAlerts.value[0].severity).mark));

const jobCounts = computed(() => {
    void store.changed.jobs.value;
    let running = 0;
    let failed = 0;
    for (const job of store.rows.jobs.values()) {
        running += job.state === 'RUNNING' ? 1 : 0;
        failed += jobEnded(job) && job.state === 'FAILED' ? 1 : 0;
    }
    return { running, failed };
});

// `page`: what the page is called.
export function followTitle(page: () => string): void {
    effect(() => {
        const { running, failed } = jobCounts.value;
        const name = store.cluster.value.name ?? '';
        const counts = [running > 0 ? `${running} running` : '', failed > 0 ? `${failed} failed` : ''].filter((one) => one !== '').join(', ');
        document.title = `${counts === '' ? '' : `(${counts}) `}${[page(), name, 'Muster'].filter((one) => one !== '').join(' – ')}`;
    });
}
