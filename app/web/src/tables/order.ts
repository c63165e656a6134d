// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Which rows a list shows, and in which order. Pure.
import type { Column } from './column';
import { sortKey, textOf } from './column';
import type { Filter } from './filter';

export interface Sorting {
    key: string; // of a column
    descending: boolean;
}

// "node,-temp" of the address.
export function parseSorting(text: string): readonly Sorting[] {
    return text.split(',').filter((part) => part !== '' && part !== '-')
        .map((part) => (part.startsWith('-') ? { key: part.slice(1), descending: true } : { key: part, descending: false }));
}

export const sortingText = (sorting: readonly Sorting[]) => sorting.map(({ key, descending }) => (descending ? '-' : '') + key).join(',');

// A click on the header: ascending, then descending. `further`: beside what it is sorted by already.
export function clicked(sorting: readonly Sorting[], key: string, further: boolean): readonly Sorting[] {
    const before = sorting.find((one) => one.key === key);
    const one = { key, descending: before !== undefined && !before.descending };
    return !further ? [one] : before === undefined ? [...sorting, one] : sorting.map((other) => (other.key === key ? one : other));
}

// Texts as numbers in the same order, which compare faster.
function ranked(keys: readonly (number | string | undefined)[]): readonly (number | string | undefined)[] {
    if (!keys.some((key) => typeof key === 'string')) {
        return keys;
    }
    const ranks = new Map([...new Set(keys)].sort((one, other) => (one! < other! ? -1 : 1)).map((key, rank) => [key, rank]));
    return keys.map((key) => (key === undefined ? undefined : ranks.get(key)));
}

// Equal rows stay in the order in which they came. What is unknown is last either way.
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: readonly Sorting[]): Row[] {
    const by = sorting.flatMap(({ key, descending }) => {
        const column = columns.find(({ heading }) => heading.key === key);
        return column === undefined ? [] : [{ sign: descending ? -1 : 1, keys: ranked(rows.map((row) => sortKey(column.value(row)))) }];
    });
    const places = rows.map((_, place) => place);
    places.sort((one, other) => {
        for (const { sign, keys } of by) {
            const [left, right] = [keys[one], keys[other]];
            if (left !== right) {
                return left === undefined ? 1 : right === undefined ? -1 : left < right ? -sign : sign;
            }
        }
        return one - other;
    });
    return places.map((place) => rows[place]!);
}

export class Texts<Row extends object> {
    private readonly known = new WeakMap<Row, string>();

    constructor(private readonly columns: readonly Column<Row>[]) {}

    // Without those of samples: who looks for a word does not mean 97 %.
    all(row: Row): string {
        let text = this.known.get(row);
        if (text === undefined) {
            text = this.columns.filter(({ lives }) => !lives).map((column) => textOf(column, row)).join('\n').toLowerCase();
            this.known.set(row, text);
        }
        return text;
    }
}

export function filtered<Row extends object>(
    rows: readonly Row[], columns: readonly Column<Row>[], filter: Filter, nowMs: number, texts = new Texts(columns),
): readonly Row[] {
    return filter.empty ? rows : rows.filter((row) => filter.matches({
        text: (place) => textOf(columns[place]!, row).toLowerCase(),
        value: (place) => columns[place]!.value(row),
        all: () => texts.all(row),
    }, nowMs));
}

// The keys with one of them by so many places further; at the ends it stays.
export function movedKey(keys: readonly string[], key: string, by: number): readonly string[] {
    const from = keys.indexOf(key);
    const to = Math.min(keys.length - 1, Math.max(0, from + by));
    const others = keys.filter((other) => other !== key);
    return from < 0 ? keys : [...others.slice(0, to), key, ...others.slice(to)];
}

// All keys with one of them by so many places further among those that are shown.
export function movedAmong(keys: readonly string[], shown: readonly string[], key: string, by: number): readonly string[] {
    const reached = movedKey(shown, key, by).indexOf(key);
    return reached < 0 ? keys : movedKey(keys, key, keys.indexOf(shown[reached]!) - keys.indexOf(key));
}

// Of what everybody sees at first that which has room, without scrolling sideways: the last ones that are not of the main rank go first.
export function fitting<Row>(columns: readonly Column<Row>[], widths: readonly number[], room: number): readonly Column<Row>[] {
    const out = [...columns];
    const widthOf = new Map(columns.map((column, place) => [column, widths[place] ?? 0]));
    let sum = widths.reduce((all, width) => all + width, 0);
    for (const column of [...columns].reverse()) {
        if (sum > room && column.heading.rank !== 'main') {
            out.splice(out.indexOf(column), 1);
            sum -= widthOf.get(column)!;
        }
    }
    return out;
}
