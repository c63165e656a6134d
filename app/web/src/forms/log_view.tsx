// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of tasks: follows until somebody scrolls up or searches, keeps the newest lines, shows those that match.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isLive, link } from '../frame/app';
import { route, setParams } from '../frame/route';
import { settings } from '../session/settings';
import { Icon } from '../theme/icon';
import { bytesText, clockText } from '../words/text';
import { language, t } from '../words/translate';
import { taskEnded } from '../words/marks';
import type { Task } from '../words/words';
import type { Run } from './ansi';
import { LogFeed, type Source } from './log_feed';
import { mostLines, type LogLine } from './log_lines';
import { compile, LogHits, optionsOf, patternOf, pieces } from './log_pattern';
import { PatternField } from './pattern_field';

const perChunk = 200;
const shownAtFirst = 5000;

function RunText({ run, mark }: { run: Run; mark: string }) {
    const { bold, faint, italic, underline, inverse, foreground, background } = run.style;
    const names = [bold && 'bold', faint && 'faint', italic && 'italic', underline && 'underline', inverse && 'inverse',
        foreground !== '' && !foreground.startsWith('#') && `fg-${foreground}`, background !== '' && !background.startsWith('#') && `bg-${background}`].filter(Boolean).join(' ');
    const own = { ...(foreground.startsWith('#') ? { color: foreground } : {}), ...(background.startsWith('#') ? { backgroundColor: background } : {}) };
    if (mark !== '') {
        return <mark class={mark}>{run.text}</mark>;
    }
    return names === '' && Object.keys(own).length === 0 ? <>{run.text}</> : <span class={names} style={own}>{run.text}</span>;
}

interface Label {
    task: string; // '': of the only one
    tone: number; // of the letters of its name
    isError: boolean;
}

const tones = [4, 2, 5, 6, 3]; // of --a...; the red one is of stderr

// A part of the lines that is drawn again only where something in it has changed. `current`: the number of the line with the match that is
// looked at, and which of its matches.
function Chunk({ lines, labels, times, hits, current }: {
    lines: readonly LogLine[]; labels: readonly Label[]; times: boolean; hits: LogHits | undefined; current: { number: number; nth: number } | undefined;
}) {
    const here = current !== undefined && lines.some(({ number }) => number === current.number) ? current : undefined;
    return useMemo(() => (
        <div class="log-chunk">
            {lines.map((line) => {
                const { task = '', tone = 0, isError = false } = labels[line.stream] ?? {};
                const matches = hits?.of(line) ?? [];
                return (
                    <div key={line.number} class={isError ? 'log-line err' : 'log-line'} data-line={line.number}>
                        {times && <span class="log-time">{line.atMs === 0 ? '' : clockText(line.atMs)}</span>}
                        {labels.some((label) => label.task !== '' || label.isError) && <span class="log-label">{task !== '' && <span class={`fg-${tone}`}>{task}</span>}{task !== '' && isError && ' '}{isError && t('err')}</span>}
                        <span class="log-text">{matches.length === 0 ? line.runs.map((run, index) => <RunText key={index} run={run} mark="" />)
                            : pieces(line.runs, matches).map(({ run, hit }, index) => (
                                <RunText key={index} run={run} mark={hit < 0 ? '' : line.number === here?.number && hit === here.nth ? 'hit current' : 'hit'} />))}</span>
                    </div>
                );
            })}
        </div>
    ), [lines.length, lines[0]?.number, lines.at(-1)?.text, labels, times, hits, here?.number, here?.nth]);
}

// As it is seen: of several tasks each line with its task's name.
function save(name: string, lines: readonly LogLine[], labels: readonly Label[]): void {
    const text = (line: LogLine) => {
        const { task = '', isError = false } = labels[line.stream] ?? {};
        const label = [task, isError ? t('err') : ''].filter((one) => one !== '').join(' ');
        return `${label === '' ? '' : `${label}\t`}${line.text}\n`;
    };
    const at = document.createElement('a');
    at.href = URL.createObjectURL(new Blob(lines.map(text), { type: 'text/plain' }));
    at.download = name;
    at.click();
    setTimeout(() => URL.revokeObjectURL(at.href), 1000);
}

// `tasks`: of a job all, the first one first.
export function LogView({ name, tasks }: { name: string; tasks: readonly Task[] }) {
    const { log: filterText = '', log_as: filterOptions = '', find: findText = '', find_as: findOptions = '', stream = 'both', of: only = '' } = route.value.params;
    const times = useSignal(false);
    const following = useSignal(true);
    const limit = useSignal(shownAtFirst);
    const current = useSignal<{ number: number; nth: number } | undefined>(undefined);
    const seen = useRef(0);
    const box = useRef<HTMLDivElement>(null);
    const tail = settings.logTail.value;
    const chosen = tasks.some(({ id }) => id === only) ? tasks.filter(({ id }) => id === only) : tasks;
    const keys = chosen.map((task) => `${task.framework_id}/${task.id}`).join(' ');
    const sources = useMemo<readonly Source[]>(() => chosen.flatMap((task) => (['stdout', 'stderr'] as const).filter((file) => stream === 'both' || stream === file)
        .map((file) => ({ task, file }))), [keys, stream]);
    const feed = useMemo(() => new LogFeed(link(), sources, tail), [sources, tail, link()]);
    const labels = useMemo<readonly Label[]>(() => sources.map(({ task, file }) => (
        { task: chosen.length > 1 ? task.id ?? '' : '', tone: tones[chosen.indexOf(task) % tones.length]!, isError: stream === 'both' && file === 'stderr' })), [sources, language.value]);
    useEffect(() => {
        if (isLive.value) {
            feed.start();
        }
    }, [feed, isLive.value]);
    useEffect(() => () => feed.stop(), [feed]);

    const labelWidth = Math.max(0, ...labels.map(({ task, isError }) => [task, isError ? t('err') : ''].filter((one) => one !== '').join(' ').length));

    const filterPattern = patternOf(filterText, filterOptions);
    const findPattern = patternOf(findText, findOptions);
    const filter = useMemo(() => compile(filterPattern), [filterText, filterOptions]);
    const search = useMemo(() => compile(findPattern), [findText, findOptions]);
    const hits = useMemo(() => (search.isEmpty ? undefined : new LogHits(search)), [search]);

    void feed.version.value;
    const { lines } = feed.lines;
    const shown = filter.isEmpty ? lines : lines.filter(({ text }) => filter.accepts(text));
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

    const total = hits?.total(shown) ?? 0;
    const follows = following.value && total === 0;
    useLayoutEffect(() => {
        if (follows && box.current !== null) {
            box.current.scrollTop = box.current.scrollHeight;
            seen.current = lines.length + feed.lines.dropped;
        }
    });
    const fresh = lines.length + feed.lines.dropped - seen.current;
    const nothing = !isLive.value ? t('Not connected: the output comes once the master is back')
        : chosen.some((task) => !taskEnded(task)) && !chosen.some(({ state }) => state === 'TASK_RUNNING') ? t('The output appears here once it runs') : t('Nothing has been written so far');

    const place = current.value === undefined ? -1 : shown.findIndex(({ number }) => number === current.value!.number);
    const at = place < 0 ? undefined : { line: place, nth: current.value!.nth };
    const step = (forward: boolean) => {
        const next = hits?.step(shown, at, forward);
        if (next === undefined) {
            return;
        }
        current.value = { number: shown[next.line]!.number, nth: next.nth };
        limit.value = Math.max(limit.value, shown.length - next.line + perChunk); // it may be older than what is drawn
        requestAnimationFrame(() => box.current?.querySelector('.current')?.scrollIntoView({ block: 'center', inline: 'nearest' }));
    };
    // The first match from the end, as soon as one is looked for and there is one: lines may come later.
    useEffect(() => {
        current.value = undefined;
        if (hits !== undefined) {
            const first = hits.step(shown, undefined, false);
            following.value = first === undefined && following.value; // what is found stays in sight
            current.value = first === undefined ? undefined : { number: shown[first.line]!.number, nth: first.nth };
            requestAnimationFrame(() => box.current?.querySelector('.current')?.scrollIntoView({ block: 'center', inline: 'nearest' }));
        }
    }, [hits, total > 0]);
    const problem = search.problem || filter.problem;
    const focusSearch = () => box.current?.closest('.log')?.querySelector<HTMLElement>('[data-find]')?.focus();

    return (
        <section class="log" aria-label={t('Log of %1', name)} onKeyDown={(event) => {
            if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key === 'f')) {
                event.preventDefault();
                event.key === 'F3' && findText !== '' ? step(!event.shiftKey) : focusSearch();
            } else if (event.key === 'Escape' && (findText !== '' || filterText !== '')) {
                event.preventDefault();
                event.stopPropagation();
                setParams({ find: '', log: '' });
            }
        }}>
            <div class="log-bar">
                <PatternField name={t('Find in the log')} pattern={findPattern} problem={search.problem} onStep={step}
                    onChange={(pattern) => setParams({ find: pattern.text, find_as: optionsOf(pattern) })} />
                <span class="steps">
                    <button class="bare" aria-label={t('Previous match (Shift+F3)')} title={t('Previous match (Shift+F3)')} onClick={() => step(false)}>↑</button>
                    <button class="bare" aria-label={t('Next match (F3)')} title={t('Next match (F3)')} onClick={() => step(true)}>↓</button>
                    <span class="quiet small" role="status">{hits === undefined ? '' : total === 0 ? t('No matches') : at !== undefined ? t('%1 of %2', hits.before(shown, at) + 1, total) : t('%Ln matches', total)}</span>
                </span>
                <PatternField name={t('Show only matching lines')} pattern={filterPattern} problem={filter.problem} isFilter
                    onChange={(pattern) => setParams({ log: pattern.text, log_as: optionsOf(pattern) })} />
            </div>
            <div class="log-bar">
                {tasks.length > 1 && (
                    <select aria-label={t('Task')} value={chosen.length > 1 ? '' : only} onChange={(event) => setParams({ of: event.currentTarget.value })}>
                        <option value="">{t('All %n tasks', tasks.length)}</option>
                        {tasks.map(({ id = '' }) => <option key={id} value={id}>{id}</option>)}
                    </select>
                )}
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
                <label class="check"><input type="checkbox" checked={follows} onChange={(event) => {
                    following.value = event.currentTarget.checked;
                    if (event.currentTarget.checked) {
                        setParams({ find: '' });
                    }
                }} />{t('Follow')}</label>
                <button onClick={() => save(`${name}.log`, shown, labels)}>{t('Save')}</button>
            </div>
            {problem !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem}</p>}
            {feed.problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{feed.problem.value}</p>}
            <div class={settings.logWrap.value ? 'log-box wrap' : 'log-box'} ref={box} style={{ '--label': `${labelWidth}ch` }} tabIndex={0} role="log" aria-live="off" aria-label={t('Log of %1', name)}
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
                {feed.isFileByFile && <p class="log-note">{t('What was written before the log was opened stands file by file')}</p>}
                {lines.length === 0 && <p class="log-note">{nothing}</p>}
                {lines.length > 0 && shown.length === 0 && <p class="log-note">{t('0 of %1 lines match', lines.length)}</p>}
                {chunks.map((chunk) => <Chunk key={Math.floor(chunk[0]!.number / perChunk)} lines={chunk} labels={labels} times={times.value} hits={hits} current={current.value} />)}
            </div>
            <p class="log-foot quiet small">
                <span role="status">{filter.isEmpty ? t('%1 lines', lines.length) : t('%1 hidden by the filter', lines.length - shown.length)}</span>
                {!follows && seen.current > 0 && fresh > 0 && <button class="main" onClick={() => { following.value = true; setParams({ find: '' }); }}>{t('↓ %Ln new lines', fresh)}</button>}
            </p>
        </section>
    );
}
