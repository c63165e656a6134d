// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The WebSocket of one terminal (doc/wire.md, "Terminals"). Both sides count messages: neither sends much that the other has not taken.
export interface Socket {
    binaryType: BinaryType;
    onopen: ((event: Event) => void) | null;
    onmessage: ((event: MessageEvent) => void) | null;
    onclose: ((event: CloseEvent) => void) | null;
    send(data: string | Uint8Array<ArrayBuffer>): void;
    close(): void;
}

export interface Size {
    rows: number;
    columns: number;
}

export type End = { exitCode: number } | { signal: number } | { error: string };

export interface Listener {
    opened: () => void;
    // `taken` is to be called when they are on the screen.
    output: (bytes: Uint8Array, taken: () => void) => void;
    ended: (how: End) => void; // once
}

const pieceBytes = 8192;
const mostAhead = 16; // messages that the task has not taken
const takenAtOnce = 16;
const takenMs = 20;

interface Told {
    opened?: boolean;
    taken?: number;
    ended?: { exit_code?: number; signal?: number };
    error?: string;
}

export class TerminalLink {
    private open = false;
    private over = false;
    private ahead = 0;
    private readonly typed: Uint8Array<ArrayBuffer>[] = [];
    private size: Size | undefined; // to be told
    private taken = 0;
    private telling: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly socket: Socket, task: { framework: string; task: string; author: string }, size: Size, private readonly listener: Listener) {
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => this.tell({ open: { framework_id: task.framework, task_id: task.task, author: task.author, ...size } });
        socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
            if (typeof data === 'string') {
                this.hear(JSON.parse(data) as Told);
            } else {
                listener.output(new Uint8Array(data), () => this.take());
            }
        };
        socket.onclose = ({ reason }) => this.end({ error: reason !== '' ? reason : 'The connection to the master was lost: the shell was ended with it' });
    }

    type(bytes: Uint8Array<ArrayBuffer>): void {
        for (let from = 0; from < bytes.length; from += pieceBytes) {
            this.typed.push(bytes.slice(from, from + pieceBytes));
        }
        this.flow();
    }

    // Of sizes that wait only the newest is told.
    resize(size: Size): void {
        this.size = size;
        this.flow();
    }

    // Ends the shell.
    close(): void {
        this.over = true;
        clearTimeout(this.telling);
        this.socket.close();
    }

    private flow(): void {
        while (this.open && this.ahead < mostAhead && (this.size !== undefined || this.typed.length > 0)) {
            this.ahead += 1;
            if (this.size !== undefined) {
                this.tell({ resize: this.size });
                this.size = undefined;
            } else {
                this.socket.send(this.typed.shift()!);
            }
        }
    }

    private hear(told: Told): void {
        if (told.opened === true) {
            this.open = true;
            this.listener.opened();
            this.flow();
        } else if (told.taken !== undefined) {
            this.ahead -= told.taken;
            this.flow();
        } else if (told.ended !== undefined) {
            const { exit_code: exitCode, signal } = told.ended;
            this.end(signal !== undefined ? { signal } : { exitCode: exitCode ?? 0 });
        } else if (told.error !== undefined) {
            this.end({ error: told.error });
        }
    }

    private take(): void {
        this.taken += 1;
        if (this.taken >= takenAtOnce) {
            this.tellTaken();
        } else {
            this.telling ??= setTimeout(() => this.tellTaken(), takenMs);
        }
    }

    private tellTaken(): void {
        clearTimeout(this.telling);
        this.telling = undefined;
        if (!this.over) {
            this.tell({ taken: this.taken });
        }
        this.taken = 0;
    }

    private tell(message: object): void {
        this.socket.send(JSON.stringify(message));
    }

    private end(how: End): void {
        if (!this.over) {
            this.open = false;
            this.close();
            this.listener.ended(how);
        }
    }
}
