// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { Icon, MarkIcon } from '../theme/icon';
import { t } from '../words/translate';
import { openAlerts, openMark } from './app';
import { letterOf, pages } from './pages';
import { href, route } from './route';

export function Navigation() {
    const open = openAlerts.value.length;
    return (
        <nav class="navigation" aria-label={t('Pages')}>
            <ul>
                {pages.map((page) => { const { name, icon, title } = page; return (
                    <li key={name}>
                        <a href={href(name)} {...(route.value.page === name ? { 'aria-current': 'page' as const } : {})}
                            title={`${t(title)} (${letterOf(page) === '' ? 'Ctrl+,' : `g ${letterOf(page)}`})`}>
                            <Icon name={icon} size={20} /><span class="word">{t(title)}</span>
                            {name === 'alerts' && open > 0 && (
                                <span class="badge" aria-label={t('Unacknowledged alerts: %1', open)} role="img">
                                    {openMark.value !== undefined && <MarkIcon mark={openMark.value} size={14} />}{open}
                                </span>
                            )}
                        </a>
                    </li>
                ); })}
            </ul>
        </nav>
    );
}
