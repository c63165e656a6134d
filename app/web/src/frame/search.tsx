// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl+K: finds any node, GPU, job, task, service, schedule or user, and the pages.
import { useSignal } from '@preact/signals';
import { Icon } from '../theme/icon';
import { jobState, taskState, agentState, gpuState } from '../words/marks';
import { t } from '../words/translate';
import type { Store } from '../wire/store';
import { taskKey } from '../wire/store';
import { store } from './app';
import { Dialog } from './dialog';
import { searchOpen } from './keys';
import { pages } from './pages';
import { go, href } from './route';

export interface Found {
    icon: string;
    name: string;
    detail: string;
    page: string;
    key: string;
    params?: Record<string, string>;
}

const most = 40;

// Those that begin so come first; in each group as the store has them.
export function find(text: string, from: Store): readonly Found[] {
    const sought = text.trim().toLowerCase();
    const first: Found[] = [];
    const other: Found[] = [];
    const consider = (found: () => Found, ...names: (string | undefined)[]) => {
        const places = names.map((name) => (name ?? '').toLowerCase().indexOf(sought)).filter((at) => at >= 0);
        if (places.length > 0 && first.length < most) {
            (Math.min(...places) === 0 ? first : other).push(found());
        }
    };
    for (const { name, icon, title } of pages) {
        consider(() => ({ icon, name: t(title), detail: t('Page'), page: name, key: '' }), t(title), name);
    }
    if (sought === '') {
        return first;
    }
    const users = new Set<string>();
    for (const job of from.rows.jobs.values()) {
        users.add(job.user ?? '');
        consider(() => ({ icon: 'jobs', name: `${job.id} ${job.name ?? ''}`, detail: `${jobState(job).word} · ${job.user ?? ''}`, page: 'jobs', key: job.id ?? '' }), job.id, job.name);
    }
    for (const agent of from.rows.agents.values()) {
        consider(() => ({ icon: 'nodes', name: agent.hostname ?? '', detail: agentState(agent).word, page: 'nodes', key: agent.id ?? '' }), agent.hostname, agent.id);
    }
    for (const gpu of from.rows.gpus.values()) {
        consider(() => ({ icon: 'gpus', name: `${from.node(gpu.agent_id)}:${gpu.index ?? 0}`, detail: `${gpuState(gpu).word} · ${gpu.model ?? ''}`, page: 'gpus', key: gpu.uuid ?? '' }),
            gpu.uuid, `${from.node(gpu.agent_id)}:${gpu.index ?? 0}`, gpu.uuid?.replace(/^GPU-/, ''));
    }
    for (const task of from.rows.tasks.values()) {
        users.add(task.user ?? '');
        consider(() => ({ icon: 'tasks', name: `${task.id} ${task.name ?? ''}`, detail: `${taskState(task).word} · ${task.hostname ?? ''}`, page: 'tasks', key: taskKey(task.framework_id, task.id) }), task.id, task.name);
    }
    for (const { id = '', command = '' } of from.rows.services.values()) {
        consider(() => ({ icon: 'services', name: id, detail: command, page: 'services', key: id }), id.slice(1), id);
    }
    for (const { id = '', command = '' } of from.rows.schedules.values()) {
        consider(() => ({ icon: 'schedules', name: id, detail: command, page: 'schedules', key: id }), id);
    }
    for (const user of users) {
        if (user !== '') {
            consider(() => ({ icon: 'search', name: user, detail: t('User'), page: 'jobs', key: '', params: { filter: `user:${user}` } }), user);
        }
    }
    return [...first, ...other].slice(0, most);
}

export function Search() {
    const text = useSignal('');
    const at = useSignal(0);
    const found = find(text.value, store);
    const close = () => { searchOpen.value = false; };
    const open = (one: Found | undefined) => {
        if (one !== undefined) {
            close();
            go(one.page, one.key, one.params ?? {});
        }
    };
    const move = (by: number) => { at.value = (at.value + by + found.length) % Math.max(1, found.length); };
    return (
        <Dialog title={t('Search')} onClose={close}>
            <input data-focus type="text" role="combobox" aria-expanded="true" aria-controls="found" aria-label={t('Search')}
                aria-activedescendant={found.length > 0 ? `found-${at.value}` : undefined} placeholder={t('Node, GPU, job, task or user')} autocomplete="off"
                value={text.value} onInput={(event) => { text.value = event.currentTarget.value; at.value = 0; }}
                onKeyDown={(event) => {
                    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                        move(event.key === 'ArrowDown' ? 1 : -1);
                        event.preventDefault();
                    } else if (event.key === 'Enter') {
                        open(found[at.value]);
                    }
                }} />
            <ul class="found" id="found" role="listbox" aria-label={t('Search')}>
                {found.map((one, index) => (
                    <li key={`${one.page}/${one.key}/${one.name}`} id={`found-${index}`} role="option" aria-selected={index === at.value}
                        onClick={() => open(one)} data-href={href(one.page, one.key, one.params)}
                        ref={(item) => { if (index === at.value) item?.scrollIntoView({ block: 'nearest' }); }}>
                        <Icon name={one.icon} /><span class="name">{one.name}</span><span class="quiet">{one.detail}</span>
                    </li>
                ))}
            </ul>
            {found.length === 0 && <p class="quiet">{t('Nothing is called so')}</p>}
        </Dialog>
    );
}
