// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { t } from '../words/translate';
import { CloseButton, Dialog } from './dialog';
import { helpOpen, keyHelp } from './keys';

export function Shortcuts() {
    return (
        <Dialog title={t('Keyboard shortcuts')} onClose={() => { helpOpen.value = false; }}>
            <div class="scroll" tabIndex={0} role="group" aria-label={t('Keyboard shortcuts')}>
                <table class="plain-table">
                    <thead><tr><th scope="col">{t('Keys')}</th><th scope="col">{t('Action')}</th></tr></thead>
                    <tbody>
                        {keyHelp.map(({ keys, action }) => (
                            <tr key={action}><td>{keys.split(' · ').map((one, index) => <>{index > 0 && ` ${t('or')} `}<kbd>{one}</kbd></>)}</td><td>{t(action)}</td></tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="buttons"><CloseButton /></p>
        </Dialog>
    );
}
