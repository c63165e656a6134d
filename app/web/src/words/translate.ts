// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { batch, signal } from '@preact/signals';

export type Language = 'system' | 'en' | 'it' | 'zh_CN';
export const languages: readonly { language: Language; name: string }[] = [
    { language: 'system', name: 'Follow system' },
    { language: 'en', name: 'English' },
    { language: 'it', name: 'Italiano' },
    { language: 'zh_CN', name: '简体中文' },
];

// The one that is shown.
export const language = signal('en');

const dictionary = signal<Readonly<Record<string, string>>>({});

// The text in the reader's language, looked up by its English form; %1, %2 ... are replaced.
export function t(english: string, ...values: readonly (string | number)[]): string {
    const words = dictionary.value[english] ?? english;
    return values.length === 0 ? words
        : words.replace(/%L?(\d|n)/g, (whole, place: string) => String(values[place === 'n' ? 0 : Number(place) - 1] ?? whole));
}

function ofBrowser(): Language {
    const wanted = navigator.language.toLowerCase();
    return wanted.startsWith('it') ? 'it' : wanted.startsWith('zh') ? 'zh_CN' : 'en';
}

const load: Partial<Record<Language, () => Promise<{ default: Record<string, string> }>>> = {
    it: () => import('../../generated/languages/it.json'),
    zh_CN: () => import('../../generated/languages/zh_CN.json'),
};

export async function setLanguage(wanted: Language): Promise<void> {
    const shown = wanted === 'system' ? ofBrowser() : wanted;
    const words = (await load[shown]?.())?.default ?? {};
    batch(() => {
        dictionary.value = words;
        language.value = shown;
    });
    document.documentElement.lang = shown === 'zh_CN' ? 'zh-CN' : shown;
}
