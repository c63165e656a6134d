// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../words/translate';
import { isLive } from './app';

// What could not be loaded is tried again when the master is back.
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
    const loaded = signal<{ page?: ComponentType<Props>; failed?: boolean }>({});
    return function Lazy(props: Props) {
        useEffect(() => {
            if (loaded.value.page === undefined) {
                load().then((page) => { loaded.value = { page }; }, () => { loaded.value = { failed: true }; });
            }
        }, [isLive.value]);
        const { page: Loaded, failed } = loaded.value;
        return Loaded !== undefined ? <Loaded {...props} />
            : failed ? <p class="empty">{t('This part of the page could not be loaded: reload it when the master is there')}
                <button onClick={() => location.reload()}>{t('Reload')}</button></p> : null;
    };
}
