// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { computed, effect, signal } from '@preact/signals';
import { settings } from '../session/settings';

function matches(query: string) {
    const list = matchMedia(query);
    const out = signal(list.matches);
    list.addEventListener('change', () => { out.value = list.matches; });
    return out;
}

export const narrow = matches('(max-width: 640px)'); // cards in place of tables
export const reducedMotion = matches('(prefers-reduced-motion: reduce)');
const prefersDark = matches('(prefers-color-scheme: dark)');
export const dark = computed(() => (settings.theme.value === 'system' ? prefersDark.value : settings.theme.value === 'dark'));

export const rowHeights: Readonly<Record<string, number>> = { compact: 24, normal: 32, large: 40 };

export function applyTheme(): void {
    effect(() => {
        document.documentElement.dataset.theme = dark.value ? 'dark' : 'light';
        tones.clear();
    });
    effect(() => { document.documentElement.dataset.density = settings.density.value; });
}

const tones = new Map<string, string>();

// A colour of style.css as it is now, for canvases. Asked of the browser once for each theme: each tick asks.
export function tone(name: string): string {
    let colour = tones.get(name);
    if (colour === undefined) {
        colour = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
        tones.set(name, colour);
    }
    return colour;
}
