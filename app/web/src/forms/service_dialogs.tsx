// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Dialogs that want more than a yes: how many instances, and what a new service or schedule is.
import { signal, useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { link, me, store, tell } from '../frame/app';
import { CloseButton, Dialog } from '../frame/dialog';
import { go } from '../frame/route';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import { answered, apiCall } from '../wire/api_calls';
import type { RequestBody } from '../wire/connection';
import type { Service } from '../words/words';
import { order } from './command_dialog';
import { appOf, emptySchedule, emptyService, idOfService, jobOf, problemOfSchedule, problemOfService, type ScheduleText, type ServiceText } from './service_form';
import { effectOfScaling, scaleService } from './service_orders';

export function ScaleDialog({ service, onClose }: { service: Service; onClose: () => void }) {
    const typed = useSignal(String(service.instances ?? 0));
    const isNumber = /^\d+$/.test(typed.value.trim());
    function confirm(event: Event) {
        event.preventDefault();
        if (isNumber) {
            onClose();
            void order(scaleService(service, Number(typed.value)));
        }
    }
    return (
        <Dialog title={t('Scale %1', service.id ?? '')} onClose={onClose}>
            <form onSubmit={confirm}>
                <label>{t('Instances')}<input data-focus type="number" min={0} value={typed.value} onInput={(event) => { typed.value = event.currentTarget.value; }} /></label>
                <p class="missing" role="status">{isNumber ? effectOfScaling(service, Number(typed.value)) : t('It must be a whole number')}</p>
                <p class="buttons"><CloseButton /><button type="submit" class="main" disabled={!isNumber}>{t('Scale')}</button></p>
            </form>
        </Dialog>
    );
}

interface Field<Text> {
    name: keyof Text & string;
    label: string;
    help: string;
    placeholder?: string;
    lines?: number; // more than one: of a text area
}

interface Form<Text> {
    title: string;
    page: string; // that shows what is made
    written: Signal<Text>; // stays as it was typed until the master has taken it
    empty: Text;
    fields: readonly (Field<Text> | readonly Field<Text>[])[]; // a list: side by side
    problemOf: (text: Text) => string;
    callOf: (text: Text) => RequestBody;
    idOf: (text: Text) => string;
}

function NewDialog<Text extends Readonly<Record<keyof Text, string>>>({ form: { title, page, written, empty, fields, problemOf, callOf, idOf }, onClose }: { form: Form<Text>; onClose: () => void }) {
    const problem = useSignal('');
    const waiting = useSignal(false);

    async function create(event: Event) {
        event.preventDefault();
        const now = written.value;
        problem.value = t(problemOf(now));
        if (problem.value !== '' || waiting.value) {
            return;
        }
        waiting.value = true;
        try {
            answered(await link().request({ call_api: { ...callOf(now).call_api, author: me.value } }));
            written.value = empty;
            tell({ text: 'Created: %1', values: [idOf(now)], good: true });
            onClose();
            go(page, idOf(now));
        } catch (error) {
            problem.value = error instanceof Error ? error.message : String(error);
        }
        waiting.value = false;
    }

    const field = ({ name, label, help, placeholder = '', lines = 1 }: Field<Text>, first: boolean) => {
        const attributes = { id: `new-${name}`, value: written.value[name], placeholder, spellcheck: false, ...(first ? { 'data-focus': '' } : {}),
            onInput: (event: JSX.TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) => { written.value = { ...written.value, [name]: event.currentTarget.value }; } };
        return (
            <div class="field" key={name} title={t(help)}>
                <label for={`new-${name}`}>{t(label)}</label>{lines > 1 ? <textarea rows={lines} {...attributes} /> : <input autocomplete="off" {...attributes} />}
            </div>
        );
    };

    return (
        <Dialog title={t(title)} onClose={onClose}>
            <form onSubmit={create} noValidate>
                {fields.map((one, place) => ('name' in one ? field(one, place === 0) : <div class="fields" key={place}>{one.map((part) => field(part, false))}</div>))}
                {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem.value}</p>}
                <p class="buttons"><CloseButton /><button type="submit" class="main" disabled={waiting.value}>{t('Create')}</button></p>
            </form>
        </Dialog>
    );
}

const gpus = { name: 'gpus', label: 'GPUs', help: 'Number of GPUs' } as const;
const cpus = { name: 'cpus', label: 'CPUs', help: 'CPU cores, fractions allowed: 0.5 is half a core' } as const;
const memory = { name: 'memory', label: 'Memory', help: 'Host memory, not GPU memory; a task that uses more is killed' } as const;
const command = { name: 'command', label: 'Command', help: 'Command to run', lines: 2 } as const;

const service: Form<ServiceText> = {
    title: 'New service', page: 'services', written: signal(emptyService), empty: emptyService, problemOf: problemOfService, idOf: idOfService,
    callOf: (text) => apiCall('POST', '/marathon/v2/apps', appOf(text)),
    fields: [
        { name: 'id', label: 'Id', help: 'Its name, in groups like a path', placeholder: '/shop/front' }, { ...command, placeholder: 'python3 -m http.server $PORT0' },
        { name: 'image', label: 'Image', help: 'Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3' },
        [{ name: 'instances', label: 'Instances', help: 'How many are kept running' }, gpus, cpus, memory],
        { name: 'ports', label: 'Ports', help: 'On the node, separated by commas; 0: any free one, which is in $PORT0, $PORT1 and so on', placeholder: '0' },
        { name: 'healthPath', label: 'Health check', help: 'A path that is asked for with HTTP on the first port; empty: no check', placeholder: '/health' },
        { name: 'labels', label: 'Labels', help: 'NAME=VALUE, one per line', lines: 2 },
    ],
};
export const NewService = ({ onClose }: { onClose: () => void }) => <NewDialog form={service} onClose={onClose} />;

const schedule: Form<ScheduleText> = {
    title: 'New schedule', page: 'schedules', written: signal(emptySchedule), empty: emptySchedule, idOf: ({ name }) => name.trim(),
    problemOf: (text) => (store.rows.schedules.has(text.name.trim()) ? 'A schedule of that name exists' : problemOfSchedule(text)),
    callOf: (text) => apiCall('POST', `/chronos/scheduler/${text.parents.trim() === '' ? 'iso8601' : 'dependency'}`, jobOf(text)),
    fields: [
        { name: 'name', label: 'Name', help: 'Its name', placeholder: 'nightly' }, { ...command, placeholder: 'python3 report.py' },
        [{ name: 'schedule', label: 'When', help: 'A cron line, or as ISO 8601: R/2026-01-01T00:00:00Z/PT1H', placeholder: '0 3 * * *' }, { name: 'zone', label: 'Time zone', help: 'That the cron line is of', placeholder: 'Europe/Rome' }],
        { name: 'parents', label: 'Parents', help: 'In place of a time: schedules after which it is run, separated by commas' },
        [gpus, cpus, memory],
    ],
};
export const NewSchedule = ({ onClose }: { onClose: () => void }) => <NewDialog form={schedule} onClose={onClose} />;
