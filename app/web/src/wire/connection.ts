// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The one line to the master: connects with a one-use ticket, subscribes, keeps the store, comes back by itself.
import { batch, signal } from '@preact/signals';
import type { Message, Reply, Request, Shown, ShownSamples } from '../words/words';
import { protocol } from '../words/words';
import { BackOff } from './back_off';
import { openSocket, silent, type Line, type LineEvents } from './lines';
import type { Ask } from './poll';
import { shownKinds, type Store } from './store';

export type Phase = 'connecting' | 'live' | 'waiting' | 'ended';
export type RequestBody = Omit<Request, 'id' | 'protocol'>;

export class Refused extends Error {
    constructor(readonly kind: string, message: string) { super(message); }
}

// `getTicket` rejects with a Refused of kind DENIED when the session is over.
export interface Doors {
    url: () => string;
    getTicket: () => Promise<string>;
    poll: Ask;
    onSessionEnd: () => void;
}

const many = 2000; // GPUs
const showMs = 40; // what is shown changes in steps, as while somebody scrolls
const quietMs = 3000; // so long without a word: ask for one
const deadMs = 20_000;
const deadPollMs = 60_000; // the master answers one after 20 s at the latest
const firstMs = 60_000; // until a line has its first message, which may be large
const socketAgainMs = 5 * 60_000; // while the page polls
const subscriptionId = '1';
const aliveId = '2'; // its answer is only that there is one

export class Connection {
    readonly phase = signal<Phase>('connecting');
    readonly cause = signal(''); // why it is not live
    readonly retryAtMs = signal(0);
    readonly heardMs = signal(0); // this browser's clock, to the second
    readonly polls = signal(false); // no WebSocket gets through

    private isClosed = false;
    private attempt = 0;
    private socketTried = 0;
    private line: Line | undefined;
    private readonly backOff = new BackOff();
    private retry: ReturnType<typeof setTimeout> | undefined;
    private readonly watch = setInterval(() => this.checkAlive(), 1000);
    private samples: readonly ShownSamples[] = [];
    private toShow: ReturnType<typeof setTimeout> | undefined;
    private asked = ''; // of the master: what is shown
    private nextId = 3;
    private lastHeard = 0;
    private readonly waiting = new Map<string, { take: (reply: Reply) => boolean; fail: (error: Refused) => void }>();

    constructor(private readonly store: Store, private readonly doors: Doors) {}

    async connect(): Promise<void> {
        clearTimeout(this.retry);
        this.drop();
        this.phase.value = this.phase.value === 'live' ? 'waiting' : 'connecting';
        const attempt = this.attempt += 1;
        let ticket: string;
        try {
            ticket = await this.doors.getTicket();
        } catch (error) {
            if (this.isClosed || attempt !== this.attempt) {
                return; // meanwhile
            }
            if (error instanceof Refused && error.kind === 'DENIED') {
                this.close();
                this.doors.onSessionEnd();
            } else {
                this.lose(error instanceof Error ? error.message : String(error));
            }
            return;
        }
        if (this.isClosed || attempt !== this.attempt) {
            return;
        }
        this.polls.value = false;
        this.socketTried = Date.now();
        this.open((events) => openSocket(this.doors.url(), ticket, events), (spoke, why) => {
            if (spoke) {
                this.lose(why);
            } else { // it answers, but something on the way knows no WebSockets
                import('./poll').then(({ openPoll }) => {
                    if (!this.isClosed && attempt === this.attempt) {
                        this.polls.value = true;
                        this.open((events) => openPoll(this.doors.poll, events), (_, no) => this.lose(no));
                    }
                }, () => this.lose(why));
            }
        });
    }

    // `closed` is told whether the line ever said anything.
    private open(make: (events: LineEvents) => Line, closed: (spoke: boolean, why: string) => void): void {
        let spoke = false;
        const ours = () => this.line === line;
        const end = (why: string) => {
            clearTimeout(late);
            if (ours()) {
                this.drop();
                closed(spoke, why);
            }
        };
        const late = setTimeout(() => end(silent), firstMs);
        const line: Line = make({
            opened: () => {
                if (ours()) {
                    this.subscribe();
                }
            },
            heard: () => {
                if (ours()) {
                    this.lastHeard = Date.now();
                }
            },
            message: (message) => {
                if (ours()) {
                    spoke = true;
                    clearTimeout(late);
                    this.take(message);
                }
            },
            closed: end,
        });
        this.line = line;
    }

    // Whether a WebSocket gets through by now: what stopped it may have been there for a moment only.
    private async trySocket(): Promise<void> {
        this.socketTried = Date.now();
        const ticket = await this.doors.getTicket();
        const probe = openSocket(this.doors.url(), ticket, {
            opened: () => {
                probe.close();
                if (this.polls.value && this.waiting.size === 0) {
                    void this.connect();
                }
            },
            heard: () => {}, message: () => {}, closed: () => {},
        });
    }

    private drop(): void {
        const line = this.line;
        this.line = undefined;
        line?.close();
    }

    // For good: another is made after the next sign-in.
    close(): void {
        clearInterval(this.watch);
        clearTimeout(this.retry);
        clearTimeout(this.toShow);
        this.isClosed = true;
        this.phase.value = 'ended';
        this.drop();
        this.failAll();
    }

    // Which samples the page shows now: only these come.
    show(samples: readonly ShownSamples[]): void {
        this.samples = samples;
        this.toShow ??= setTimeout(() => this.showNow(), showMs);
    }

    private showNow(): void {
        clearTimeout(this.toShow);
        this.toShow = undefined;
        if (this.phase.value === 'live' && JSON.stringify(this.shown()) !== this.asked) { // else the next subscription says it
            this.store.forgetOthers(this.samples);
            this.subscribe({ change: true });
        }
    }

    subscribe(how: { change?: true } = {}): void {
        const shown = this.shown();
        this.asked = JSON.stringify(shown);
        this.send({ id: subscriptionId, protocol, subscribe: { telemetry: true, shown, ...how } });
    }

    // Each of many GPUs is told of once a second, few as soon as they say something.
    private shown(): Shown {
        return { kinds: shownKinds, samples: [...this.samples], gather_ms: this.store.rows.gpus.size > many ? 1000 : 100 };
    }

    // Rejects with a Refused: the master's, or of kind UNAVAILABLE when the connection is lost before the answer.
    request(body: RequestBody): Promise<Reply> {
        return new Promise((resolve, reject) => {
            this.stream(body, (reply) => {
                resolve(reply);
                return true;
            }, reject);
        });
    }

    // Answers that come in parts, until `take` says that it was the last. The id, for requests about it; '' if it is not live.
    stream(body: RequestBody, take: (reply: Reply) => boolean, fail: (error: Refused) => void): string {
        if (this.phase.value !== 'live') {
            fail(new Refused('UNAVAILABLE', 'Not connected to the master'));
            return '';
        }
        const id = String(this.nextId++);
        this.waiting.set(id, { take, fail });
        this.send({ ...body, id });
        return id;
    }

    // Without an answer.
    tell(body: RequestBody): void {
        if (this.phase.value === 'live') {
            this.send(body);
        }
    }

    forget(id: string): void {
        this.waiting.delete(id);
    }

    private send(request: Request): void {
        this.line?.send(request);
    }

    private take(message: Message): void {
        batch(() => {
            this.heardMs.value = Math.floor(this.lastHeard / 1000) * 1000;
            if (message.telemetry !== undefined) {
                this.store.takeTelemetry(message.telemetry);
            } else if (message.delta !== undefined) {
                if (!this.store.takeDelta(message.delta)) {
                    this.subscribe();
                }
            } else if (message.snapshot !== undefined) {
                this.store.takeSnapshot(message.snapshot);
                this.backOff.reset();
                this.cause.value = '';
                this.phase.value = 'live';
                this.showNow();
            } else if (message.reply !== undefined) {
                this.answer(message.reply);
            }
        });
    }

    private answer(reply: Reply): void {
        const id = reply.id ?? '0';
        if (id === subscriptionId && reply.error !== undefined) {
            this.lose(reply.error.message ?? '');
            return;
        }
        const waiting = this.waiting.get(id);
        if (reply.error !== undefined) {
            this.waiting.delete(id);
            waiting?.fail(new Refused(reply.error.kind ?? 'INTERNAL', reply.error.message ?? ''));
        } else if (waiting?.take(reply)) {
            this.waiting.delete(id);
        }
    }

    private lose(cause: string): void {
        this.drop();
        const pause = this.backOff.next();
        batch(() => {
            this.cause.value = this.cause.value === '' || this.phase.value === 'live' ? cause : this.cause.value;
            this.phase.value = 'waiting';
            this.retryAtMs.value = Date.now() + pause;
        });
        this.failAll();
        this.retry = setTimeout(() => void this.connect(), pause);
    }

    private failAll(): void {
        const lost = [...this.waiting.values()];
        this.waiting.clear();
        lost.forEach(({ fail }) => fail(new Refused('UNAVAILABLE', 'The connection was lost before the master answered')));
    }

    // A cluster without GPUs says nothing for long, and a dead TCP connection does not, either: a question tells them apart.
    private checkAlive(): void {
        const silence = Date.now() - this.lastHeard;
        if (this.phase.value !== 'live') {
            return;
        }
        if (silence > (this.polls.value ? deadPollMs : deadMs)) {
            this.lose(silent);
        } else if (this.polls.value) { // each Poll is a question
            if (Date.now() - this.socketTried > socketAgainMs) {
                this.trySocket().catch(() => {}); // the polls go on
            }
        } else if (silence > quietMs) {
            this.send({ id: aliveId, query_refusals: { limit: 1 } });
        }
    }
}
