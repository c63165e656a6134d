// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/translate';
import { Icon } from '../theme/icon';
import { signIn, whySignIn } from './session';

export function SignIn() {
    const byName = useSignal(false);
    const problem = useSignal('');
    const waiting = useSignal(false);
    const first = useRef<HTMLInputElement>(null);
    useEffect(() => first.current?.focus(), [byName.value]);

    async function submit(event: SubmitEvent) {
        event.preventDefault();
        const data = new FormData(event.currentTarget as HTMLFormElement);
        const text = (name: string) => String(data.get(name) ?? '').trim();
        waiting.value = true;
        problem.value = await signIn(byName.value ? { principal: text('principal'), secret: text('secret'), stay: data.has('stay') } : { token: text('token') });
        waiting.value = false;
        if (problem.value !== '') { // the secret is what was mistyped
            const wrong = first.current?.form?.querySelector<HTMLInputElement>('[type="password"]');
            wrong?.focus();
            wrong?.select();
        }
    }

    return (
        <main class="sign-in">
            <form onSubmit={submit} aria-labelledby="sign-in-title">
                <h1 id="sign-in-title">Muster</h1>
                <p class="quiet">{whySignIn.value !== '' ? t(whySignIn.value) : t('Sign in to this cluster')}</p>
                {byName.value ? (
                    <>
                        <label>{t('Name')}<input ref={first} name="principal" autocomplete="username" required /></label>
                        <label>{t('Password')}<input name="secret" type="password" autocomplete="current-password" required /></label>
                        <label class="check"><input name="stay" type="checkbox" />{t('Stay signed in for 30 days')}</label>
                        <p class="quiet small">{t('For a wall display: only for accounts that may not give orders')}</p>
                    </>
                ) : (
                    <label>{t('Token')}<input ref={first} name="token" type="password" autocomplete="current-password" required
                        aria-describedby="token-help" /></label>
                )}
                {!byName.value && <p class="quiet small" id="token-help">{t('The master keeps it in the file token of its work directory')}</p>}
                <p class="problem" role="alert">{problem.value !== '' && <><Icon name="warning" />{t(problem.value)}</>}</p>
                <button class="main" disabled={waiting.value}>{t('Sign in')}</button>
                <button type="button" class="link" onClick={() => { byName.value = !byName.value; problem.value = ''; }}>
                    {byName.value ? t('Use the token') : t('Use a name and a password')}
                </button>
            </form>
        </main>
    );
}
