// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A column as the page shows it: the heading is declared in C++ (words/), value and text are here, for the keys of core/columns.
import type { ComponentChildren } from 'preact';
import { clockText, durationText, milliText, unknownText } from '../words/text';
import { t } from '../words/translate';
import { columns, orders, type ColumnKeys, type Heading, type Kind } from '../words/words';

// undefined: unknown, which is no 0 and no empty text.
export type Value = undefined | boolean | number | string | readonly string[];

export interface Cell<Row> {
    value: (row: Row) => Value;
    text?: (row: Row) => string; // where that is not what the value says; '': nothing
    tip?: (row: Row) => string;
    show?: (row: Row) => ComponentChildren; // in place of the text
    beside?: number; // px that `show` takes beside the text
    lives?: readonly string[]; // metrics of whose samples it shows, which change each second
}

export interface Column<Row> extends Cell<Row> {
    heading: Heading;
}

// Of a kind of row all that people can see, in the console's order. A key that C++ adds does not compile until it has a cell
// or is named among the absent ones.
export function columnsOf<Row, K extends Kind, Absent extends ColumnKeys[K] = never>(
    kind: K, cells: Readonly<Record<Exclude<ColumnKeys[K], Absent>, Cell<Row>>>,
): readonly Column<Row>[] {
    return orders[kind].map((key) => ({
        heading: columns[kind].find((heading) => heading.key === key)!,
        ...(cells as Readonly<Record<string, Cell<Row>>>)[key]!,
    }));
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : unit === '%' || unit === '°C' ? text + unit : `${text} ${unit}`);

export function plainText(heading: Heading, value: Value): string {
    switch (typeof value) {
    case 'undefined': return unknownText();
    case 'boolean': return value ? t('yes') : t('no');
    case 'string': return value === '' ? '-' : value;
    case 'object': return value.length === 0 ? '-' : value.join(', ');
    case 'number': break;
    }
    switch (heading.measure) {
    case 'thousandths':
    case 'mebibyteThousandths': return withUnit(milliText(value), heading.unit);
    case 'duration': return durationText(value);
    case 'moment': return value === 0 ? '-' : clockText(value);
    default: return withUnit(String(value), heading.unit);
    }
}

export function textOf<Row>(column: Column<Row>, row: Row): string {
    if (column.text !== undefined) {
        return column.text(row) || '-';
    }
    return plainText(column.heading, column.value(row));
}

// For sorting: texts with numbers in them in the numbers' order, what is unknown last.
export function sortKey(value: Value): number | string | undefined {
    switch (typeof value) {
    case 'boolean': return Number(value);
    case 'string': return value === '' ? undefined : natural(value);
    case 'object': return value.length === 0 ? undefined : natural(value.join(', '));
    default: return value;
    }
}

const mostKnown = 20_000;
const known = new Map<string, string>(); // of names that many rows share, as those of nodes

function natural(text: string): string {
    let key = known.get(text);
    if (key === undefined) {
        key = text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, '0'));
        if (known.size >= mostKnown) {
            known.clear();
        }
        known.set(text, key);
    }
    return key;
}
