// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/translate';
import { route } from './route';

// A modal <dialog>: the browser keeps the focus inside, gives it back, and closes it with Esc.
export function Dialog({ title, wide = false, onClose, children }: {
    title: string; wide?: boolean; onClose: () => void; children: ComponentChildren;
}) {
    const dialog = useRef<HTMLDialogElement>(null);
    const page = useRef(route.value.page);
    useSignalEffect(() => {
        if (route.value.page !== page.current) {
            dialog.current?.close(); // it belongs to the page that it was opened on
        }
    });
    useEffect(() => {
        dialog.current?.showModal();
        dialog.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
    }, []);
    return (
        <dialog ref={dialog} class={wide ? 'wide' : ''} aria-label={title} onClose={onClose}
            onClick={(event) => { if (event.target === dialog.current) dialog.current?.close(); }}>
            <div class="dialog-body">
                <h2>{title}</h2>
                {children}
            </div>
        </dialog>
    );
}

export function CloseButton() {
    return <button type="button" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{t('Close')}</button>;
}
