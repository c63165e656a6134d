// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The audit log: operator commands, alerts, agents that join or leave.
import { useSignal } from '@preact/signals';
import { store } from '../frame/app';
import { useAnswer } from '../frame/use_answer';
import { Icon } from '../theme/icon';
import { eventColumns } from '../tables/other_columns';
import { Table } from '../tables/table';
import { t } from '../words/translate';
import type { AuditRow } from '../words/words';

const repeatMs = 5000;
const pageRows = 500;

// The newest first; asked again when an alert or a node changes, and every few seconds.
function useEvents(limit: number): { rows: readonly AuditRow[]; problem: string; known: boolean } {
    const { answer, problem } = useAnswer(
        () => ({ query_audit: { from_ms: '0', to_ms: String(Date.now() + 86_400_000), limit } }),
        (reply) => [...(reply.audit?.rows ?? [])].sort((one, other) => Number(other.at_ms ?? 0) - Number(one.at_ms ?? 0)),
        repeatMs, [limit, store.changed.alerts.value]);
    return { rows: answer ?? [], problem, known: answer !== undefined };
}

function EventTable({ rows, empty }: { rows: readonly AuditRow[]; empty: string }) {
    return (
        <Table name="events" label={t('Events')} small rows={rows} version={rows.length} columns={eventColumns} firstSorting="-at"
            keyOf={(row) => `${row.at_ms} ${row.action} ${row.object} ${row.detail}`}
            empty={{ icon: 'log', title: empty, text: t('Operator commands, alerts, and agents that join or leave are listed here') }} />
    );
}

// Of a node's GPUs and of itself, say.
export function ObjectEvents({ object, empty }: { object: readonly string[]; empty: string }) {
    const { rows, problem } = useEvents(2000);
    return problem !== '' ? <p class="problem"><Icon name="warning" />{problem}</p>
        : <EventTable rows={rows.filter((row) => object.includes(row.object ?? ''))} empty={empty} />;
}

export function Events() {
    const limit = useSignal(pageRows);
    const { rows, problem, known } = useEvents(limit.value);
    return (
        <>
            {problem !== '' && <p class="problem"><Icon name="warning" />{problem}</p>}
            {known && <EventTable rows={rows} empty={t('No events')} />}
            {rows.length >= limit.value && <p class="buttons"><button onClick={() => { limit.value += pageRows; }}>{t('Older')}</button></p>}
        </>
    );
}
