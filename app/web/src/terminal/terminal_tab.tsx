// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a terminal can be opened in a task, and why not. What draws it is loaded when it is wanted; a link alone starts nothing.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLive, link, operatorMode } from '../frame/app';
import { setParams } from '../frame/route';
import { may } from '../session/session';
import { Icon } from '../theme/icon';
import { taskEnded } from '../words/marks';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Task } from '../words/words';
import { Terminal } from './terminal';

const wanted = signal({ key: '', times: 0 }); // in which task

export const keyOfTerminal = 'x';

export function whyNoTerminal(task: Task | undefined): string {
    return task === undefined || task.state !== 'TASK_RUNNING' ? task !== undefined && taskEnded(task) ? t('It has ended') : t('It is not running')
        : !may('open_terminal') ? t('You may not open a terminal in a task')
            : !operatorMode.value ? t('Switch on operator mode first: it stands in the bar at the top') : !isLive.value ? t('Not connected')
                : link().polls.value ? t('Something between this browser and the master lets no WebSocket through: terminals need one') : '';
}

export function startTerminal(task: Task | undefined): void {
    if (task !== undefined && whyNoTerminal(task) === '') {
        wanted.value = { key: taskKey(task.framework_id, task.id), times: wanted.value.times + 1 };
    }
}

export function TerminalButton({ task }: { task: Task | undefined }) {
    const why = whyNoTerminal(task);
    return (
        <button aria-disabled={why !== ''} aria-description={why} title={why !== '' ? why : `${t('As muster exec -it %1 -- sh', task?.id ?? '')} (${keyOfTerminal})`}
            onClick={() => {
                if (why === '') {
                    startTerminal(task);
                    setParams({ tab: 'terminal' });
                }
            }}><Icon name="jump" />{t('Terminal')}</button>
    );
}

export function TerminalTab({ task }: { task: Task }) {
    const again = () => startTerminal(task);
    const key = taskKey(task.framework_id, task.id);
    useEffect(() => () => {
        if (wanted.value.key === key) { // whoever comes back asks anew
            wanted.value = { ...wanted.value, key: '' };
        }
    }, [key]);
    if (wanted.value.key === key) {
        return <Terminal key={wanted.value.times} task={task} onAgain={again} />;
    }
    const why = whyNoTerminal(task);
    return (
        <p class="empty"><Icon name="jump" size={32} /><strong>{t('A shell in this task')}</strong>{why !== '' ? why : t('As muster exec -it %1 -- sh', task.id ?? '')}
            {!operatorMode.value && may('open_terminal') && !taskEnded(task) ? <button class="main" onClick={() => { operatorMode.value = true; }}>{t('Switch on operator mode')}</button>
                : <button class="main" aria-disabled={why !== ''} onClick={() => { if (why === '') again(); }}>{t('Open a terminal')}</button>}</p>
    );
}
