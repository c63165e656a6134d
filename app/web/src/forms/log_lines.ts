// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of one or several streams, in the order in which they came; the newest are kept.
import { parseAnsi, plain, type Run, type Style } from './ansi';

export interface LogLine {
    number: number; // rises; of each one its own
    stream: number;
    runs: readonly Run[];
    text: string;
    atMs: number; // when it was received; 0: it was there before
}

export const mostLines = 100_000;

export class LogLines {
    lines: LogLine[] = [];
    dropped = 0;
    private next = 0;
    private readonly open = new Map<number, { rest: string; style: Style; decoder: TextDecoder; last: LogLine | undefined }>();

    // `bytes` of the stream, which may end within a line or a letter.
    append(stream: number, bytes: Uint8Array, atMs: number): void {
        const state = this.open.get(stream) ?? { rest: '', style: plain, decoder: new TextDecoder(), last: undefined };
        this.open.set(stream, state);
        const parts = (state.rest + state.decoder.decode(bytes, { stream: true })).split('\n');
        const rest = parts.pop()!;
        state.rest = rest.slice(rest.lastIndexOf('\r', rest.length - 2) + 1); // of a progress bar the last state
        for (const part of parts) {
            const { runs, style } = parseAnsi(part, state.style);
            state.style = style;
            this.put(state, stream, runs, atMs);
            state.last = undefined;
        }
        if (state.rest !== '') { // a prompt has no end of line
            this.put(state, stream, parseAnsi(state.rest, state.style).runs, atMs);
        }
        if (this.lines.length > mostLines) {
            this.dropped += this.lines.length - mostLines;
            this.lines = this.lines.slice(-mostLines);
        }
    }

    private put(state: { last: LogLine | undefined }, stream: number, runs: readonly Run[], atMs: number): void {
        const text = runs.map((run) => run.text).join('');
        if (state.last !== undefined) {
            Object.assign(state.last, { runs, text });
        } else {
            state.last = { number: this.next++, stream, runs, text, atMs };
            this.lines.push(state.last);
        }
    }
}

export function bytesOf(base64: string): Uint8Array {
    const text = atob(base64);
    const out = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) {
        out[at] = text.charCodeAt(at);
    }
    return out;
}
