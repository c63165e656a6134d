// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Long-poll, for those whose proxy lets no WebSocket through: loaded where one is wanted.
import { silent, type Line, type LineEvents } from './lines';
import type { Poll, PollAnswer, Request } from '../words/words';

// Rejects when nothing answers.
export type Ask = (poll: Poll, signal: AbortSignal) => Promise<{ status: number; text: string }>;

const againMs = 1000;
const tries = 3; // of one Poll that nothing answers
const mostRequests = 16; // of one Poll

// undefined: it is somebody else's page.
function answerOf(text: string): PollAnswer | undefined {
    try {
        return JSON.parse(text) as PollAnswer;
    } catch {
        return undefined;
    }
}

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

    const take = ({ poll = '', first = '1', messages = [] }: PollAnswer, last: number) => {
        conversation = poll;
        events.heard();
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
        const requests = unsure.slice(0, mostRequests);
        const last = taken + requests.length;
        asked = Math.max(asked, last);
        for (let attempt = 1; !gone.signal.aborted; attempt += 1) {
            const body: Poll = { ...(conversation === '' ? {} : { poll: conversation, after: String(after) }), ...(requests.length === 0 ? {} : { first_request: String(last - requests.length + 1), requests }) };
            let answer: { status: number; text: string };
            try {
                answer = await ask(body, gone.signal);
            } catch {
                answer = { status: 504, text: '' };
            }
            if (answer.status === 200) {
                const said = answerOf(answer.text);
                if (said === undefined) {
                    return end(silent);
                }
                take(said, last);
                break;
            }
            if (answer.status < 502 || conversation === '' || attempt === tries) {
                return end(answer.status === 410 ? answer.text.trim() : silent);
            }
            await new Promise((resolve) => { setTimeout(resolve, againMs); });
        }
        if (number === newest || taken + unsure.length > asked) { // no other one waits, or has all requests
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
