// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { route } from '../frame/route';
import { useAnswer } from '../frame/use_answer';
import { CommandButton } from '../forms/command_button';
import { order } from '../forms/command_dialog';
import { rescindOffers, whyNotOf } from '../forms/commands';
import { Icon } from '../theme/icon';
import { offerColumns, refusalColumns } from '../tables/other_columns';
import { Table } from '../tables/table';
import { t } from '../words/translate';
import type { Offer } from '../words/words';
import { useRows } from './rows';

const repeatMs = 3000;

function Refused() {
    const { answer: rows = [], problem } = useAnswer(
        () => ({ query_refusals: {} }), ({ refusals }) => [...(refusals?.withheld ?? []), ...(refusals?.rows ?? [])], repeatMs);
    return (
        <section class="below" aria-label={t('Refused')}>
            <h2>{t('Refused')}</h2>
            {problem !== '' ? <p class="problem"><Icon name="warning" />{problem}</p> : (
                <Table name="refusals" label={t('Refused')} small rows={rows} version={rows.length} columns={refusalColumns}
                    keyOf={(row) => `${row.framework_id} ${row.role} ${row.agent_id} ${row.until_ms} ${row.reason}`}
                    empty={{ icon: 'offers', title: t('Nothing is refused at present'), text: t('What frameworks decline or are not offered is listed here, with the reason') }} />
            )}
        </section>
    );
}

export function Offers() {
    const { rows, version } = useRows('offers');
    return (
        <div class="stack">
            <Table name="offers" label={t('Offers')} rows={rows} version={version} columns={offerColumns} keyOf={({ id = '' }) => id} chosen={route.value.key} firstSorting="-made"
                buttons={(chosen: readonly Offer[]) => <CommandButton request="rescind_offer" icon="rescind" why={whyNotOf.offer('rescind_offer', chosen)} question={() => rescindOffers(store, chosen)} />}
                actions={[{ key: 'Delete', run: (chosen) => void order(rescindOffers(store, chosen)) }]}
                empty={{ icon: 'offers', title: t('No outstanding offers'), text: t('All free resources were declined, or no framework wants any') }} />
            <Refused />
        </div>
    );
}
