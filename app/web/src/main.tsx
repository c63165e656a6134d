// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import 'uplot/dist/uPlot.min.css';
import './theme/style.css';
import { effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { connect, followTitle, watchInput } from './frame/app';
import { followKeys } from './frame/keys';
import { followJobs } from './frame/notifications';
import { followAddress } from './frame/route';
import { loadLists, Shell } from './frame/shell';
import { loadSession, session } from './session/session';
import { settings } from './session/settings';
import { SignIn } from './session/sign_in';
import { applyTheme } from './theme/theme';
import { setLanguage, t, type Language } from './words/translate';

const problem = signal('');

function App() {
    if (session.value !== undefined) {
        return <Shell />;
    }
    return problem.value === '' ? <SignIn /> : (
        <main class="sign-in"><p class="problem" role="alert">{t('The master does not answer')}: {problem.value}</p>
            <button onClick={() => void start()}>{t('Retry now')}</button></main>
    );
}

async function start(): Promise<void> {
    try {
        await loadSession();
        problem.value = '';
    } catch (error) {
        problem.value = error instanceof Error ? error.message : String(error);
    }
}

applyTheme();
followAddress();
followKeys();
followTitle();
watchInput();
followJobs();
effect(() => { void setLanguage(settings.language.value as Language); });

void start().then(() => {
    let connectedAs: unknown;
    effect(() => { // anew for each session, and the same one is not connected twice
        if (session.value?.csrf !== connectedAs) {
            connectedAs = session.value?.csrf;
            if (session.value !== undefined) {
                untracked(connect);
            }
        }
    });
    render(<App />, document.getElementById('app')!);
    loadLists();
});
