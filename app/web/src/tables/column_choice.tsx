// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef } from 'preact/hooks';
import { shownColumns } from '../session/settings';
import { t } from '../words/translate';
import type { Column } from './column';

// Which columns a list has, kept in the browser.
export function ColumnChoice({ name, columns, shown, onClose }: {
    name: string; columns: readonly Column<never>[]; shown: readonly string[]; onClose: () => void;
}) {
    const kept = shownColumns(name);
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => box.current?.querySelector<HTMLElement>('button, input')?.focus(), []);
    const set = (keys: readonly string[]) => { kept.value = keys.join(','); };
    const all = columns.map(({ heading }) => heading.key);
    return (
        <div class="choice" ref={box} role="group" aria-label={t('Columns')} onKeyDown={(event) => {
            if (event.key === 'Escape') {
                event.stopPropagation();
                onClose();
            }
        }}>
            <p class="buttons">
                <button onClick={() => set(columns.filter(({ heading }) => heading.rank === 'main').map(({ heading }) => heading.key))}>{t('Compact columns')}</button>
                <button onClick={() => set(all)}>{t('All columns')}</button>
                <button onClick={() => set([])}>{t('Reset columns')}</button>
                <button onClick={onClose}>{t('Close')}</button>
            </p>
            <ul>
                {columns.map(({ heading }) => (
                    <li key={heading.key}>
                        <label title={heading.help === '' ? '' : t(heading.help)}>
                            <input type="checkbox" checked={shown.includes(heading.key)} disabled={shown.length === 1 && shown.includes(heading.key)}
                                onChange={(event) => set(event.currentTarget.checked ? [...shown, heading.key] : shown.filter((key) => key !== heading.key))} />
                            {t(heading.title)}
                        </label>
                    </li>
                ))}
            </ul>
        </div>
    );
}
