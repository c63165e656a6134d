// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { effect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isLive, link, store, tell } from '../frame/app';
import type { KindRows } from '../wire/store';
import { t } from '../words/translate';
import { EndedFeed, type EndedKind } from './ended';

export const ended = new EndedFeed(store, link);
effect(() => {
    void store.cluster.value; // another one with each snapshot
    ended.beginAnew();
});

export async function loadOlder(kind: EndedKind): Promise<void> {
    if (ended.asking.value || !isLive.value) {
        return;
    }
    try {
        const rows = await ended.loadOlder(kind);
        tell(rows > 0 ? { text: 'Loaded from further back: %1', values: [rows], good: true } : { text: 'The master keeps nothing that ended earlier', good: true });
    } catch (error) {
        tell({ text: 'Cannot load what ended earlier: %1', values: [error instanceof Error ? error.message : String(error)], good: false });
    }
}

// All rows of a kind, the loaded ones too.
export function useMerged<K extends EndedKind>(kind: K): readonly KindRows[K][] {
    const own = store.changed[kind].value;
    const older = ended.changed.value;
    return useMemo(() => ended.merged(kind), [own, older]);
}

// What a link names may have ended long ago.
export function useLookBack(kind: EndedKind, missing: boolean): void {
    const known = store.known.value && isLive.value;
    useEffect(() => {
        if (missing && known && ended.hasOlder(kind)) {
            void ended.loadOlder(kind).catch(() => undefined); // the page says that it is not in the list
        }
    }, [missing, known, ended.changed.value]);
}

// Beside the name of what is not in the live view any more.
export function NotLive() {
    return <span class="chip not-live" title={t('Loaded from the journal: nothing of it changes any more')}>{t('not live')}</span>;
}

export function LoadOlder({ kind }: { kind: EndedKind }) {
    void ended.changed.value;
    return (
        <button class="bare older-button" disabled={ended.asking.value || !ended.hasOlder(kind)} onClick={() => void loadOlder(kind)}>
            {ended.hasOlder(kind) ? t('Load what ended earlier') : t('The master keeps nothing that ended earlier')}
        </button>
    );
}
