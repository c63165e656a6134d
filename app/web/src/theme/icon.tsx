// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { h } from 'preact';
import shapes from '../../generated/icons.json';
import type { StateText } from '../words/marks';
import { marks, type Mark } from '../words/words';

// Of this page alone.
const own: Shapes = {
    theme: [['circle', { cx: '12', cy: '12', r: '9' }], ['path', { d: 'M12 3a9 9 0 0 1 0 18z', fill: 'currentColor' }]],
    services: [['path', { d: 'M12 3 3 8l9 5 9-5zM3 13l9 5 9-5' }]],
    schedules: [['circle', { cx: '12', cy: '12', r: '9' }], ['path', { d: 'M12 7v5l3 3' }]],
};

type Shapes = Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>;

// Of resources/icons, in the colour of the text. Decorative: the word stands beside it.
export function Icon({ name, size = 16 }: { name: string; size?: number }) {
    return (
        <svg class="icon" viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
            {(own[name] ?? (shapes as unknown as Shapes)[name])?.map(([tag, attributes]) => h(tag, attributes))}
        </svg>
    );
}

export function MarkIcon({ mark, size }: { mark: Mark; size?: number }) {
    return <span class={`mark mark-${mark}`}><Icon name={marks[mark].icon} {...(size === undefined ? {} : { size })} /></span>;
}

export function State({ state }: { state: StateText }) {
    return (
        <span class={`state mark-${state.mark}`} {...(state.help === '' ? {} : { title: state.help })}>
            <Icon name={marks[state.mark].icon} />{state.word}
        </span>
    );
}
