// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { operatorMode, isLive } from '../frame/app';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import type { CommandRequest } from '../words/words';
import { order } from './command_dialog';
import { commandOf, type Question } from './commands';

export function CommandButton({ request, icon, why, question }: { request: CommandRequest; icon: string; why: string; question: () => Question }) {
    const command = commandOf(request);
    return <OrderButton icon={icon} words={command.entry !== '' ? command.entry : 'Mark as gone…'} tip={command.tip || command.summary} why={why} run={() => void order(question())} />;
}

// Says why not where it cannot be given. It stays reachable by keyboard then, so that the reason can be read.
export function OrderButton({ icon, words, tip, why = '', run }: { icon: string; words: string; tip: string; why?: string; run: () => void }) {
    const reason = !operatorMode.value ? t('Switch on operator mode first: it stands in the bar at the top')
        : !isLive.value ? t('Not connected') : why;
    return (
        <button aria-disabled={reason !== ''} title={reason !== '' ? reason : t(tip)} aria-description={reason}
            onClick={() => { if (reason === '') run(); }}>
            <Icon name={icon} />{t(words)}
        </button>
    );
}
