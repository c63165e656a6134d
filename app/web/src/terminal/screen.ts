// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A part of its own: xterm.js, which fills the box that it is given and draws what a task writes.
import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import { permitStyles } from './policy';
import type { Size } from './terminal_link';

export interface Screen {
    size: () => Size;
    write: (bytes: Uint8Array, drawn: () => void) => void;
    onTyped: (take: (bytes: Uint8Array<ArrayBuffer>) => void) => void;
    onResized: (take: (size: Size) => void) => void;
    listen: (listens: boolean) => void; // to keys
    paint: (theme: ITheme) => void;
    focus: () => void;
    close: () => void;
}

// Copies what is selected, also where the page may not use the clipboard by itself: xterm.js fills the event.
function takesKey(terminal: Terminal, event: KeyboardEvent): boolean {
    const copies = event.ctrlKey && ((event.code === 'KeyC' && event.shiftKey) || event.code === 'Insert') && terminal.hasSelection();
    if (copies && event.type === 'keydown') {
        document.execCommand('copy');
        event.preventDefault();
    }
    return !copies;
}

export function openScreen(box: HTMLElement, fontFamily: string, theme: ITheme): Screen {
    const forbidStyles = permitStyles(document);
    try {
        return opened(box, fontFamily, theme, forbidStyles);
    } catch (error) {
        forbidStyles();
        throw error;
    }
}

function opened(box: HTMLElement, fontFamily: string, theme: ITheme, forbidStyles: () => void): Screen {
    const terminal = new Terminal({ fontFamily, fontSize: 13, theme, scrollback: 5000 });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(box);
    fit.fit();
    terminal.attachCustomKeyEventHandler((event) => takesKey(terminal, event));
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(box);
    const encoder = new TextEncoder();
    return {
        size: () => ({ rows: terminal.rows, columns: terminal.cols }),
        write: (bytes, drawn) => terminal.write(bytes, drawn),
        onTyped: (take) => {
            terminal.onData((text) => take(encoder.encode(text)));
            terminal.onBinary((text) => take(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
        },
        onResized: (take) => { terminal.onResize(({ rows, cols }) => take({ rows, columns: cols })); },
        listen: (listens) => { terminal.options.disableStdin = !listens; },
        paint: (painted) => { terminal.options.theme = painted; },
        focus: () => terminal.focus(),
        close: () => {
            observer.disconnect();
            terminal.dispose();
            forbidStyles();
        },
    };
}
