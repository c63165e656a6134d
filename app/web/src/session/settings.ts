// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What a reader has chosen for this browser. Kept where the browser allows it, else until the page is closed.
import { signal, type Signal } from '@preact/signals';

type Plain<Value> = Value extends string ? string : Value extends number ? number : boolean;

function kept<Value extends string | number | boolean>(name: string, first: Value): Signal<Plain<Value>> {
    return keptAs<unknown>(name, first) as Signal<Plain<Value>>;
}

function keptAs<Value>(name: string, first: Value): Signal<Value> {
    const key = `muster.${name}`;
    let before: Value = first;
    try {
        const text = localStorage.getItem(key);
        const value: unknown = text === null ? first : JSON.parse(text);
        before = typeof value === typeof first ? (value as Value) : first;
    } catch { /* private mode, or somebody else's text */ }
    const out = signal(before);
    out.subscribe((value) => {
        if (value !== before) {
            before = value;
            try {
                localStorage.setItem(key, JSON.stringify(value));
            } catch { /* it is only not kept */ }
        }
    });
    return out;
}

export const settings = {
    theme: kept('theme', 'system'), // system, light, dark
    language: kept('language', 'system'),
    density: kept('density', 'normal'), // compact, normal, large
    user: kept('user', ''), // for user:me and as the author of commands
    heatMetric: kept('heat_metric', 'gpu_utilization'),
    notifications: kept('notifications', false), // when one of my jobs starts or ends
    utilisation: kept('threshold_utilisation', 0), // from this value on the list of GPUs highlights it; 0: never
    memory: kept('threshold_memory', 90),
    temperature: kept('threshold_temperature', 80),
    logWrap: kept('log_wrap', true),
    logTail: kept('log_tail', 262144), // bytes; 0: all
};

// Of a list, by its name: keys; empty: those that everybody sees at first.
export function shownColumns(list: string): Signal<string> {
    return (lists[list] ??= kept(`columns.${list}`, ''));
}
const lists: Record<string, Signal<string>> = {};
