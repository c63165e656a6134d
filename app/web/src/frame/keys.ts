// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys of the whole page. Those of a list are in tables/.
import { signal } from '@preact/signals';
import { dark } from '../theme/theme';
import { settings } from '../session/settings';
import { link } from './app';
import { digitOf, letterOf, pages } from './pages';
import { choose, go, route, setParams } from './route';

export const searchOpen = signal(false);
export const helpOpen = signal(false);

export interface KeyHelp {
    keys: string;
    action: string;
}

export const keyHelp: readonly KeyHelp[] = [
    ...pages.map(({ title, keys }) => ({ keys: [...keys].reverse().join(' · '), action: title })),
    { keys: 'Ctrl+K', action: 'Search' },
    { keys: '/', action: 'Filter' },
    { keys: 'Esc', action: 'Clear the filter, then close the details' },
    { keys: '↑ ↓', action: 'Move in a list' },
    { keys: 'Enter', action: 'Open' },
    { keys: 'Space', action: 'Select several rows' },
    { keys: 'l', action: 'Log' },
    { keys: 'x', action: 'Terminal' },
    { keys: 'f', action: 'Files' },
    { keys: 'e', action: 'Why it is pending' },
    { keys: 'Shift+← →', action: 'Move the column (in its heading)' },
    { keys: 'b', action: 'Load what ended earlier' },
    { keys: 'Del', action: 'Kill…' },
    { keys: 'Ctrl+Shift+C', action: 'Copy the row' },
    { keys: 'Ctrl+Shift+I', action: 'Copy the id of the row' },
    { keys: 'F5', action: 'Refresh' },
    { keys: 'Ctrl+Alt+T', action: 'Light or dark theme' },
    { keys: '?', action: 'Keyboard shortcuts' },
];

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function focusFilter(): boolean {
    const box = document.querySelector<HTMLInputElement>('[data-filter]');
    box?.focus();
    box?.select();
    return box !== null;
}

function escape(): void {
    if (route.value.params.filter) {
        setParams({ filter: '' });
    } else if (route.value.key !== '') {
        choose('');
    }
}

export function followKeys(): void {
    let afterG = 0;
    addEventListener('keydown', (event) => {
        if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) {
            return;
        }
        const done = () => event.preventDefault();
        const { key } = event;
        if (event.ctrlKey || event.metaKey) {
            if (key.toLowerCase() === 'k') {
                searchOpen.value = true;
                done();
            } else if (key === ',') {
                go('settings');
                done();
            } else if (event.altKey && key.toLowerCase() === 't') {
                settings.theme.value = dark.value ? 'light' : 'dark';
                done();
            }
            return;
        }
        if (event.altKey) {
            const page = pages.find((one) => digitOf(one) === key);
            if (page !== undefined) {
                go(page.name);
                done();
            }
            return;
        }
        if (isTyping(event.target)) {
            if (key === 'Escape' && (event.target as HTMLElement).dataset.filter !== undefined) {
                setParams({ filter: '' });
                (event.target as HTMLElement).blur();
                done();
            }
            return;
        }
        if (afterG > event.timeStamp - 1500) {
            afterG = 0;
            const page = pages.find((one) => letterOf(one) === key);
            if (page !== undefined) {
                go(page.name);
                done();
                return;
            }
        }
        if (key === 'g') {
            afterG = event.timeStamp;
        } else if (key === '/' && focusFilter()) {
            done();
        } else if (key === '?' || key === 'F1') {
            helpOpen.value = true;
            done();
        } else if (key === 'F5') {
            link().subscribe();
            done();
        } else if (key === 'Escape') {
            escape();
        }
    });
}
