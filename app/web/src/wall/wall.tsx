// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The wall view: pages that turn by themselves, for people who stand five metres away. Its rules are those of app/console/kiosk. Once a
// second it looks at the time and at what is known.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isLive, link, phase, store } from '../frame/app';
import { useSamples } from '../frame/shown';
import { HeatPicture } from '../gpu/heat_picture';
import { Icon } from '../theme/icon';
import { isLive as liveNode } from '../wire/store';
import { clockText, durationText } from '../words/text';
import { t } from '../words/translate';
import { DataAge, type Freshness } from './data_age';
import { alertsOf, capacityOf, isAlarm, screensOf, wallMetrics } from './figures';
import { parseWall, type WallOptions, type WallPage } from './options';
import { AlertWall, GpuWall, OverviewWall, QueueWall, type Room } from './pages';
import { burnInShift, Rotation, type Place } from './rotation';

const titles: Readonly<Record<WallPage, string>> = { overview: 'Overview', gpus: 'GPUs', queue: 'Queue', alerts: 'Alerts' };
const noticeableAge = 5_000;

interface Seen {
    now: number; // ms since 1970
    place: Place;
    screens: ReturnType<typeof screensOf>;
    room: Room;
    freshness: Freshness;
    fromMs: number | undefined; // ms since 1970: when the figures were true
    alarm: string;
}

(document.getElementById('wall-style') as HTMLLinkElement).disabled = false; // which loads it

export function Wall() {
    const options = parseWall(location.search);
    return 'problem' in options
        ? <main class="wall"><h1>Muster</h1><p class="wall-nothing" role="alert"><span class="mark-bad"><Icon name="warning" /></span>{t(options.problem, options.value)}</p></main>
        : <Turning {...options} />;
}

function Turning({ pages, intervalMs }: WallOptions) {
    const middle = useRef<HTMLDivElement>(null);
    const rotation = useMemo(() => new Rotation(pages, intervalMs, performance.now()), []);
    const data = useMemo(() => new DataAge(), []);
    const started = useMemo(() => Date.now(), []);
    const seen = useSignal<Seen | undefined>(undefined);
    const picture = useComputed(() => {
        void store.changed.gpus.value;
        void store.changed.agents.value;
        return new HeatPicture(store);
    });

    function look() {
        const [steady, now] = [performance.now(), Date.now()];
        const room = { width: middle.current!.clientWidth, height: middle.current!.clientHeight, unit: innerHeight / 100 };
        const screens = screensOf(picture.value.blocks.map(({ count }) => count), capacityOf(room.width, room.height, room.unit));
        const first = alertsOf(store, now)[0];
        const alarm = first !== undefined && isAlarm(first, now) ? `${first.name ?? ''}: ${first.text ?? ''}` : '';
        rotation.setScreens(screens.length);
        rotation.pin(alarm !== '', steady);
        data.expectSamples([...store.rows.agents.values()].some((agent) => (agent.gpus?.length ?? 0) > 0 && liveNode(agent)), steady);
        const from = data.from();
        seen.value = { now, place: rotation.at(steady), screens, room, freshness: data.at(steady, isLive.value), fromMs: from === undefined ? undefined : now - steady + from, alarm };
    }

    useSamples([{ metrics: wallMetrics }]);
    useSignalEffect(() => { if (link().heardMs.value > 0) data.heard(performance.now()); });
    useSignalEffect(() => { if (store.ticked.value > 0 && isLive.peek()) data.sampled(performance.now()); });
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout>;
        const tick = () => {
            look();
            timer = setTimeout(tick, 1001 - Date.now() % 1000); // just behind each full second, when the clock has to change
        };
        tick();
        return () => clearTimeout(timer);
    }, []);
    useSignalEffect(() => { if (isLive.value) setTimeout(look); });
    useEffect(() => { // the screen stays on where the browser can promise it
        const stayOn = () => { void navigator.wakeLock?.request('screen').catch(() => undefined); };
        stayOn();
        document.addEventListener('visibilitychange', stayOn);
        return () => document.removeEventListener('visibilitychange', stayOn);
    }, []);

    const { now = Date.now(), place, screens = [], room, freshness = 'none', fromMs, alarm = '' } = seen.value ?? {};
    const shown = freshness === 'fresh' || freshness === 'old';
    const age = fromMs === undefined ? undefined : Math.max(0, now - fromMs);
    const late = age === undefined || age > noticeableAge || !isLive.value;
    const title = place === undefined || !shown ? '' : t(titles[place.page]);
    const [x, y] = burnInShift(Math.floor(now / 60_000));
    const { name, simulated } = store.cluster.value;
    const cluster = name || location.host;
    const [first, count] = screens[place?.screen ?? 0] ?? [0, 0];
    return (
        <main class="wall" style={{ transform: `translate(${x}px, ${y}px)` }}>
            <header>
                <strong class="cut">{simulated ? t('%1 (simulated GPUs)', cluster) : cluster}</strong>
                <h1 class="cut">{place?.page === 'gpus' && shown && screens.length > 1 ? t('%1 – %2 of %3', title, place.screen + 1, screens.length) : title || 'Muster'}</h1>
                <span class={late ? 'mark-bad' : 'quiet'}><Icon name={late ? 'warning' : 'check'} /> {age === undefined ? t('No data') : t('Data is %1 old', durationText(age / 1000))}</span>
                <time>{clockText(now, now)}</time>
            </header>
            <div class={`wall-middle ${freshness}`} ref={middle}>
                {place !== undefined && room !== undefined && shown && (
                    <div class="wall-page" key={`${place.page}${place.screen}`}>
                        {place.page === 'overview' ? <OverviewWall {...room} /> : place.page === 'gpus' ? <GpuWall {...room} picture={picture.value} first={first} count={count} />
                            : place.page === 'queue' ? <QueueWall {...room} now={now} /> : <AlertWall {...room} now={now} />}
                    </div>
                )}
                {freshness === 'old' && <p class="wall-veil"><strong>{t('As of %1', clockText(fromMs ?? 0, now))}</strong></p>}
                {!shown && <Lost now={now} sinceMs={fromMs} started={started} />}
            </div>
            <footer>
                <strong class="mark-bad">{alarm !== '' && t('Paused by an alert')}</strong>
                <span aria-hidden="true">{pages.map((page) => <i key={page} class={page === place?.page ? 'dot here' : 'dot'} />)}</span>
            </footer>
            <div class="hidden" aria-live="assertive">{alarm}</div>
        </main>
    );
}

function Lost({ now, sinceMs, started }: { now: number; sinceMs: number | undefined; started: number }) {
    const cause = link().cause.value;
    const since = sinceMs ?? started;
    const left = Math.ceil((link().retryAtMs.value - now) / 1000);
    return (
        <div class="wall-nothing" role="status">
            <strong class="mark-bad">{sinceMs === undefined && cause === '' ? t('Connecting…') : t('Not connected')}</strong>
            <span>{t(cause)}</span>
            <span>{t(sinceMs === undefined ? 'Since %1 (%2), no data yet' : 'Since %1 (%2)', clockText(since, now), durationText((now - since) / 1000))}</span>
            <span class="quiet">{phase.value === 'waiting' && left > 0 ? t('Next attempt in %1 s', left) : t('Connecting…')}</span>
        </div>
    );
}
