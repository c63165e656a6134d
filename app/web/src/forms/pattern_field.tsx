// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A field for a pattern and its options.
import { t } from '../words/translate';
import type { LogPattern } from './log_pattern';

export function PatternField({ name, pattern, problem, isFilter = false, onChange, onStep }: {
    name: string; pattern: LogPattern; problem: string; isFilter?: boolean; onChange: (pattern: LogPattern) => void; onStep?: (forward: boolean) => void;
}) {
    const option = (key: 'matchCase' | 'regex' | 'inverse', sign: string, words: string) => (
        <button type="button" class="bare" aria-pressed={pattern[key]} aria-label={t('%1: %2', name, words)} title={words}
            onClick={() => onChange({ ...pattern, [key]: !pattern[key] })}>{sign}</button>);
    return (
        <span class="pattern">
            <input type="search" aria-label={name} placeholder={name} aria-invalid={problem !== ''} title={problem} spellcheck={false} autocomplete="off" value={pattern.text}
                data-find={isFilter ? undefined : ''}
                onInput={(event) => onChange({ ...pattern, text: event.currentTarget.value })}
                onKeyDown={(event) => {
                    if (event.key === 'Enter' && onStep !== undefined) {
                        event.preventDefault();
                        onStep(!event.shiftKey);
                    }
                }} />
            {option('matchCase', 'Aa', t('Match case'))}
            {option('regex', '.*', t('Regular expression'))}
            {isFilter && option('inverse', '≠', t('Only lines that do not match'))}
        </span>
    );
}
