// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { session, signOut } from '../session/session';
import { settings } from '../session/settings';
import { dark } from '../theme/theme';
import { Icon } from '../theme/icon';
import { clockText, durationText } from '../words/text';
import { languages, t } from '../words/translate';
import { disconnect, isLive, link, operatorMode, phase, store, tell } from './app';
import { helpOpen, searchOpen } from './keys';

// Rises each second.
function useSecond(): number {
    const now = useSignal(Date.now());
    useEffect(() => {
        const timer = setInterval(() => { now.value = Date.now(); }, 1000);
        return () => clearInterval(timer);
    }, []);
    return now.value;
}

function LinkState() {
    const now = useSecond();
    const age = Math.max(0, Math.round((now - link().heardMs.value) / 1000));
    const known = store.known.value;
    const [mark, word] = isLive.value ? ['good', t('Live')] : phase.value === 'connecting' ? ['waiting', t('Connecting…')] : ['lost', t('Not connected')];
    const about = [
        ...(store.cluster.value.version === undefined ? [] : [t('Server %1', store.cluster.value.version)]),
        ...(link().polls.value ? [t('Something between this browser and the master lets no WebSocket through: the page polls')] : []),
    ];
    return (
        <span class={`link-state mark-${mark}`} title={about.join('\n')}>
            <Icon name={mark === 'good' ? 'check' : mark === 'waiting' ? 'hourglass' : 'broken'} />
            <span>{word}</span>
            {link().polls.value && <span class="chip polling">{t('Polling')}</span>}
            {known && isLive.value && <span class="quiet age">{t('Data is %1 old', durationText(age))}</span>}
        </span>
    );
}

export function StaleBanner() {
    const now = useSecond();
    if (isLive.value || (phase.value === 'connecting' && !store.known.value)) {
        return null;
    }
    const left = Math.max(0, Math.ceil((link().retryAtMs.value - now) / 1000));
    return (
        <div class="banner" role="status">
            <Icon name="broken" />
            <span>
                <strong>{store.known.value ? t('Not connected. Data as of %1', clockText(link().heardMs.value)) : t('Not connected, no data yet')}</strong>
                {' '}{t(link().cause.value)}
            </span>
            <span class="quiet">{phase.value === 'waiting' && left > 0 ? t('Next attempt in %1 s', left) : t('Connecting…')}</span>
            <button onClick={() => void link().connect()}>{t('Retry now')}</button>
        </div>
    );
}

function OperatorSwitch() {
    return (
        <button class={operatorMode.value ? 'operator on' : 'operator'} role="switch" aria-checked={operatorMode.value}
            title={t('Required to drain, hold, restrict and kill; switches off after %1 min without input', 10)}
            onClick={() => {
                operatorMode.value = !operatorMode.value;
                if (operatorMode.value && session.value?.authenticated && session.value.may.length === 0) {
                    tell({ text: 'This session may only look', good: false });
                }
            }}>
            <Icon name={operatorMode.value ? 'release' : 'lock'} /><span class="word">{t('Operator mode')}</span>
        </button>
    );
}

export function TopBar() {
    const cluster = store.cluster.value;
    return (
        <header class="top-bar">
            <a class="cluster" href="#/overview" title={location.host}>
                <Icon name="nodes" size={18} /><span class="cluster-name">{cluster.name || location.host}</span>
                {cluster.simulated && <span class="chip">{t('Simulated GPUs')}</span>}
            </a>
            <button class="search-button" onClick={() => { searchOpen.value = true; }}>
                <Icon name="search" /><span class="word">{t('Search')}</span><kbd aria-hidden="true">Ctrl+K</kbd>
            </button>
            <LinkState />
            <OperatorSwitch />
            <span class="tools">
                <button class="bare" title={t('Light or dark theme')} aria-label={t('Light or dark theme')}
                    onClick={() => { settings.theme.value = dark.value ? 'light' : 'dark'; }}><Icon name="theme" size={18} /></button>
                <select aria-label={t('Language')} value={settings.language.value} onChange={(event) => { settings.language.value = event.currentTarget.value; }}>
                    {languages.map(({ language, name }) => <option key={language} value={language}>{language === 'system' ? t(name) : name}</option>)}
                </select>
                <button class="bare" title={`${t('Keyboard shortcuts')} (?)`} aria-label={t('Keyboard shortcuts')} onClick={() => { helpOpen.value = true; }}><span aria-hidden="true">?</span></button>
                {session.value?.authenticated && (
                    <button class="bare" onClick={() => void signOut().then((problem) => (problem === '' ? disconnect() : tell({ text: problem, good: false })))}>
                        {t('Sign out')}{session.value.principal !== '' && ` (${session.value.principal})`}
                    </button>
                )}
            </span>
        </header>
    );
}
