// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A way to the master: a WebSocket, and where none gets through long-poll (poll.ts). Both say the same.
import type { Message, Request } from '../words/words';

export interface Line {
    send: (request: Request) => void;
    close: () => void; // `closed` may follow
}

export interface LineEvents {
    opened: () => void; // from now on it sends
    heard: () => void; // the other side lives, whether it has a message or not
    message: (message: Message) => void;
    closed: (why: string) => void;
}

export const silent = 'The master does not answer';
const openMs = 5000; // longer only where something swallows the handshake

export function openSocket(url: string, ticket: string, events: LineEvents): Line {
    const socket = new WebSocket(url, ['muster.v1.json', `muster.ticket.${ticket}`]);
    const late = setTimeout(() => socket.close(), openMs);
    socket.onopen = () => {
        clearTimeout(late);
        events.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
        events.heard();
        events.message(JSON.parse(event.data) as Message);
    };
    socket.onclose = (event) => {
        clearTimeout(late);
        events.closed(event.reason !== '' ? event.reason : silent);
    };
    return {
        send: (request) => {
            if (socket.readyState === WebSocket.OPEN) {
                socket.send(JSON.stringify(request));
            }
        },
        close: () => socket.close(),
    };
}
