// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Beside a list: the chosen object, with tabs that are in the address.
import type { ComponentChildren } from 'preact';
import { choose, route, setParams } from '../frame/route';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';

export interface Tab {
    name: string; // in the address
    word: string;
    content: () => ComponentChildren;
}

export function Details({ title, state, buttons, tabs }: { title: string; state?: ComponentChildren; buttons?: ComponentChildren; tabs: readonly Tab[] }) {
    const chosen = tabs.find(({ name }) => name === route.value.params.tab) ?? tabs[0]!;
    return (
        <section class="details" aria-label={title}>
            <header>
                <h2>{title}</h2>{state}
                <button class="bare close" aria-label={t('Close')} title={`${t('Close')} (Esc)`} onClick={() => choose('')}>×</button>
            </header>
            {buttons !== undefined && <div class="details-buttons">{buttons}</div>}
            {tabs.length > 1 && (
                <div class="tabs" role="tablist" aria-label={title} onKeyDown={(event) => {
                    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                    if (by !== 0) {
                        const next = tabs[(tabs.indexOf(chosen) + by + tabs.length) % tabs.length]!;
                        setParams({ tab: next.name });
                        requestAnimationFrame(() => document.getElementById(`tab-${next.name}`)?.focus());
                        event.preventDefault();
                    }
                }}>
                    {tabs.map(({ name, word }) => (
                        <button key={name} id={`tab-${name}`} role="tab" aria-selected={name === chosen.name} aria-controls="tab-content" tabIndex={name === chosen.name ? 0 : -1}
                            onClick={() => setParams({ tab: name })}>{word}</button>
                    ))}
                </div>
            )}
            <div class="tab-content" id="tab-content" {...(tabs.length > 1 ? { role: 'tabpanel', 'aria-labelledby': `tab-${chosen.name}` } : {})}>{chosen.content()}</div>
        </section>
    );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
    return <dl class="facts">{facts.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}

export function Gone({ words }: { words: string }) {
    return (
        <section class="details" aria-label={words}>
            <p class="empty"><Icon name="broken" size={32} /><strong>{words}</strong><button onClick={() => choose('')}>{t('Close')}</button></p>
        </section>
    );
}
