// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The sandbox of a task, running or ended: folders, what is in text files, downloads. Where the reader is, is in the address.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { go, href, route } from '../frame/route';
import { may, place } from '../session/session';
import { Icon } from '../theme/icon';
import { bytesText, clockText } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Task } from '../words/words';
import { Downloads } from './downloads';
import { address, entriesOf, isText, nameOf, nextSorting, sortedEntries, steps, whyNot, type Entry, type Place, type Sorting } from './sandbox';

const shownBytes = 65_536; // of a text file at once, which is what one answer holds
const mostShown = 2000; // rows

async function ask(url: string, cancel: AbortSignal): Promise<unknown> {
    const response = await fetch(place(url), { cache: 'no-store', signal: cancel });
    if (!response.ok) {
        throw new Error(whyNot(response.status, await response.text()));
    }
    return response.json();
}

function Steps({ path }: { path: string }) {
    const { page, key, params } = route.value;
    const to = (target: string) => href(page, key, { ...params, tab: 'files', path: target, view: '' });
    return (
        <nav class="steps" aria-label={t('Folder')}>
            <a href={to('')}>{t('Sandbox')}</a>
            {steps(path).map((step) => <> / <a key={step.path} href={to(step.path)}>{step.name}</a></>)}
        </nav>
    );
}

// `asked` rises when it is to be read again.
function Content({ of, entry, asked }: { of: Place; entry: Entry; asked: number }) {
    const fromEnd = useSignal(false);
    const text = useSignal<string | undefined>(undefined);
    const problem = useSignal('');
    const large = entry.size > shownBytes;
    useEffect(() => {
        const cancel = new AbortController();
        const offset = fromEnd.value ? Math.max(0, entry.size - shownBytes) : 0;
        text.value = undefined;
        problem.value = '';
        ask(address('read', of, entry.path, { offset, length: shownBytes }), cancel.signal).then((answer) => { text.value = (answer as { data?: string }).data ?? ''; },
            (error: unknown) => { if (!cancel.signal.aborted) problem.value = error instanceof Error ? error.message : String(error); });
        return () => cancel.abort();
    }, [entry.path, entry.size, asked, fromEnd.value]);
    return (
        <>
            {large && <p class="buttons start">
                {[false, true].map((end) => <button key={String(end)} aria-pressed={fromEnd.value === end} onClick={() => { fromEnd.value = end; }}>{t(end ? 'Last %1' : 'First %1', bytesText(shownBytes))}</button>)}
            </p>}
            {problem.value !== '' ? <p class="problem" role="alert"><Icon name="warning" />{t(problem.value)}</p>
                : text.value === undefined ? null
                    : !isText(text.value) ? <p class="empty"><strong>{t('This is no text')}</strong>{t('Download it to look at it')}</p>
                        : <div class="log-box wrap" tabIndex={0} role="group" aria-label={entry.name}><div class="log-line"><span class="log-text">{text.value === '' ? t('The file is empty') : text.value}</span></div></div>}
        </>
    );
}

export function FilesTab({ task }: { task: Task }) {
    return may('read_sandbox') ? <Files key={taskKey(task.framework_id, task.id)} task={task} />
        : <p class="empty"><Icon name="lock" size={32} /><strong>{t('You may not read the files of this task')}</strong></p>;
}

function Files({ task }: { task: Task }) {
    const { page, key, params } = route.value;
    const { path = '', view = '', order = 'name' } = params;
    const of = { agent: task.agent_id ?? '', framework: task.framework_id ?? '', task: task.id ?? '' };
    const listed = useSignal<{ path: string; entries: readonly Entry[] } | undefined>(undefined);
    const entries = listed.value?.path === path ? listed.value.entries : undefined;
    const problem = useSignal('');
    const asked = useSignal(0);
    useEffect(() => {
        const cancel = new AbortController();
        problem.value = '';
        ask(address('browse', of, path), cancel.signal).then((rows) => { listed.value = { path, entries: entriesOf(rows as Parameters<typeof entriesOf>[0], path) }; },
            (error: unknown) => {
                if (!cancel.signal.aborted) {
                    listed.value = undefined;
                    problem.value = error instanceof Error ? error.message : String(error);
                }
            });
        return () => cancel.abort();
    }, [path, of.agent, of.framework, of.task, asked.value]);
    const to = (changes: Readonly<Record<string, string>>) => href(page, key, { ...params, tab: 'files', ...changes });
    const rows = sortedEntries(entries ?? [], order);
    const shown = rows.find(({ name }) => name === view);
    const heading = (sorting: Sorting, word: string, figure = false) => (
        <th scope="col" class={figure ? 'figure' : ''} aria-sort={order === sorting ? 'ascending' : order === `-${sorting}` ? 'descending' : 'none'}>
            <button class="bare" onClick={() => go(page, key, { ...params, order: nextSorting(order, sorting) })}>{word}{order === sorting ? ' ↑' : order === `-${sorting}` ? ' ↓' : ''}</button></th>
    );
    return (
        <section class="log" aria-label={t('Files of %1', task.id ?? '')}>
            <div class="log-bar">
                <Steps path={path} />{view !== '' && <> / {view}</>}
                <button onClick={() => { asked.value += 1; }}><Icon name="refresh" />{t('Refresh')}</button>
                {shown !== undefined && <Downloads key={shown.path} of={of} entry={shown} />}
            </div>
            {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{t(problem.value)}</p>}
            {view !== '' ? shown !== undefined ? <Content key={shown.path} of={of} entry={shown} asked={asked.value} /> : entries !== undefined && <p class="empty"><strong>{t('%1 is not in this list', nameOf(view))}</strong></p>
                : entries !== undefined && (rows.length === 0 ? <p class="empty">{t('This folder is empty')}</p> : (
                    <div class="file-list" tabIndex={0} role="group" aria-label={t('Files')}>
                        <table class="plain-table">
                            <thead><tr>{heading('name', t('Name'))}{heading('size', t('Size'), true)}{heading('modified', t('Changed'))}<th scope="col">{t('Mode')}</th><th scope="col"><span class="hidden">{t('Download')}</span></th></tr></thead>
                            <tbody>
                                {rows.slice(0, mostShown).map((entry) => (
                                    <tr key={entry.path}>
                                        <td><a href={entry.folder ? to({ path: entry.path, view: '' }) : to({ view: entry.name })}>{entry.folder ? `${entry.name}/` : entry.name}</a></td>
                                        <td class="figure">{entry.folder ? '' : bytesText(entry.size)}</td><td>{clockText(entry.modifiedMs)}</td><td><code>{entry.mode}</code></td>
                                        <td>{!entry.folder && <Downloads of={of} entry={entry} />}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                        {rows.length > mostShown && <p class="quiet small">{t('%1 more', rows.length - mostShown)}</p>}
                    </div>
                ))}
        </section>
    );
}
