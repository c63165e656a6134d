// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a filter box, as in the console (widgets/tables/filter.h). All terms must hold, case does not count:
//   word  "two words"     occurs in some cell          /regex/   matches some cell
//   key:word  key:/re/    as above, in one column; user:me is the reader's own name
//   key>80  key<=2h       compares raw values: > >= < <= = !=; 40G, 2h30m, 80%; what is unknown never holds
//   !term                 does not hold
// A term that is still being typed ("key:", "key>", "!" at the end) holds always.
import type { Heading } from '../words/words';
import type { Value } from './column';
import { t } from '../words/translate';

type Measure = Heading['measure'];

export interface FilterColumn {
    names: readonly string[];
    measure: Measure;
}

// Of one row, by the column's place.
export interface Cells {
    text: (column: number) => string; // lower case
    value: (column: number) => Value;
    all: () => string; // all texts, lower case, a line each
}

export interface Filter {
    readonly problem: string; // then it holds always
    readonly empty: boolean;
    matches: (cells: Cells, nowMs: number) => boolean;
}

type Term = (cells: Cells, nowMs: number) => boolean;

const longest = 1000;
const times: Readonly<Record<string, number>> = { '': 1, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86400, w: 7 * 86400 };
const sizes: Readonly<Record<string, number>> = { '': 1, k: 1 / 1024, kb: 1 / 1024, kib: 1 / 1024, m: 1, mb: 1, mib: 1, g: 1024, gb: 1024, gib: 1024, t: 1048576, tb: 1048576, tib: 1048576 };
const others: Readonly<Record<string, number>> = { '': 1, '%': 1, w: 1, c: 1, '°c': 1, mhz: 1, ghz: 1000 };

const isSize = (measure: Measure) => measure === 'mebibytes' || measure === 'mebibyteThousandths';
const isTime = (measure: Measure) => measure === 'duration' || measure === 'moment';
const isNumber = (measure: Measure) => measure !== 'text' && measure !== 'flag' && measure !== 'list';

// "80", "1.5G", "2h30m", in the raw values of the column; undefined: it is none.
function amount(text: string, measure: Measure): number | undefined {
    const units = isSize(measure) ? sizes : isTime(measure) ? times : others;
    let sum = 0;
    let at = 0;
    const part = /\s*(-?\d{1,15}(?:\.\d{1,9})?)\s*([a-z%°]*)/giy;
    while (at < text.length) {
        part.lastIndex = at;
        const found = part.exec(text);
        const unit = found === null ? undefined : units[found[2]!.toLowerCase()];
        if (found === null || unit === undefined) {
            return undefined;
        }
        sum += Number(found[1]) * unit;
        at = part.lastIndex;
    }
    const raw = measure === 'thousandths' || measure === 'mebibyteThousandths' || measure === 'moment' ? 1000 : 1;
    return text === '' ? undefined : Math.round(sum * raw);
}

const compare: Readonly<Record<string, (left: number, right: number) => boolean>> = {
    '>': (left, right) => left > right, '>=': (left, right) => left >= right, '<': (left, right) => left < right,
    '<=': (left, right) => left <= right, '=': (left, right) => left === right,
};

class Problem extends Error {}

class Parser {
    private at = 0;

    constructor(private readonly text: string, private readonly columns: readonly FilterColumn[], private readonly me: string) {}

    run(): readonly Term[] {
        if (this.text.length > longest) {
            throw new Problem(t('The filter has %1 characters, the maximum is %2', this.text.length, longest));
        }
        const terms: Term[] = [];
        for (this.skip(/\s*/y); this.at < this.text.length; this.skip(/\s*/y)) {
            let negated = false;
            while (this.skip(/!/y) !== '') {
                negated = !negated;
            }
            const term = this.term();
            if (term !== undefined) {
                terms.push(negated ? (cells, now) => !term(cells, now) : term);
            }
        }
        return terms;
    }

    private skip(pattern: RegExp): string {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text);
        this.at += found?.[0].length ?? 0;
        return found?.[0] ?? '';
    }

    private term(): Term | undefined {
        const keyed = /([a-z_][a-z0-9_]*)(:|[<>=!]=|[<>=])/iy;
        keyed.lastIndex = this.at;
        const found = keyed.exec(this.text);
        if (found === null) {
            return this.sought((test) => (cells) => test(cells.all()));
        }
        const [whole, name = '', sign = ''] = found;
        const key = name.toLowerCase();
        const column = this.columns.findIndex(({ names }) => names.includes(key));
        if (column < 0) {
            const known = this.columns.flatMap(({ names }) => names.slice(0, 1)).join(', ');
            throw new Problem(t('No column "%1"; columns are %2. To search for the text itself: "%3…"', name, known, whole));
        }
        this.at += whole.length;
        if (sign !== ':') {
            return this.compared(column, key, sign === '==' ? '=' : sign);
        }
        if (key === 'user' && /^me(\s|$)/i.test(this.text.slice(this.at))) {
            this.at += 2;
            if (this.me === '') {
                throw new Problem(t('user:me: your user name is not known here; enter it'));
            }
            const me = this.me.toLowerCase();
            return (cells) => cells.text(column) === me;
        }
        return this.sought((test) => (cells) => test(cells.text(column)));
    }

    private sought(within: (test: (text: string) => boolean) => Term): Term | undefined {
        const pattern = this.skip(/\/(?:\\.|[^/\\])+\/(?=\s|$)/y);
        if (pattern !== '') {
            try {
                const expression = new RegExp(pattern.slice(1, -1), 'im');
                return within((text) => expression.test(text));
            } catch (error) {
                throw new Problem(t('%1 is not a valid pattern: %2', pattern, error instanceof Error ? error.message : ''));
            }
        }
        const word = this.word().toLowerCase();
        return word === '' ? undefined : within((text) => text.includes(word));
    }

    private word(): string {
        return this.skip(/(?:[^\s"]|"[^"]*(?:"|$))+/y).replace(/"/g, '');
    }

    private compared(column: number, key: string, sign: string): Term | undefined {
        const { measure } = this.columns[column]!;
        const text = this.word();
        if (text === '' && this.at < this.text.length) {
            throw new Problem(t('%1%2 needs a value, as in %1%2%3', key, sign, this.example(measure)));
        }
        if (text === '') {
            return undefined;
        }
        if (!isNumber(measure)) {
            if (sign !== '=' && sign !== '!=') {
                throw new Problem(t('%1 contains text, not numbers: use %1:%2 or %1=%2', key, text));
            }
            const word = text.toLowerCase();
            return (cells) => (cells.text(column) === word) === (sign === '=');
        }
        const right = amount(text, measure);
        if (right === undefined) {
            throw new Problem(t('"%1" is not a valid value for %2; use for example %2%3%4', text, key, sign, this.example(measure)));
        }
        if (sign === '!=') {
            const same = this.comparison(column, '=', right);
            return (cells, nowMs) => !same(cells, nowMs);
        }
        return this.comparison(column, sign, right);
    }

    private example(measure: Measure): string {
        return isSize(measure) ? '40G' : isTime(measure) ? '2h30m' : '80';
    }

    private comparison(column: number, sign: string, right: number): Term {
        const { measure } = this.columns[column]!;
        return (cells, nowMs) => {
            const value = cells.value(column);
            if (typeof value !== 'number' || (measure === 'moment' && value === 0)) {
                return false;
            }
            return compare[sign]!(measure === 'moment' ? nowMs - value : value, right);
        };
    }
}

export function parseFilter(text: string, columns: readonly FilterColumn[], me: string): Filter {
    try {
        const terms = new Parser(text, columns, me).run();
        return { problem: '', empty: terms.length === 0, matches: (cells, nowMs) => terms.every((term) => term(cells, nowMs)) };
    } catch (error) {
        if (error instanceof Problem) {
            return { problem: error.message, empty: true, matches: () => true };
        }
        throw error;
    }
}
