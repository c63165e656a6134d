// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What is looked for in a log, as in the console (widgets/models/log_pattern.h). Pure.
import type { Run } from './ansi';

export interface LogPattern {
    text: string; // empty: nothing is looked for
    regex: boolean; // JavaScript's, else letter by letter
    matchCase: boolean;
    inverse: boolean; // of filters: the lines without it
}

// The options as letters of the address: "ci".
export const patternOf = (text: string, options: string): LogPattern => (
    { text, regex: options.includes('r'), matchCase: options.includes('c'), inverse: options.includes('i') });
export const optionsOf = ({ regex, matchCase, inverse }: LogPattern) => `${regex ? 'r' : ''}${matchCase ? 'c' : ''}${inverse ? 'i' : ''}`;

export interface Match {
    begin: number;
    end: number; // always behind `begin`
}

export interface LogMatcher {
    readonly problem: string; // then nothing is looked for
    readonly isEmpty: boolean;
    accepts: (line: string) => boolean; // as a filter
    matches: (line: string) => readonly Match[];
}

const none: readonly Match[] = [];

export function compile({ text, regex, matchCase, inverse }: LogPattern): LogMatcher {
    const empty = (problem: string): LogMatcher => ({ problem, isEmpty: true, accepts: () => true, matches: () => none });
    if (text === '') {
        return empty('');
    }
    let expression: RegExp;
    try {
        expression = new RegExp(regex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), `gu${matchCase ? '' : 'i'}`);
    } catch (error) {
        return empty(error instanceof Error ? error.message : String(error));
    }
    const finds = (line: string) => {
        const found = expression.test(line);
        expression.lastIndex = 0;
        return found;
    };
    return {
        problem: '',
        isEmpty: false,
        accepts: (line) => finds(line) !== inverse,
        matches: (line) => (finds(line) // "a*" is everywhere: what has no letter is no match
            ? [...line.matchAll(expression)].map(({ index, 0: found }) => ({ begin: index, end: index + found.length })).filter(({ begin, end }) => end > begin) : none),
    };
}

export interface Piece {
    run: Run;
    hit: number; // which match it is of, from 0; -1: of none
}

// A line's runs, cut where matches begin and end.
export function pieces(runs: readonly Run[], matches: readonly Match[]): readonly Piece[] {
    const out: Piece[] = [];
    let at = 0; // of the line
    let hit = 0;
    for (const run of runs) {
        const end = at + run.text.length;
        let from = at;
        while (from < end) {
            while (hit < matches.length && matches[hit]!.end <= from) {
                hit += 1;
            }
            const match = matches[hit];
            const inside = match !== undefined && match.begin <= from;
            const to = Math.min(end, match === undefined ? end : inside ? match.end : match.begin);
            out.push({ run: { ...run, text: run.text.slice(from - at, to - at) }, hit: inside ? hit : -1 });
            from = to;
        }
        at = end;
    }
    return out;
}

// A match among all lines.
export interface Place {
    line: number; // its place in the list
    nth: number; // in the line, from 0
}

// The matches of some lines, counted. The lines change at their end and go at their beginning: what was counted of a text stays.
export class LogHits {
    private readonly known = new WeakMap<{ text: string }, { text: string; matches: readonly Match[] }>();

    constructor(private readonly matcher: LogMatcher) {}

    of(line: { text: string }): readonly Match[] {
        let known = this.known.get(line);
        if (known?.text !== line.text) {
            known = { text: line.text, matches: this.matcher.matches(line.text) };
            this.known.set(line, known);
        }
        return known!.matches;
    }

    total(lines: readonly { text: string }[]): number {
        return this.matcher.isEmpty ? 0 : lines.reduce((sum, line) => sum + this.of(line).length, 0);
    }

    // How many there are before it.
    before(lines: readonly { text: string }[], { line, nth }: Place): number {
        return this.total(lines.slice(0, line)) + nth;
    }

    // The next one in that direction; around the end when there is none further on.
    step(lines: readonly { text: string }[], from: Place | undefined, forward: boolean): Place | undefined {
        const way = forward ? 1 : -1;
        if (from !== undefined && this.of(lines[from.line] ?? { text: '' })[from.nth + way] !== undefined) {
            return { line: from.line, nth: from.nth + way };
        }
        const first = from?.line ?? (forward ? -1 : lines.length);
        for (let steps = 1; steps <= lines.length + 1; steps += 1) {
            const line = (((first + way * steps) % lines.length) + lines.length) % lines.length;
            const found = lines[line] === undefined ? 0 : this.of(lines[line]).length;
            if (found > 0) {
                return { line, nth: forward ? 0 : found - 1 };
            }
        }
        return undefined;
    }
}
