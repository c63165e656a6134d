// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { operatorMode, isLive } from '../frame/app';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import type { CommandRequest } from '../words/words';
import { order } from './command_dialog';
import { commandOf, type Question } from './commands';

// Says why not where it cannot be given. It stays reachable by keyboard then, so that the reason can be read.
export function CommandButton({ request, icon, why, question }: { request: CommandRequest; icon: string; why: string; question: () => Question }) {
    const command = commandOf(request);
    const reason = !operatorMode.value ? t('Switch on operator mode first: it stands in the bar at the top')
        : !isLive.value ? t('Not connected') : why;
    const words = command.entry !== '' ? command.entry : 'Mark as gone…';
    return (
        <button aria-disabled={reason !== ''} title={reason !== '' ? reason : t(command.tip || command.summary)} aria-description={reason}
            onClick={() => { if (reason === '') void order(question()); }}>
            <Icon name={icon} />{t(words)}
        </button>
    );
}
