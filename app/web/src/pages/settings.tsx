// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { isShared, store, tell } from '../frame/app';
import { helpOpen } from '../frame/keys';
import { allowNotifications } from '../frame/notifications';
import { session } from '../session/session';
import { settings } from '../session/settings';
import { languages, t } from '../words/translate';
import type { Signal } from '@preact/signals';

function Choice({ label, value, options }: { label: string; value: Signal<string>; options: readonly (readonly [string, string])[] }) {
    return (
        <label>{label}
            <select value={value.value} onChange={(event) => { value.value = event.currentTarget.value; }}>
                {options.map(([name, word]) => <option key={name} value={name}>{word}</option>)}
            </select>
        </label>
    );
}

function Threshold({ label, unit, value }: { label: string; unit: string; value: Signal<number> }) {
    return (
        <label>{label}
            <span class="with-unit"><input type="number" min={0} max={200} value={value.value} onChange={(event) => { value.value = Number(event.currentTarget.value); }} />{unit}</span>
        </label>
    );
}

export function Settings() {
    const { principal = '', authenticated = false, expires_ms = 0 } = session.value ?? {};
    return (
        <div class="settings">
            <section>
                <h2>{t('Appearance')}</h2>
                <Choice label={t('Theme')} value={settings.theme} options={[['system', t('Follow system')], ['light', t('Light')], ['dark', t('Dark')]]} />
                <Choice label={t('Row height')} value={settings.density} options={[['compact', t('Compact')], ['normal', t('Normal')], ['large', t('Large')]]} />
                <Choice label={t('Language')} value={settings.language} options={languages.map(({ language, name }) => [language, language === 'system' ? t(name) : name] as const)} />
            </section>
            <section>
                <h2>{t('GPU thresholds')}</h2>
                <p class="quiet">{t('From this value on, the GPU list highlights the value')}</p>
                <Threshold label={t('Utilisation')} unit="%" value={settings.utilisation} />
                <Threshold label={t('Memory used')} unit="%" value={settings.memory} />
                <Threshold label={t('Temperature')} unit="°C" value={settings.temperature} />
            </section>
            <section>
                <h2>{t('User')}</h2>
                {!isShared.value ? <p>{principal}</p> : (
                    <label>{t('Your name, for user:me and as the author of commands')}
                        <input value={settings.user.value} autocomplete="username" onChange={(event) => { settings.user.value = event.currentTarget.value.trim(); }} /></label>
                )}
                <label class="check">
                    <input type="checkbox" checked={settings.notifications.value} onChange={async (event) => {
                        const box = event.currentTarget;
                        settings.notifications.value = box.checked && await allowNotifications();
                        if (box.checked && !settings.notifications.value) {
                            box.checked = false;
                            tell({ text: 'The browser does not allow notifications of this page', good: false });
                        }
                    }} />{t('When one of my jobs starts or ends')}
                </label>
                {authenticated && expires_ms > 0 && <p class="quiet">{t('The session ends at %1', new Date(expires_ms).toLocaleString())}</p>}
            </section>
            <section>
                <h2>{t('Window and keys')}</h2>
                <p class="buttons start"><button onClick={() => { helpOpen.value = true; }}>{t('Keyboard shortcuts…')}</button>
                    <button title={t('Reset columns and window to their defaults')} onClick={() => {
                        Object.keys(localStorage).filter((key) => key.startsWith('muster.columns.')).forEach((key) => localStorage.removeItem(key));
                        location.reload();
                    }}>{t('Reset the layout')}</button></p>
            </section>
            <section>
                <h2>{t('About Muster')}</h2>
                <p class="quiet">{t('Server %1', store.cluster.value.version ?? '–')}{store.cluster.value.simulated && ` · ${t('Simulated GPUs')}`}</p>
                <p class="quiet">{t('These settings are kept in this browser')}</p>
            </section>
        </div>
    );
}
