// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Who is signed in. The session itself is a cookie that scripts cannot read.
import { signal } from '@preact/signals';
import { Refused } from '../wire/connection';
import type { Ask } from '../wire/poll';

export interface Session {
    principal: string;
    csrf: string;
    expires_ms: number;
    authenticated: boolean;
    may: readonly string[];
}

export const session = signal<Session | undefined>(undefined);
export const whySignIn = signal(''); // "The session has ended"

export const place = (path: string) => new URL(path, document.baseURI);

export const socketUrl = (path: string) => {
    const url = place(path);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    return url.href;
};

// Whether the session allows such a request; a daemon without authentication allows everything.
export function may(request: string): boolean {
    const now = session.value;
    return now === undefined || !now.authenticated || now.may.includes(request);
}

async function errorOf(response: Response): Promise<string> {
    try {
        return ((await response.json()) as { error?: string }).error ?? response.statusText;
    } catch {
        return response.statusText;
    }
}

let owner: string | undefined; // of all that this document has been told

// False: somebody has to sign in first. The document begins anew for another person. Rejects when the master does not answer.
export async function loadSession(): Promise<boolean> {
    const response = await fetch(place('web/session'), { cache: 'no-store' });
    if (response.status === 401) {
        session.value = undefined;
        return false;
    }
    if (!response.ok) {
        throw new Error(await errorOf(response));
    }
    const next = { principal: '', authenticated: false, may: [], ...((await response.json()) as Partial<Session>) } as Session;
    if (next.principal !== (owner ??= next.principal)) {
        location.reload();
        return new Promise(() => {}); // nothing of the one before is shown meanwhile
    }
    session.value = next;
    return true;
}

function post(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    return fetch(place(path), {
        method: 'POST',
        ...(signal === undefined ? {} : { signal }),
        headers: { 'Content-Type': 'application/json', 'X-Muster-CSRF': session.value?.csrf ?? '' },
        body: JSON.stringify(body ?? {}),
    });
}

// What is wrong, or ''.
export async function signIn(form: { token: string } | { principal: string; secret: string; stay: boolean }): Promise<string> {
    try {
        const response = await post('web/sign-in', form);
        if (!response.ok) {
            return await errorOf(response);
        }
        whySignIn.value = '';
        return (await loadSession()) ? '' : 'The browser did not keep the session: allow cookies for this address';
    } catch (error) {
        return error instanceof Error ? error.message : String(error);
    }
}

// What is wrong, or ''. A session of which nobody said that it has ended may live on in the master's journal.
export async function signOut(): Promise<string> {
    const ask = async () => (await post('web/sign-out', {}, AbortSignal.timeout(10_000))).status;
    try {
        let status = await ask();
        if (status === 403) { // the master was started again
            if (!await loadSession()) {
                return '';
            }
            status = await ask();
        }
        if (status !== 204 && status !== 401) {
            return 'Not signed out: the master did not confirm it';
        }
    } catch {
        return 'Not signed out: the master did not confirm it';
    }
    session.value = undefined;
    return '';
}

export async function getTicket(): Promise<string> {
    const response = await post('web/ticket');
    if (response.status === 401 || response.status === 403) {
        // The master may have been started again: what each change by cookie needs is another text then.
        if (await loadSession()) {
            const again = await post('web/ticket');
            if (again.ok) {
                return ((await again.json()) as { ticket: string }).ticket;
            }
        }
        throw new Refused('DENIED', 'The session has ended');
    }
    if (!response.ok) {
        throw new Error(await errorOf(response));
    }
    return ((await response.json()) as { ticket: string }).ticket;
}

export const poll: Ask = async (body, signal) => {
    const response = await post('web/poll', body, signal);
    return { status: response.status, text: await response.text() };
};
