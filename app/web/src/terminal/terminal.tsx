// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A shell in the container of a running task, as `muster exec -it TASK -- sh`. It ends when the reader leaves it.
import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { me, operatorMode } from '../frame/app';
import { getTicket, socketUrl } from '../session/session';
import { Icon } from '../theme/icon';
import { dark, tone } from '../theme/theme';
import { t } from '../words/translate';
import type { Task } from '../words/words';
import type { Screen } from './screen';
import { TerminalLink, type End } from './terminal_link';

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const themeOf = () => ({
    background: tone('alternate'), foreground: tone('text'), cursor: tone('text'), cursorAccent: tone('alternate'), selectionBackground: tone('accent'), selectionForeground: tone('on-accent'),
    ...Object.fromEntries(colours.flatMap((name, index) => [[name, tone(`a${index}`)], [`bright${name[0]!.toUpperCase()}${name.slice(1)}`, tone(`a${index + 8}`)]])),
});

function endText(how: End): string {
    if ('error' in how) {
        return t(how.error);
    }
    return 'signal' in how ? t('The shell was ended by signal %1', how.signal) : t('The shell has ended with exit status %1', how.exitCode);
}

export function Terminal({ task, onAgain }: { task: Task; onAgain: () => void }) {
    const box = useRef<HTMLDivElement>(null);
    const end = useSignal<End | undefined>(undefined);
    const running = useSignal(false);
    useEffect(() => {
        const leaving: (() => void)[] = [];
        box.current?.focus(); // what is typed before there is a shell is for nobody else
        let left = false;
        const begin = (screen: Screen, ticket: string) => {
            const link = new TerminalLink(new WebSocket(socketUrl('ws/terminal'), ['muster.terminal.v1', `muster.ticket.${ticket}`]),
                { framework: task.framework_id ?? '', task: task.id ?? '', author: me.value }, screen.size(), {
                    opened: () => {
                        running.value = true;
                        screen.focus();
                    },
                    output: screen.write,
                    ended: (how) => {
                        running.value = false;
                        end.value = how;
                    },
                });
            screen.onTyped((bytes) => link.type(bytes));
            screen.onResized((size) => link.resize(size));
            leaving.push(() => link.close(),
                effect(() => screen.listen(operatorMode.value && end.value === undefined)),
                effect(() => {
                    void dark.value;
                    screen.paint(themeOf());
                }));
        };
        (document.getElementById('terminal-style') as HTMLLinkElement).disabled = false; // which loads it
        Promise.all([import('./screen'), getTicket()]).then(([{ openScreen }, ticket]) => {
            if (!left) {
                const screen = openScreen(box.current!, tone('mono'), themeOf());
                leaving.push(screen.close);
                begin(screen, ticket);
            }
        }).catch((error: unknown) => { end.value = { error: error instanceof Error ? error.message : String(error) }; });
        return () => {
            left = true;
            leaving.reverse().forEach((leave) => leave());
        };
    }, []);
    const how = end.value;
    return (
        <>
            <div class="terminal-box" ref={box} tabIndex={-1} onKeyDown={(event) => event.stopPropagation()} aria-label={t('Terminal in %1', task.id ?? '')} role="group" />
            <p class="buttons start" role="status">
                {how !== undefined ? <><span class={'error' in how ? 'problem' : ''}><Icon name={'error' in how ? 'warning' : 'check'} /> {endText(how)}</span><button onClick={onAgain}>{t('Open again')}</button></>
                    : !running.value ? t('Opening…')
                        : <span class="quiet small">{operatorMode.value ? t('Ctrl+Shift+C copies, Ctrl+Shift+V pastes. Leaving this view ends the shell.') : t('Operator mode is off: nothing that is typed is sent')}</span>}
            </p>
        </>
    );
}
