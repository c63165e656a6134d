// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of a task's sandbox as the master tells of them (doc/wire.md, "Sandboxes"). No drawing here.
export interface Place {
    agent: string;
    framework: string;
    task: string;
}

export interface Entry {
    name: string;
    path: string; // in the sandbox: "results/model.pt"
    folder: boolean;
    size: number; // bytes
    mode: string; // "-rw-r--r--"
    modifiedMs: number;
}

export type Sorting = 'name' | 'size' | 'modified';

// Of the master's rows: the path is that of the sandbox's agent.
interface Row {
    path: string;
    size: number;
    mode: string;
    mtime: number; // seconds
}

const parts = (path: string) => path.split('/').filter((part) => part !== '');

export const joined = (folder: string, name: string) => [...parts(folder), name].join('/');
export const nameOf = (path: string) => parts(path).at(-1) ?? '';

// "results/run 1": the ways to "", "results" and "results/run 1".
export function steps(path: string): readonly { name: string; path: string }[] {
    const names = parts(path);
    return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
}

export function address(call: 'browse' | 'read' | 'download', place: Place, path: string, more: Readonly<Record<string, number>> = {}): string {
    const query = new URLSearchParams({ ...place, path, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])) });
    return `web/files/${call}?${query.toString()}`;
}

export function entriesOf(rows: readonly Row[], folder: string): readonly Entry[] {
    return rows.map(({ path, size, mode, mtime }) => {
        const name = nameOf(path);
        return { name, path: joined(folder, name), folder: mode.startsWith('d'), size, mode, modifiedMs: mtime * 1000 };
    });
}

// Folders first; "-size" is the largest first. Names as people count: "log-9" before "log-10".
export function sortedEntries(entries: readonly Entry[], sorting: string): readonly Entry[] {
    const falling = sorting.startsWith('-');
    const key = sorting.replace('-', '') as Sorting;
    const byName = (one: Entry, other: Entry) => one.name.localeCompare(other.name, undefined, { numeric: true });
    const by = key === 'size' ? (one: Entry, other: Entry) => one.size - other.size
        : key === 'modified' ? (one: Entry, other: Entry) => one.modifiedMs - other.modifiedMs : byName;
    return [...entries].sort((one, other) => Number(other.folder) - Number(one.folder) || (falling ? -1 : 1) * by(one, other) || byName(one, other));
}

// What a click on a heading leads to: names rise at first, figures fall.
export function nextSorting(now: string, key: Sorting): string {
    const first = key === 'name' ? 'name' : `-${key}`;
    return now !== first ? first : key === 'name' ? '-name' : key;
}

export const isText = (text: string) => !text.includes('\0');

const ifSilent: Readonly<Record<number, string>> = {
    403: 'You may not read the files of this task',
    404: 'It is not there: the file, or the whole sandbox, was removed, or it is no plain file',
    503: 'The node is not connected',
};

// In English; the master's own words where it has some.
export const whyNot = (status: number, said: string) => said.trim() || (ifSilent[status] ?? `The master answered ${status}`);
