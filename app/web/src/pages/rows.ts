// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'preact/hooks';
import { store } from '../frame/app';
import type { Kind, KindRows } from '../wire/store';

// All rows of a kind as a list, anew when one of them has changed. `also`: kinds whose rows cells show, too; `others` changes with these.
export function useRows<K extends Kind>(kind: K, also: readonly Kind[] = []): { rows: readonly KindRows[K][]; version: number; others: number } {
    const own = store.changed[kind].value;
    const others = also.reduce((sum, other) => sum + store.changed[other].value, 0);
    const rows = useMemo(() => [...store.rows[kind].values()] as readonly KindRows[K][], [own]);
    return { rows, version: own + others, others };
}
