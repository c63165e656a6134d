// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The two ways to the master: a WebSocket, and where none gets through long-poll. Both say the same.
import type { Message, Poll, PollAnswer, Request } from '../words/words';

export interface Line {
    send: (request: Request) => void;
    close: () => void; // `closed` may follow
}

export interface LineEvents {
    opened: () => void; // from now on it sends
    message: (message: Message) => void;
    closed: (why: string) => void;
}

const silent = 'The master does not answer';
const openMs = 5000; // longer only where something swallows the handshake

export function openSocket(url: string, ticket: string, events: LineEvents): Line {
    const socket = new WebSocket(url, ['muster.v1.json', `muster.ticket.${ticket}`]);
    const late = setTimeout(() => socket.close(), openMs);
    socket.onopen = () => {
        clearTimeout(late);
        events.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => events.message(JSON.parse(event.data) as Message);
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

// Rejects when nothing answers.
export type Ask = (poll: Poll, signal: AbortSignal) => Promise<{ status: number; text: string }>;

const againMs = 1000;
const tries = 3; // of one Poll that nothing answers

// One conversation of POST /web/poll: see Poll of console.proto.
export function openPoll(ask: Ask, events: LineEvents): Line {
    const gone = new AbortController();
    let conversation = '';
    let after = 0; // number of the last message
    let taken = 0; // number of the last request that the master has for sure
    let unsure: Request[] = []; // those after it
    let asked = 0; // number of the last one that some Poll has
    let newest = 0; // of all Polls
    let isDue = false;

    const end = (why: string) => {
        if (!gone.signal.aborted) {
            gone.abort();
            events.closed(why);
        }
    };

    const read = (text: string, last: number) => {
        const { poll = '', first = '1', messages = [] } = JSON.parse(text) as PollAnswer;
        conversation = poll;
        if (last > taken) {
            unsure = unsure.slice(last - taken);
            taken = last;
        }
        messages.forEach((message, place) => {
            if (Number(first) + place === after + 1 && !gone.signal.aborted) {
                after += 1;
                events.message(message);
            }
        });
    };

    const poll = async () => {
        const number = newest += 1;
        const requests = [...unsure];
        const last = taken + requests.length;
        asked = last;
        for (let attempt = 1; !gone.signal.aborted; attempt += 1) {
            const body: Poll = { ...(conversation === '' ? {} : { poll: conversation, after: String(after) }), ...(requests.length === 0 ? {} : { first_request: String(last - requests.length + 1), requests }) };
            let answer: { status: number; text: string };
            try {
                answer = await ask(body, gone.signal);
            } catch {
                answer = { status: 504, text: '' };
            }
            if (answer.status === 200) {
                read(answer.text, last);
                break;
            }
            if (answer.status < 502 || conversation === '' || attempt === tries) {
                return end(answer.text.trim() || silent);
            }
            await new Promise((resolve) => { setTimeout(resolve, againMs); });
        }
        if (number === newest) { // no other one waits
            due();
        }
    };

    // What is sent in one turn goes together. Nothing else is sent before the conversation has a name.
    const due = () => {
        if (!isDue && !gone.signal.aborted) {
            isDue = true;
            setTimeout(() => {
                isDue = false;
                void poll();
            }, 0);
        }
    };

    setTimeout(() => {
        if (!gone.signal.aborted) {
            events.opened();
            due();
        }
    }, 0);
    return {
        send: (request) => {
            unsure.push(request);
            if (conversation !== '' && taken + unsure.length > asked) {
                due();
            }
        },
        close: () => gone.abort(),
    };
}
