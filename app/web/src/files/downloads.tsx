// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// One file to the reader's machine. What the page can hold it fetches itself: it says how far that is and what went wrong. Larger files
// are the browser's own to save.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { tell } from '../frame/app';
import { place } from '../session/session';
import { bytesText } from '../words/text';
import { t } from '../words/translate';
import { address, whyNot, type Entry, type Place } from './sandbox';

const mostHeld = 256 << 20;

function save(name: string, pieces: Uint8Array<ArrayBuffer>[]): void {
    const at = document.createElement('a');
    at.href = URL.createObjectURL(new Blob(pieces, { type: 'application/octet-stream' }));
    at.download = name;
    at.click();
    setTimeout(() => URL.revokeObjectURL(at.href), 10_000);
}

export function Downloads({ of, entry }: { of: Place; entry: Entry }) {
    const done = useSignal(-1); // bytes; -1: it is not on its way
    const cancel = useRef<AbortController | undefined>(undefined);
    useEffect(() => () => cancel.current?.abort(), []);
    const url = place(address('download', of, entry.path));
    const fetchIt = async () => {
        cancel.current = new AbortController();
        done.value = 0;
        try {
            const response = await fetch(url, { cache: 'no-store', signal: cancel.current.signal });
            if (!response.ok || response.body === null) {
                throw new Error(whyNot(response.status, await response.text()));
            }
            const pieces: Uint8Array<ArrayBuffer>[] = [];
            let bytes = 0;
            for (const reader = response.body.getReader(); ;) {
                const { value, done: over } = await reader.read();
                if (over) {
                    break;
                }
                pieces.push(value);
                bytes += value.length;
                done.value = bytes;
            }
            if (bytes < entry.size) {
                throw new Error('The file came in part only: the node was lost, or the file was shortened');
            }
            save(entry.name, pieces);
        } catch (error) {
            if (!cancel.current.signal.aborted) {
                tell({ text: error instanceof Error ? error.message : String(error), good: false });
            }
        }
        done.value = -1;
    };
    if (done.value >= 0) {
        return <button onClick={() => cancel.current?.abort()} title={t('Cancel')}>{t('%1 of %2', bytesText(done.value), bytesText(Math.max(done.value, entry.size)))} ×</button>;
    }
    return <a class="button" href={url.href} download={entry.name} aria-label={t('Download %1', entry.name)} onClick={(event) => {
        if (entry.size <= mostHeld && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault();
            void fetchIt();
        }
    }}>{t('Download')}</a>;
}
