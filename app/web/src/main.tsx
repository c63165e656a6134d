// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import 'uplot/dist/uPlot.min.css';
import './theme/style.css';
import { effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { connect, followTitle, watchInput } from './frame/app';
import { followKeys } from './frame/keys';
import { followJobs } from './frame/notifications';
import { lazyPage } from './frame/lazy_page';
import { pages } from './frame/pages';
import { followAddress, route } from './frame/route';
import { expectHeat } from './gpu/heat_map';
import { loadAhead, Shell } from './frame/shell';
import { loadSession, session } from './session/session';
import { settings } from './session/settings';
import { SignIn } from './session/sign_in';
import { applyTheme } from './theme/theme';
import { setLanguage, t, type Language } from './words/translate';

const problem = signal('');

// The wall view takes no input and needs no other part.
const isWall = new URLSearchParams(location.search).has('kiosk');
const Wall = lazyPage(() => import('./wall/wall').then((wall) => wall.Wall));
const wallRetryMs = 10_000;

function App() {
    if (session.value !== undefined) {
        return isWall ? <Wall /> : <Shell />;
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
followTitle(() => (isWall || session.value === undefined ? '' : t(pages.find(({ name }) => name === route.value.page)?.title ?? '')));
if (isWall) { // nobody is there to press a button, and somebody may sign in beside it
    setInterval(() => { if (session.value === undefined) void start(); }, wallRetryMs);
} else {
    followAddress();
    if (route.value.page === 'overview') {
        expectHeat();
    }
    followKeys();
    watchInput();
    followJobs();
}
effect(() => { void setLanguage(settings.language.value as Language); });

void start().then(() => {
    let connectedAs: unknown;
    effect(() => { // anew for whoever signs in; a master that was started again goes on with the same connection
        if (session.value?.principal !== connectedAs) {
            connectedAs = session.value?.principal;
            if (session.value !== undefined) {
                untracked(connect);
            }
        }
    });
    const app = document.getElementById('app')!;
    app.replaceChildren();
    render(<App />, app);
    if (!isWall) {
        loadAhead();
    }
});
