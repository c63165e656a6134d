// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { isLive, link, me, store, tell } from '../frame/app';
import { go, route } from '../frame/route';
import { ExplanationView } from '../forms/explain';
import { commandLineOf, emptyJob, gpuTypes, problemsOf, requestOf, textOf, type JobText } from '../forms/job_form';
import { may } from '../session/session';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import type { Explanation } from '../words/words';
import { Refused } from '../wire/connection';

const keptAs = 'muster.job';
// Of the job that was submitted last and has had no answer yet: it outlives the page's own view, which ends with a session.
let key = '';

function before(): JobText {
    try {
        return { ...emptyJob, ...(JSON.parse(localStorage.getItem(keptAs) ?? '{}') as Partial<JobText>) };
    } catch {
        return emptyJob;
    }
}

export function Submit() {
    const job = useSignal<JobText>(before());
    const tried = useSignal(false); // problems are shown once somebody has tried
    const checked = useSignal<Explanation | undefined>(undefined);
    const problem = useSignal('');
    const note = useSignal('');
    const waiting = useSignal(false);
    const { clone = '' } = route.value.params;
    void store.changed.gpus.value;
    void store.changed.agents.value;

    useEffect(() => {
        if (clone !== '' && isLive.value) {
            link().request({ query_job_spec: { job_id: clone } }).then((reply) => {
                const { text, whole } = textOf(reply.job_spec ?? {});
                job.value = text;
                note.value = whole ? '' : t('The job has settings that this form does not support: they are left out');
            }, (error: Error) => { problem.value = error.message; });
        }
    }, [clone, isLive.value]);

    const now = job.value;
    const problems = problemsOf(now);
    const wrong = Object.keys(problems).length > 0;
    const types = gpuTypes(store);

    function change(changes: Partial<JobText>) {
        job.value = { ...job.value, ...changes };
        key = ''; // another job
        checked.value = undefined;
        problem.value = '';
        try {
            localStorage.setItem(keptAs, JSON.stringify(job.value));
        } catch { /* it is only not kept */ }
    }

    const complete = () => ({ ...requestOf({ ...now, user: now.user || me.value }), author: me.value });

    async function check() {
        tried.value = true;
        if (wrong) {
            return;
        }
        try {
            checked.value = (await link().request({ explain: { job: complete(), machines: 20 } })).explanation ?? {};
            problem.value = '';
        } catch (error) {
            problem.value = error instanceof Error ? error.message : String(error);
        }
    }

    async function submit(event: Event) {
        event.preventDefault();
        tried.value = true;
        if (wrong || !may('submit_job')) {
            document.querySelector<HTMLElement>('.submit [aria-invalid="true"]')?.focus();
            return;
        }
        // The same key again where the answer did not come: the job runs only once.
        key = key || [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        waiting.value = true;
        try {
            const { job_id = '', again = false } = (await link().request({ submit_job: { ...complete(), key } })).job_submitted ?? {};
            tell({ text: again ? 'Already submitted as %1 before the connection was lost: it runs only once' : 'Submitted as %1', values: [job_id], good: true });
            key = '';
            go('jobs', job_id);
        } catch (error) {
            problem.value = error instanceof Refused && error.kind === 'UNAVAILABLE'
                ? t('The connection was lost before the master answered. The request is repeated when it is back; the job runs only once').split('. ')[0]!
                : error instanceof Error ? error.message : String(error);
        }
        waiting.value = false;
    }

    function field(name: keyof JobText, label: string, help: string, input: (attributes: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ComponentChildren) {
        const wrongHere = tried.value ? problems[name] : undefined;
        return (
            <div class="field" title={t(help)}>
                <label for={`job-${name}`}>{t(label)}</label>
                {input({ id: `job-${name}`, 'aria-invalid': wrongHere !== undefined, 'aria-describedby': `job-${name}-problem` })}
                <span class="problem small" id={`job-${name}-problem`}>{wrongHere !== undefined && <><Icon name="warning" size={14} />{wrongHere}</>}</span>
            </div>
        );
    }
    type Text = Exclude<keyof JobText, 'linked'>;
    const text = (name: Text, label: string, help: string, placeholder = '', numeric = false) => field(name, label, help, (attributes) => (
        <input {...attributes} value={now[name]} placeholder={t(placeholder)} {...(numeric ? { inputMode: 'numeric' as const } : {})} spellcheck={false} autocomplete="off"
            onInput={(event) => change({ [name]: event.currentTarget.value })} />));
    const area = (name: Text, label: string, help: string, placeholder = '', rows = 3) => field(name, label, help, (attributes) => (
        <textarea {...attributes} rows={rows} value={now[name]} placeholder={t(placeholder)} spellcheck={false} onInput={(event) => change({ [name]: event.currentTarget.value })} />));

    return (
        <div class="submit">
            <form onSubmit={submit} noValidate>
                {note.value !== '' && <p class="sentence">{note.value}</p>}
                {text('name', 'Name', 'Name of the job', 'train-resnet')}
                {area('command', 'Command', 'Command to run')}
                {text('image', 'Image', 'Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3', "None: the host's file system")}
                <div class="fields">
                    {text('gpus', 'GPUs', 'Number of GPUs', '', true)}
                    {types.length > 0 && field('gpuType', 'GPU type', 'Only nodes with this value of the attribute "gpu"', (attributes) => (
                        <select {...attributes} value={now.gpuType} onChange={(event) => change({ gpuType: event.currentTarget.value })}>
                            <option value="">{t('Any')}</option>
                            {types.map(({ value, free, total }) => <option key={value} value={value}>{t('%1 (%2 of %3 free)', value, free, total)}</option>)}
                        </select>))}
                    {text('cpus', 'CPUs', 'CPU cores, fractions allowed: 0.5 is half a core', '', true)}
                    {text('memory', 'Memory', 'Host memory, not GPU memory; a task that uses more is killed')}
                </div>
                {field('linked', 'Linked', 'All GPUs of the job are direct NVLink peers', (attributes) => (
                    <span class="check"><input type="checkbox" {...attributes} checked={now.linked} onChange={(event) => change({ linked: event.currentTarget.checked })} />{t('GPUs joined by NVLink')}</span>))}
                <details><summary>{t('Environment and files')}</summary>
                    {area('variables', 'Variables', 'Environment variables, NAME=VALUE', 'OMP_NUM_THREADS=4\nOne per line')}
                    {area('files', 'Files', "Fetched into the sandbox, archives are extracted; verified by an optional '#sha256=HEX' at the end", 'https://example.org/data.tar.gz\nOne per line')}
                </details>
                <details><summary>{t('Placement')}</summary>
                    {area('constraints', 'Constraints', 'Only nodes with these attributes, NAME:VALUE', 'rack:a\nOne per line')}
                    {text('priority', 'Priority', 'Jobs with a higher priority start first', '', true)}
                </details>
                <details><summary>{t('Retries and user')}</summary>
                    {text('retries', 'Retries', 'How many times to restart it if it fails', '', true)}
                    {text('user', 'User', 'User to run it as on the node', me.value)}
                </details>
                {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem.value}</p>}
                <p class="buttons">
                    <button type="button" title={t('Show where it would be placed now, without submitting it')} onClick={() => void check()}>{t('Check')}</button>
                    <button type="submit" class="main" disabled={waiting.value} aria-disabled={!may('submit_job')} title={may('submit_job') ? '' : t('You may not %1', 'submit jobs')}>
                        {waiting.value ? t('Submitting…') : t('Submit')}</button>
                </p>
            </form>
            <aside aria-label={t('Check')}>
                <h2>{t('Equivalent command line')}</h2>
                <pre class="command-line" tabIndex={0} aria-label={t('Equivalent command line')}>{commandLineOf(now)}</pre>
                <p class="buttons start"><button type="button" onClick={() => void navigator.clipboard?.writeText(commandLineOf(now))}><Icon name="copy" />{t('Copy')}</button></p>
                <h2>{t('Check')}</h2>
                {checked.value === undefined ? <p class="quiet">{t('Show where it would be placed now, without submitting it')}</p> : <div role="status"><ExplanationView explanation={checked.value} /></div>}
            </aside>
        </div>
    );
}
