// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the reader is: all of it is in the part of the address behind '#', so that a link shows the same and back works, below any
// prefix: #/gpus/GPU-4f2c?filter=state%3Afree&sort=-temp
import { signal } from '@preact/signals';

export interface Route {
    page: string;
    key: string; // the chosen object; '' for none
    params: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
    const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
    const [page = '', ...rest] = path.split('/');
    const decode = (text: string) => {
        try {
            return decodeURIComponent(text);
        } catch {
            return text; // typed by hand
        }
    };
    return { page: decode(page) || 'overview', key: decode(rest.join('/')), params: Object.fromEntries(new URLSearchParams(query)) };
}

export function href(page: string, key = '', params: Readonly<Record<string, string>> = {}): string {
    const kept = Object.entries(params).filter(([, value]) => value !== '');
    const query = new URLSearchParams(kept).toString();
    return `#/${encodeURIComponent(page)}${key === '' ? '' : `/${encodeURIComponent(key).replace(/%2F/g, '/')}`}${query === '' ? '' : `?${query}`}`;
}

export const route = signal<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

export function followAddress(): void {
    addEventListener('hashchange', () => { route.value = parseRoute(location.hash); });
}

// A step that back undoes.
export function go(page: string, key = '', params: Readonly<Record<string, string>> = {}): void {
    const to = href(page, key, params);
    if (to !== location.hash) {
        history.pushState(null, '', to);
        route.value = parseRoute(to);
    }
}

// The same place, seen otherwise: no step of its own.
export function setParams(changes: Readonly<Record<string, string>>): void {
    const { page, key, params } = route.value;
    const to = href(page, key, { ...params, ...changes });
    history.replaceState(null, '', to);
    route.value = parseRoute(to);
}

// What is shown of one object; the others are those of the list.
const ofDetails = new Set(['tab', 'log', 'find', 'of', 'path', 'view', 'order']);

// Another object of the same page, or none; filter and sorting stay.
export function choose(key: string): void {
    const { page, params } = route.value;
    go(page, key, Object.fromEntries(Object.entries(params).filter(([name]) => !ofDetails.has(name))));
}
