// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of tasks: follows until somebody scrolls up, keeps the newest lines, shows those that match.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isLive, link } from '../frame/app';
import { route, setParams } from '../frame/route';
import { settings } from '../session/settings';
import { Icon } from '../theme/icon';
import { bytesText, clockText } from '../words/text';
import { t } from '../words/translate';
import { taskEnded } from '../words/marks';
import type { Task } from '../words/words';
import type { Run } from './ansi';
import { LogFeed, type Source } from './log_feed';
import { mostLines, type LogLine } from './log_lines';

const perChunk = 200;
const shownAtFirst = 5000;

function RunText({ run }: { run: Run }) {
    const { bold, faint, italic, underline, inverse, foreground, background } = run.style;
    const names = [bold && 'bold', faint && 'faint', italic && 'italic', underline && 'underline', inverse && 'inverse',
        foreground !== '' && !foreground.startsWith('#') && `fg-${foreground}`, background !== '' && !background.startsWith('#') && `bg-${background}`].filter(Boolean).join(' ');
    const own = { ...(foreground.startsWith('#') ? { color: foreground } : {}), ...(background.startsWith('#') ? { backgroundColor: background } : {}) };
    return names === '' && Object.keys(own).length === 0 ? <>{run.text}</> : <span class={names} style={own}>{run.text}</span>;
}

// A part of the lines that is drawn again only where something in it has changed.
function Chunk({ lines, labels, times }: { lines: readonly LogLine[]; labels: readonly string[]; times: boolean }) {
    return useMemo(() => (
        <div class="log-chunk">
            {lines.map((line) => (
                <div key={line.number} class={labels[line.stream]?.endsWith('err') ? 'log-line err' : 'log-line'}>
                    {times && <span class="log-time">{line.atMs === 0 ? '' : clockText(line.atMs)}</span>}
                    {labels.length > 1 && labels[line.stream] !== '' && <span class="log-label">{labels[line.stream]}</span>}
                    <span class="log-text">{line.runs.map((run, index) => <RunText key={index} run={run} />)}</span>
                </div>
            ))}
        </div>
    ), [lines.length, lines[0]?.number, lines.at(-1)?.text, labels, times]);
}

function matcher(text: string): ((line: string) => boolean) | undefined {
    const negated = text.startsWith('!');
    const sought = negated ? text.slice(1) : text;
    const pattern = /^\/(.+)\/$/.exec(sought)?.[1];
    let test: (line: string) => boolean;
    if (pattern !== undefined) {
        try {
            const expression = new RegExp(pattern, 'i');
            test = (line) => expression.test(line);
        } catch {
            return undefined;
        }
    } else {
        const word = sought.toLowerCase();
        test = (line) => line.toLowerCase().includes(word);
    }
    return sought === '' ? () => true : negated ? (line) => !test(line) : test;
}

function save(name: string, lines: readonly LogLine[]): void {
    const at = document.createElement('a');
    at.href = URL.createObjectURL(new Blob([lines.map(({ text }) => `${text}\n`).join('')], { type: 'text/plain' }));
    at.download = name;
    at.click();
    setTimeout(() => URL.revokeObjectURL(at.href), 1000);
}

export function LogView({ name, tasks }: { name: string; tasks: readonly Task[] }) {
    const { log: filterText = '', stream = 'both' } = route.value.params;
    const times = useSignal(false);
    const following = useSignal(true);
    const limit = useSignal(shownAtFirst);
    const seen = useRef(0);
    const box = useRef<HTMLDivElement>(null);
    const tail = settings.logTail.value;
    const keys = tasks.map((task) => `${task.framework_id}/${task.id}`).join(' ');
    const sources = useMemo<readonly Source[]>(() => tasks.flatMap((task) => (['stdout', 'stderr'] as const).filter((file) => stream === 'both' || stream === file)
        .map((file) => ({ task, file }))), [keys, stream]);
    const feed = useMemo(() => new LogFeed(link(), sources, tail), [sources, tail, link()]);
    const labels = useMemo(() => sources.map(({ task, file }) => [tasks.length > 1 ? task.id ?? '' : '', file === 'stderr' ? t('err') : ''].filter((one) => one !== '').join(' ')), [sources]);
    useEffect(() => {
        if (isLive.value) {
            feed.start();
        }
    }, [feed, isLive.value]);
    useEffect(() => () => feed.stop(), [feed]);

    void feed.version.value;
    const { lines } = feed.lines;
    const matches = matcher(filterText);
    const shown = filterText === '' || matches === undefined ? lines : lines.filter(({ text }) => matches(text));
    const visible = shown.slice(-limit.value);
    // Chunks begin at fixed places of the whole, so that new lines change the last one only.
    const chunks: LogLine[][] = [];
    for (const line of visible) {
        const last = chunks.at(-1);
        if (last === undefined || Math.floor(last[0]!.number / perChunk) !== Math.floor(line.number / perChunk)) {
            chunks.push([line]);
        } else {
            last.push(line);
        }
    }

    useLayoutEffect(() => {
        if (following.value && box.current !== null) {
            box.current.scrollTop = box.current.scrollHeight;
            seen.current = lines.length + feed.lines.dropped;
        }
    });
    const fresh = lines.length + feed.lines.dropped - seen.current;
    const live = tasks.some((task) => !taskEnded(task));

    return (
        <section class="log" aria-label={t('Log of %1', name)}>
            <div class="log-bar">
                <span class="filter"><Icon name="search" />
                    <input type="search" aria-label={t('Find in the log')} placeholder={t('Show only matching lines')} aria-invalid={matches === undefined} value={filterText}
                        onInput={(event) => setParams({ log: event.currentTarget.value })} /></span>
                <select aria-label={t('Stream')} value={stream} onChange={(event) => setParams({ stream: event.currentTarget.value })}>
                    <option value="both">{t('stdout and stderr')}</option><option value="stdout">stdout</option><option value="stderr">stderr</option>
                </select>
                <select aria-label={t('Amount to load')} title={t('How much of each file to load; new output is always added')} value={String(tail)} onChange={(event) => { settings.logTail.value = Number(event.currentTarget.value); }}>
                    {[65536, 262144, 4194304].map((bytes) => <option key={bytes} value={String(bytes)}>{t('Last %1', bytesText(bytes))}</option>)}
                    <option value="1073741824">{t('All output')}</option>
                </select>
                <label class="check"><input type="checkbox" checked={settings.logWrap.value} onChange={(event) => { settings.logWrap.value = event.currentTarget.checked; }} />{t('Wrap')}</label>
                <label class="check" title={t('Time when each line was received; lines written before the log was opened have none')}>
                    <input type="checkbox" checked={times.value} onChange={(event) => { times.value = event.currentTarget.checked; }} />{t('Time')}</label>
                <label class="check"><input type="checkbox" checked={following.value} onChange={(event) => { following.value = event.currentTarget.checked; }} />{t('Follow')}</label>
                <button onClick={() => save(`${name}.log`, shown)}>{t('Save')}</button>
            </div>
            {feed.problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{feed.problem.value}</p>}
            <div class={settings.logWrap.value ? 'log-box wrap' : 'log-box'} ref={box} tabIndex={0} role="log" aria-live="off" aria-label={t('Log of %1', name)}
                onScroll={(event) => {
                    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
                    following.value = scrollTop + clientHeight >= scrollHeight - 8;
                }}
                onKeyDown={(event) => { if (event.key === 'End') following.value = true; }}>
                {(feed.lines.dropped > 0 || shown.length > visible.length || feed.skipped.value > 0) && (
                    <p class="log-note">
                        {feed.lines.dropped > 0 && t('%1 older lines dropped, the newest %2 are kept', feed.lines.dropped, mostLines)}{' '}
                        {feed.skipped.value > 0 && t('%1 before them not loaded', bytesText(feed.skipped.value))}{' '}
                        {shown.length > visible.length && <button onClick={() => { following.value = false; limit.value += 20_000; }}>{t('Show older lines')}</button>}
                    </p>
                )}
                {lines.length === 0 && <p class="log-note">{live ? t('The output appears here once it runs') : t('Nothing has been written so far')}</p>}
                {lines.length > 0 && shown.length === 0 && <p class="log-note">{t('0 of %1 lines match', lines.length)}</p>}
                {chunks.map((chunk) => <Chunk key={Math.floor(chunk[0]!.number / perChunk)} lines={chunk} labels={labels} times={times.value} />)}
            </div>
            <p class="log-foot quiet small">
                <span role="status">{filterText === '' ? t('%1 lines', lines.length) : t('%1 hidden by the filter', lines.length - shown.length)}</span>
                {!following.value && fresh > 0 && <button class="main" onClick={() => { following.value = true; }}>{t('↓ %Ln new lines', fresh)}</button>}
            </p>
        </section>
    );
}
