// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Text of terminals: what SGR sequences ask for becomes classes of style.css or a colour, everything else of that kind is left out.
// Nothing in a log becomes part of the page: only its letters do.

export interface Style {
    bold: boolean;
    faint: boolean;
    italic: boolean;
    underline: boolean;
    inverse: boolean;
    foreground: string; // "3" of the 16, "#rrggbb", or ''
    background: string;
}

export interface Run {
    text: string;
    style: Style;
}

export const plain: Style = { bold: false, faint: false, italic: false, underline: false, inverse: false, foreground: '', background: '' };

const cube = [0, 95, 135, 175, 215, 255];
const hex = (red: number, green: number, blue: number) => `#${[red, green, blue].map((one) => Math.min(255, Math.max(0, one)).toString(16).padStart(2, '0')).join('')}`;

// Of xterm's 256.
export function indexed(index: number): string {
    if (!(index >= 0 && index < 256)) {
        return '';
    }
    if (index < 16) {
        return String(index);
    }
    if (index >= 232) {
        const grey = 8 + (index - 232) * 10;
        return hex(grey, grey, grey);
    }
    const at = index - 16;
    return hex(cube[Math.floor(at / 36)]!, cube[Math.floor(at / 6) % 6]!, cube[at % 6]!);
}

function applied(style: Style, parameters: readonly number[]): Style {
    let next = { ...style };
    for (let at = 0; at < parameters.length; at += 1) {
        const code = parameters[at]!;
        const colour = () => {
            const kind = parameters[at + 1];
            if (kind === 5) {
                at += 2;
                return indexed(parameters[at] ?? 0);
            }
            if (kind === 2) {
                at += 4;
                return hex(parameters[at - 2] ?? 0, parameters[at - 1] ?? 0, parameters[at] ?? 0);
            }
            return '';
        };
        if (code === 0) next = { ...plain };
        else if (code === 1) next.bold = true;
        else if (code === 2) next.faint = true;
        else if (code === 3) next.italic = true;
        else if (code === 4) next.underline = true;
        else if (code === 7) next.inverse = true;
        else if (code === 22) next.bold = next.faint = false;
        else if (code === 23) next.italic = false;
        else if (code === 24) next.underline = false;
        else if (code === 27) next.inverse = false;
        else if (code >= 30 && code <= 37) next.foreground = String(code - 30);
        else if (code === 38) next.foreground = colour();
        else if (code === 39) next.foreground = '';
        else if (code >= 40 && code <= 47) next.background = String(code - 40);
        else if (code === 48) next.background = colour();
        else if (code === 49) next.background = '';
        else if (code >= 90 && code <= 97) next.foreground = String(code - 90 + 8);
        else if (code >= 100 && code <= 107) next.background = String(code - 100 + 8);
    }
    return next;
}

// CSI, OSC, other escapes; then what is left of control characters but tabs.
// eslint-disable-next-line no-control-regex
const escape = /\x1b\[([0-9;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]?|[\x00-\x08\x0b-\x1f\x7f]/g;

// One line, without its end. A carriage return begins it anew, as progress bars want it.
export function parseAnsi(line: string, before: Style = plain): { runs: Run[]; style: Style } {
    const text = line.replace(/\r+$/, '');
    const begin = text.lastIndexOf('\r') + 1;
    let style = before;
    const runs: Run[] = [];
    const add = (part: string) => {
        if (part !== '') {
            runs.push({ text: part, style });
        }
    };
    let at = begin;
    escape.lastIndex = 0;
    for (let found = escape.exec(text); found !== null; found = escape.exec(text)) {
        if (found.index >= begin) {
            add(text.slice(at, found.index));
            at = found.index + found[0].length;
        }
        if (found[2] === 'm') {
            style = applied(style, found[1] === '' ? [0] : found[1]!.split(/[;:]/).map(Number));
        }
    }
    add(text.slice(at));
    return { runs, style };
}

export const plainText = (line: string) => parseAnsi(line).runs.map(({ text }) => text).join('');
