// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RequestBody } from '../wire/connection';
import type { Reply } from '../words/words';
import { isLive, link } from './app';

// What the master answers, for as long as it is shown: asked at once, again when one of `changes` does, and every `repeatMs` while somebody
// looks. While it does not answer, the last answer stays, beside the problem.
export function useAnswer<T>(
    body: () => RequestBody, read: (reply: Reply) => T, repeatMs: number, changes: readonly unknown[] = [],
): { answer: T | undefined; problem: string } {
    const answer = useSignal<T | undefined>(undefined);
    const problem = useSignal('');
    useEffect(() => {
        let gone = false;
        const ask = () => link().request(body()).then(read).then(
            (one) => { if (!gone) { answer.value = one; problem.value = ''; } },
            (error: Error) => { if (!gone) problem.value = error.message; });
        if (isLive.value) {
            void ask();
        }
        const timer = setInterval(() => { if (isLive.value && !document.hidden) void ask(); }, repeatMs);
        return () => {
            gone = true;
            clearInterval(timer);
        };
    }, [...changes, isLive.value]);
    return { answer: answer.value, problem: problem.value };
}
