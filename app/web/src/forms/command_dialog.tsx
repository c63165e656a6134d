// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks before an operator command is given: its effects, its reason, and the number of objects where they are many. The focus is
// on Cancel.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { asked, link, me, operatorMode, tell } from '../frame/app';
import { Dialog } from '../frame/dialog';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import { longestReason } from '../words/words';
import { answered } from '../wire/api_calls';
import type { RequestBody } from '../wire/connection';
import { commandOf, typedAbove, type Item, type Question } from './commands';

interface Answers {
    reason: string;
    untilMs: number;
    graceMs: number;
}

// Of the command's fields those that were answered. What an undo says itself stays.
function signed(order: RequestBody, fields: readonly string[], { reason, untilMs, graceMs }: Answers): RequestBody {
    const [request, body] = Object.entries(order)[0]! as [string, Record<string, unknown>];
    const filled: Record<string, unknown> = { author: me.value, ...(reason === '' ? {} : { reason }), ...(untilMs === 0 ? {} : { until_ms: String(untilMs) }),
        ...(graceMs === 0 ? {} : { max_grace_ms: String(graceMs) }) };
    return { [request]: { ...body, ...Object.fromEntries(Object.entries(filled).filter(([name, value]) => fields.includes(name) && value !== '')) } };
}

async function send(question: Question, answers: Answers): Promise<void> {
    const problems: string[] = [];
    const taken = await Promise.all(question.items.map(async ({ order }) => {
        try {
            answered(await link().request(signed(order, question.command.fields, answers)));
            return true;
        } catch (error) {
            problems.push(error instanceof Error ? error.message : String(error));
            return false;
        }
    }));
    const undo = question.undo.filter((_, index) => taken[index]);
    const done = taken.filter((one) => one).length;
    if (problems.length > 0) {
        tell(question.items.length === 1 ? { text: 'Refused: %1', values: [problems[0]!], good: false }
            : { text: '%1 of %2 done. Refused: %3', values: [done, question.items.length, problems[0]!], good: false });
    } else {
        const [text, value] = question.done;
        tell({ text, values: [value], good: true, ...(undo.length === 0 ? {} : { undo: () => void takeBack(question, undo) }) });
    }
}

async function takeBack(question: Question, items: readonly Item[]): Promise<void> {
    const command = question.command.undo === undefined ? question.command : commandOf(question.command.undo);
    const back: Question = {
        command, items, undo: [], list: [], canEnd: false, hasGrace: false, asks: command.endsWork,
        title: t('Undo'), effect: t('Undoes: %1. Work that has started since may be stopped.', question.title), done: ['Undone: %1', question.title],
    };
    await order(back);
}

// The one way to give a command.
export async function order(question: Question): Promise<void> {
    if (question.items.length === 0) {
        return;
    }
    if (!operatorMode.value) {
        tell({ text: 'Switch on operator mode first: it stands in the bar at the top', good: false });
    } else if (question.asks || question.items.length > typedAbove) {
        asked.value = question;
    } else {
        await send(question, { reason: '', untilMs: 0, graceMs: 0 });
    }
}

const localTime = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

// The key that opened the dialog, pressed twice, gives no order.
const notByEmptyEnter = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && event.currentTarget.value.trim() === '') {
        event.preventDefault();
    }
};

export function CommandDialog({ question }: { question: Question }) {
    const reason = useSignal('');
    const limited = useSignal(false);
    const until = useSignal(localTime(Date.now() + 2 * 3600_000));
    const hurried = useSignal(false);
    const grace = useSignal(10);
    const typed = useSignal('');
    const form = useRef<HTMLFormElement>(null);
    const { command, items } = question;
    const many = items.length > typedAbove;
    const bytes = new TextEncoder().encode(reason.value.trim()).length;
    const missing = command.reason === 'required' && bytes === 0 ? t('A reason is required')
        : bytes > longestReason ? t('The reason has %1 bytes, the maximum is %2', bytes, longestReason)
            : many && typed.value.trim() !== String(items.length) ? t('Enter the number to confirm') : '';
    const close = () => { asked.value = undefined; };

    function confirm(event: Event) {
        event.preventDefault();
        if (missing === '') {
            close();
            void send(question, { reason: reason.value.trim(), untilMs: limited.value ? new Date(until.value).getTime() : 0, graceMs: hurried.value ? grace.value * 60_000 : 0 });
        }
    }

    return (
        <Dialog title={question.title} onClose={close}>
            <form ref={form} onSubmit={confirm}>
                <p>{question.effect}</p>
                {question.list.length > 0 && (
                    <ul class="affected" aria-label={t('Affected objects')} tabIndex={0}>{question.list.map((line) => <li key={line}>{line}</li>)}</ul>
                )}
                {command.reason !== 'none' && (
                    <label>{t('Reason')}
                        <input data-focus value={reason.value} onKeyDown={notByEmptyEnter} onInput={(event) => { reason.value = event.currentTarget.value; }} aria-required={command.reason === 'required'}
                            placeholder={command.reason === 'required' ? t('Reason, shown to others') : t('Reason (optional)')} /></label>
                )}
                {question.canEnd && (
                    <p class="row"><label class="check"><input type="checkbox" checked={limited.value} onChange={(event) => { limited.value = event.currentTarget.checked; }} />{t('Until')}</label>
                        <input type="datetime-local" aria-label={t('End time')} disabled={!limited.value} value={until.value} onInput={(event) => { until.value = event.currentTarget.value; }} /></p>
                )}
                {question.hasGrace && (
                    <p class="row"><label class="check" title={t('Otherwise each task has its own grace period')}>
                        <input type="checkbox" checked={hurried.value} onChange={(event) => { hurried.value = event.currentTarget.checked; }} />{t('Maximum grace period')}</label>
                    <input type="number" min={1} max={1440} aria-label={t('Maximum grace period')} disabled={!hurried.value} value={grace.value}
                        onInput={(event) => { grace.value = Number(event.currentTarget.value); }} /><span>{t(' min').trim()}</span></p>
                )}
                {many && <label>{t('Type %1 to confirm', items.length)}<input inputMode="numeric" value={typed.value} onInput={(event) => { typed.value = event.currentTarget.value; }} /></label>}
                <p class="missing" role="status">{missing !== '' && <><Icon name="warning" />{missing}</>}</p>
                <p class="buttons">
                    <button type="button" data-focus={command.reason === 'none' ? '' : undefined} onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{t('Cancel')}</button>
                    <button type="submit" class={command.endsWork ? 'danger' : 'main'} disabled={missing !== ''}>{t(command.verb || 'Mark as gone')}</button>
                </p>
            </form>
        </Dialog>
    );
}
