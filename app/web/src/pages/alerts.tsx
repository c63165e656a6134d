// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { signal, useSignal } from '@preact/signals';
import { link, me, tell } from '../frame/app';
import { Dialog } from '../frame/dialog';
import { choose, route } from '../frame/route';
import { may } from '../session/session';
import { Icon } from '../theme/icon';
import { alertColumns } from '../tables/other_columns';
import { Table } from '../tables/table';
import { alertWord } from '../words/marks';
import { localTimes } from '../words/text';
import { t } from '../words/translate';
import type { Alert } from '../words/words';
import { Events } from './events';
import { useRows } from './rows';

const hour = 3_600_000;
const acknowledging = signal<Alert | undefined>(undefined);

// Seen is no command on what runs: it needs no operator mode, as in the console.
function AcknowledgeDialog({ alert }: { alert: Alert }) {
    const note = useSignal('');
    const mute = useSignal(0);
    const close = () => { acknowledging.value = undefined; };
    async function acknowledge(event: Event) {
        event.preventDefault();
        close();
        try {
            await link().request({ acknowledge_alert: { alert_id: alert.id ?? '', note: note.value.trim(), author: me.value, muted_until_ms: mute.value === 0 ? '0' : String(Date.now() + mute.value) } });
            tell({ text: 'Acknowledged %1', values: [alert.name ?? ''], good: true });
        } catch (error) {
            tell({ text: 'Cannot acknowledge %1: %2', values: [alert.name ?? '', error instanceof Error ? error.message : ''], good: false });
        }
    }
    return (
        <Dialog title={t('Acknowledge an alert')} onClose={close}>
            <form onSubmit={acknowledge}>
                <p><strong>{alertWord(alert.rule)}: {alert.name}</strong><br />{localTimes(alert.text ?? '')}</p>
                <label>{t('Note')}<input data-focus value={note.value} placeholder={t('What is being done (optional)')} onInput={(event) => { note.value = event.currentTarget.value; }} /></label>
                <label>{t('Mute')}
                    <select value={String(mute.value)} onChange={(event) => { mute.value = Number(event.currentTarget.value); }}>
                        <option value="0">{t('No')}</option><option value={String(hour)}>{t('For 1 hour')}</option>
                        <option value={String(8 * hour)}>{t('For 8 hours')}</option><option value={String(24 * hour)}>{t('For 1 day')}</option>
                    </select></label>
                <p class="quiet small">{t('A muted alert is not reported as new if it returns')}</p>
                <p class="buttons"><button type="button" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{t('Cancel')}</button><button class="main">{t('Acknowledge')}</button></p>
            </form>
        </Dialog>
    );
}

export function Alerts() {
    const { rows, version } = useRows('alerts');
    const { key } = route.value;
    return (
        <div class="stack">
            <Table name="alerts" label={t('Alerts')} rows={rows} version={version} columns={alertColumns} keyOf={({ id = '' }) => id} chosen={key} firstSorting="severity,-since"
                onOpen={({ id = '' }) => choose(id)} rowClass={({ acknowledged_by }) => (acknowledged_by ? 'seen' : '')}
                buttons={([alert]) => (
                    <button aria-disabled={alert === undefined || !may('acknowledge_alert')} title={t('Acknowledge the selected alert')}
                        onClick={() => { if (alert !== undefined && may('acknowledge_alert')) acknowledging.value = alert; }}><Icon name="check" />{t('Acknowledge…')}</button>
                )}
                actions={[{ key: 'a', run: ([alert]) => { acknowledging.value = alert; } }]}
                empty={{ icon: 'check', title: t('No active alerts'), text: t('No GPU, node or job needs attention') }} />
            <section class="below" aria-label={t('Events')}><h2>{t('Events')}</h2><Events /></section>
            {acknowledging.value !== undefined && <AcknowledgeDialog alert={acknowledging.value} />}
        </div>
    );
}
