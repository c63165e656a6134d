// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A new job: in a form or as a file (YAML), which the master reads, whichever is written.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isLive, link, me, store, tell } from '../frame/app';
import { go, route } from '../frame/route';
import { useAnswer } from '../frame/use_answer';
import { ExplanationView } from '../forms/explain';
import { JobDrafts } from '../forms/job_drafts';
import { emptyJob, fieldOf, gpuTypes, merged, partsOf, problemsOf, textOf, type JobText } from '../forms/job_form';
import { defaultsOf, TemplateFields, type Values } from '../forms/template_fields';
import { may } from '../session/session';
import { Icon } from '../theme/icon';
import { localTimes } from '../words/text';
import { t } from '../words/translate';
import type { Explanation, ReadJob } from '../words/words';
import { Refused } from '../wire/connection';

const keptAs = 'muster.job';
// Of the job that was submitted last and has had no answer yet: it outlives the page's own view, which ends with a session.
let key = '';

// What stands in the page, kept in the browser with all that is wrong in it.
interface Written {
    asYaml: boolean;
    text: JobText;
    yaml: string; // as typed; the form has `yamlParts` of it
    yamlParts: string; // what was read of it; '': nothing yet
}

function before(): Written {
    const fresh: Written = { asYaml: false, text: emptyJob, yaml: '', yamlParts: '' };
    try {
        const kept = JSON.parse(localStorage.getItem(keptAs) ?? '{}') as Partial<Written>;
        return { ...fresh, ...kept, text: { ...emptyJob, ...kept.text } };
    } catch {
        return fresh;
    }
}

const partsText = (text: JobText) => JSON.stringify(partsOf(text));

export function Submit() {
    const written = useSignal<Written>(before());
    const tried = useSignal(false); // problems are shown once somebody has tried
    const checked = useSignal<Explanation | undefined>(undefined);
    const problem = useSignal('');
    const note = useSignal('');
    const waiting = useSignal(false);
    const template = useSignal('');
    const values = useSignal<Values>({});
    const fieldProblems = useSignal<Readonly<Record<string, string>>>({});
    const filled = useRef<JobText>(emptyJob); // as the template made it last
    const editor = useRef<HTMLTextAreaElement>(null);
    const cloned = useRef(''); // the last job that was asked for
    const drafts = useMemo(() => new JobDrafts(link), [link()]);
    const filler = useMemo(() => new JobDrafts(link), [link()]); // of the template
    const { clone = '' } = route.value.params;
    const { answer: known } = useAnswer(() => ({ query_templates: {} }), (reply) => reply.templates?.templates ?? [], 60_000);
    void store.changed.gpus.value;
    void store.changed.agents.value;

    const { asYaml, text: now, yaml } = written.value;
    const requestOf = ({ asYaml: isYaml, text, yaml: typed }: Written): ReadJob => ({ ...(isYaml ? { yaml: typed } : { parts: partsOf(text) }), user: me.value });

    useEffect(() => () => { drafts.stop(); filler.stop(); }, [drafts, filler]);
    useEffect(() => {
        if (isLive.value) {
            void drafts.read(requestOf(written.value));
        }
    }, [drafts, isLive.value]);
    useEffect(() => {
        if (clone !== '' && isLive.value && cloned.current !== clone) {
            cloned.current = clone;
            link().request({ query_job_spec: { job_id: clone } }).then(async ({ job_spec = {} }) => {
                const { user: _, ...others } = job_spec;
                const submitted = me.value === '' ? job_spec : others; // the reader runs it
                const draft = await drafts.read({ submitted, user: me.value });
                if (draft === undefined) {
                    throw new Error(drafts.problem.value);
                }
                if (cloned.current === clone) {
                    take({ parts: draft.parts ?? {}, yaml: draft.yaml ?? '' });
                    note.value = draft.left_out ? t('The job has settings that this form does not support: they are left out') : '';
                }
            }).catch((error: Error) => {
                problem.value = error.message;
                cloned.current = ''; // again once the connection is back
            });
        }
    }, [clone, isLive.value]);

    function put(next: Written) {
        written.value = next;
        key = ''; // another job
        checked.value = undefined;
        problem.value = '';
        try {
            localStorage.setItem(keptAs, JSON.stringify(next));
        } catch { /* it is only not kept */ }
        drafts.readLater(requestOf(next));
    }

    const change = (changes: Partial<JobText>) => put({ ...written.value, text: { ...written.value.text, ...changes } });

    // A job that the master has read: in the form, or as a file where the form cannot show it.
    function take({ parts, yaml: file }: { parts: Parameters<typeof textOf>[0]; yaml: string }) {
        const { user: _, ...rest } = written.value.text;
        const text = textOf(parts);
        put({ asYaml: text === undefined, text: text ?? { ...rest, user: '' }, yaml: file, yamlParts: text === undefined ? '' : partsText(text) });
        note.value = text === undefined ? t('The form cannot show this job: a value of a list has several lines. It stays YAML') : '';
    }

    // As it is when the answer comes: once more where somebody has typed meanwhile.
    async function readWritten() {
        for (;;) {
            const asked = written.value;
            const read = await drafts.read(requestOf(asked));
            if (read === undefined) {
                problem.value = drafts.problem.value;
            }
            if (read === undefined || asked === written.value) {
                return read;
            }
        }
    }

    async function showYaml() {
        // What was typed stays as it was typed, with its comments, as long as the form says the same.
        if (written.value.yaml !== '' && written.value.yamlParts === partsText(now)) {
            put({ ...written.value, asYaml: true });
            return;
        }
        const draft = await readWritten();
        if (draft !== undefined) {
            put({ ...written.value, asYaml: true, yaml: draft.yaml ?? '', yamlParts: partsText(written.value.text) });
        }
    }

    async function showForm() {
        const draft = await readWritten();
        if (draft === undefined) {
            return;
        }
        if (draft.parts === undefined && written.value.yaml.trim() !== '') {
            tried.value = true;
            problem.value = t('The form can show the job once its YAML can be read: %1', draft.problems?.[0]?.described ?? '');
        } else {
            const text = textOf(draft.parts ?? {});
            if (text === undefined) {
                problem.value = t('The form cannot show this job: a value of a list has several lines. It stays YAML');
            } else {
                put({ ...written.value, asYaml: false, text, yamlParts: partsText(text) });
            }
        }
    }

    const templates = known ?? [];
    const chosenTemplate = templates.find(({ name }) => name === template.value);

    async function fill(name: string, typed: Values, isNew: boolean) {
        const job = { filled: { template: name, values: Object.entries(typed).map(([field, text]) => ({ field, text })) }, user: me.value };
        const draft = await (isNew ? filler.read(job) : filler.readLater(job));
        if (template.value !== name || values.value !== typed) {
            return; // something else has been chosen or typed meanwhile
        }
        if (draft === undefined) {
            problem.value = filler.problem.value;
            return;
        }
        fieldProblems.value = draft.parts === undefined ? Object.fromEntries((draft.problems ?? []).map(({ key: field = '', text = '' }) => [field, text])) : {};
        if (draft.parts === undefined) {
            return; // what cannot be read yet changes nothing
        }
        const made = textOf(draft.parts);
        if (made === undefined || (written.value.asYaml && isNew)) {
            take({ parts: draft.parts, yaml: draft.yaml ?? '' });
            return;
        }
        const edited = isNew ? made : merged(filled.current, written.value.text, made);
        filled.current = made;
        put({ ...written.value, asYaml: false, text: edited });
    }

    function chooseTemplate(name: string) {
        template.value = name;
        fieldProblems.value = {};
        const chosen = templates.find((one) => one.name === name);
        if (chosen !== undefined && (chosen.problem ?? '') === '') {
            values.value = defaultsOf(chosen);
            void fill(name, values.value, true);
        }
    }

    const draft = drafts.draft.value;
    const own = asYaml ? {} : problemsOf(now);
    const said = draft?.problems ?? [];
    const problems: Partial<Record<keyof JobText, string>> = { ...(asYaml || !drafts.isCurrent.value ? {} : Object.fromEntries(said.flatMap(({ key: part = '', text = '' }) => {
        const field = fieldOf(part);
        return field === undefined ? [] : [[field, text] as const];
    }))), ...own };
    const types = gpuTypes(store);

    // The job as the master takes it; undefined: something is wrong, which is shown.
    async function complete() {
        tried.value = true;
        const answer = await readWritten();
        if (answer === undefined) {
            return undefined;
        }
        const { asYaml: isYaml, text: read } = written.value;
        const general = (answer.problems ?? []).find(({ key: part = '' }) => fieldOf(part) === undefined);
        if (answer.job === undefined || (!isYaml && Object.keys(problemsOf(read)).length > 0)) {
            problem.value = !isYaml && general !== undefined ? general.text ?? '' : t('Fix the highlighted fields');
            requestAnimationFrame(() => document.querySelector<HTMLElement>('.submit [aria-invalid="true"]')?.focus());
            return undefined;
        }
        return { ...answer.job, author: me.value };
    }

    async function check() {
        const job = await complete();
        if (job === undefined) {
            return;
        }
        try {
            checked.value = (await link().request({ explain: { job, machines: 20 } })).explanation ?? {};
            problem.value = '';
        } catch (error) {
            problem.value = error instanceof Error ? error.message : String(error);
        }
    }

    async function submit(event: Event) {
        event.preventDefault();
        if (!may('submit_job') || waiting.value) {
            return;
        }
        waiting.value = true;
        try {
            const job = await complete();
            if (job !== undefined) {
                // The same key again where the answer did not come: the job runs only once.
                key = key || [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
                const { job_id = '', again = false } = (await link().request({ submit_job: { ...job, key } })).job_submitted ?? {};
                tell({ text: again ? 'Already submitted as %1 before the connection was lost: it runs only once' : 'Submitted as %1', values: [job_id], good: true });
                key = '';
                go('jobs', job_id);
                void warn(job_id);
            }
        } catch (error) {
            problem.value = error instanceof Refused && error.kind === 'UNAVAILABLE'
                ? t('The connection was lost before the master answered. Submit it again: the job runs only once')
                : error instanceof Error ? error.message : String(error);
        }
        waiting.value = false;
    }

    // As the command line does of a job that would wait for ever.
    async function warn(job_id: string) {
        const { explanation } = await link().request({ explain: { job_id, machines: 1 } }).catch(() => ({ explanation: undefined }));
        const [nearest] = explanation?.machines ?? [];
        if (nearest !== undefined && !nearest.could_serve) {
            tell({ text: 'No node can ever run %1: %2', values: [job_id, localTimes(explanation?.sentence ?? '')], good: false });
        }
    }

    function showLine(line: number) {
        const box = editor.current;
        if (box !== null && line > 0) {
            const rows = yaml.split('\n');
            const begin = rows.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
            box.focus();
            box.setSelectionRange(begin, begin + (rows[line - 1] ?? '').length);
        }
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
    type Switch = 'linked' | 'words' | 'terminal' | 'readOnly';
    type Text = Exclude<keyof JobText, Switch>;
    const text = (name: Text, label: string, help: string, placeholder = '', numeric = false) => field(name, label, help, (attributes) => (
        <input {...attributes} value={now[name]} placeholder={t(placeholder)} {...(numeric ? { inputMode: 'numeric' as const } : {})} spellcheck={false} autocomplete="off"
            onInput={(event) => change({ [name]: event.currentTarget.value })} />));
    const area = (name: Text, label: string, help: string, placeholder = '', rows = 3) => field(name, label, help, (attributes) => (
        <textarea {...attributes} rows={rows} value={now[name]} placeholder={t(placeholder)} spellcheck={false} onInput={(event) => change({ [name]: event.currentTarget.value })} />));

    const box = (name: Exclude<Switch, 'words'>, label: string, help: string, words: string) => field(name, label, help, (attributes) => (
        <span class="check"><input type="checkbox" {...attributes} checked={now[name]} onChange={(event) => change({ [name]: event.currentTarget.checked })} />{t(words)}</span>));
    // A part that says something is open.
    const part = (title: string, names: readonly (keyof JobText)[], content: ComponentChildren) => (
        <details open={names.some((name) => (now[name] !== '' && now[name] !== false) || (tried.value && problems[name] !== undefined))}><summary>{t(title)}</summary>{content}</details>);
    const commandLine = draft?.command_line ?? '';

    const form = (
        <>
            {text('name', 'Name', 'Name of the job', 'train-resnet')}
            {field('command', 'Command', 'Command to run', (attributes) => (
                <>
                    <select aria-label={t('Form of the command')} title={t('A shell expands $NAME, * and pipes; arguments are passed unchanged')} value={now.words ? 'words' : 'shell'}
                        onChange={(event) => change({ words: event.currentTarget.value === 'words' })}>
                        <option value="shell">{t('Shell command')}</option><option value="words">{t('Arguments, one per line')}</option>
                    </select>
                    <textarea {...attributes} rows={3} value={now.command} placeholder={now.words ? t('python3\ntrain.py\n--epochs=10') : t('python3 train.py --epochs 10')} spellcheck={false}
                        onInput={(event) => change({ command: event.currentTarget.value })} />
                </>))}
            {text('image', 'Image', 'Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3', "None: the host's file system")}
            {now.resources.trim() === '' && (
                <div class="fields">
                    {text('gpus', 'GPUs', 'Number of GPUs', '', true)}
                    {(types.length > 0 || now.gpuType !== '') && field('gpuType', 'GPU type', 'Only nodes with this value of the attribute "gpu"', (attributes) => (
                        <select {...attributes} value={now.gpuType} onChange={(event) => change({ gpuType: event.currentTarget.value })}>
                            <option value="">{t('Any')}</option>
                            {now.gpuType !== '' && !types.some(({ value }) => value === now.gpuType) && <option value={now.gpuType}>{now.gpuType}</option>}
                            {types.map(({ value, free, total }) => <option key={value} value={value}>{t('%1 (%2 of %3 free)', value, free, total)}</option>)}
                        </select>))}
                    {text('cpus', 'CPUs', 'CPU cores, fractions allowed: 0.5 is half a core', '', true)}
                    {text('memory', 'Memory', 'Host memory, not GPU memory; a task that uses more is killed')}
                </div>
            )}
            {box('linked', 'Linked', 'All GPUs of the job are direct NVLink peers', 'GPUs joined by NVLink')}
            {part('Environment and files', ['variables', 'files', 'terminal'], <>
                {area('variables', 'Variables', 'Environment variables, NAME=VALUE', 'OMP_NUM_THREADS=4\nOne per line')}
                {area('files', 'Files', "Fetched into the sandbox, archives are extracted; verified by an optional '#sha256=HEX' at the end", 'https://example.org/data.tar.gz\nOne per line')}
                {box('terminal', 'Terminal', "For 'muster attach'", 'Give it a terminal')}
            </>)}
            {part('Placement', ['constraints', 'priority', 'resources'], <>
                {area('constraints', 'Constraints', 'Only nodes with these attributes, NAME:VALUE', 'rack:a\nOne per line')}
                {text('priority', 'Priority', 'Jobs with a higher priority start first', '0', true)}
                {text('resources', 'Resources', 'All resources in one value, instead of GPUs, CPUs and memory above', 'cpus:1;mem:128;gpus:2;disk:1024')}
            </>)}
            {part('Retries and user', ['retries', 'grace', 'user'], <>
                {text('retries', 'Retries', 'How many times to restart it if it fails', '0', true)}
                {text('grace', 'Grace period', 'Time between SIGTERM and SIGKILL when it is ended, such as 30s', '3s')}
                {text('user', 'User', 'User to run it as on the node', me.value || t("The master's own user, often root"))}
            </>)}
            {part('Container', ['readOnly', 'volumes', 'tmpfs', 'sharedMemory', 'limits', 'added', 'dropped'], <>
                {box('readOnly', 'Image', 'Makes the image read-only, except the sandbox, /dev/shm, each tmpfs and each writable volume', 'Read-only')}
                {area('volumes', 'Volumes', 'HOST:PATH or HOST:PATH:ro: directories or files of the host that its agent allows', '/data/sets:/sets:ro\nOne per line', 2)}
                {area('tmpfs', 'Tmpfs', 'In-memory file systems', '/tmp:size=64m,mode=1777,exec\nOne per line', 2)}
                {text('sharedMemory', '/dev/shm', 'Size, such as 1g', "The task's memory")}
                {area('limits', 'Limits', 'Resource limits of processes, NAME=SOFT or NAME=SOFT:HARD, -1 for unlimited', 'nofile=1024:4096\nOne per line', 2)}
                {area('added', 'Add capabilities', 'Capabilities that its agent allows', 'IPC_LOCK\nOne per line', 2)}
                {area('dropped', 'Drop capabilities', 'ALL, or individual capabilities', 'ALL\nOne per line', 2)}
            </>)}
        </>
    );
    const file = (
        <>
            <textarea ref={editor} class="yaml" rows={Math.max(18, yaml.split('\n').length + 1)} aria-label={t('The job as a file (YAML)')} aria-invalid={drafts.isCurrent.value && said.length > 0} aria-describedby="yaml-problems"
                value={yaml} placeholder={'name: train\ncommand: python3 train.py\ngpus: 1'} spellcheck={false} autocomplete="off"
                onInput={(event) => put({ ...written.value, yaml: event.currentTarget.value })} />
            <div id="yaml-problems" role="status"><ul class="yaml-problems">
                {yaml.trim() !== '' && said.map(({ line = 0, described = '' }) => (
                    <li key={described} class="problem small"><Icon name="warning" size={14} />{line === 0 ? described : <button type="button" class="link" onClick={() => showLine(line)}>{described}</button>}</li>
                ))}
            </ul></div>
            {said.length === 0 && draft?.parts !== undefined && drafts.isCurrent.value && <p class="quiet small">{t('The master can read it')}</p>}
        </>
    );

    return (
        <div class="submit">
            <form onSubmit={submit} noValidate>
                <div class="row">
                    <span class="segments" role="group" aria-label={t('Form or YAML')}>
                        <button type="button" aria-pressed={!asYaml} onClick={() => { if (asYaml) void showForm(); }}>{t('Form')}</button>
                        <button type="button" aria-pressed={asYaml} onClick={() => { if (!asYaml) void showYaml(); }}>YAML</button>
                    </span>
                    <button type="button" class="bare" onClick={() => { template.value = ''; note.value = ''; tried.value = false; put({ asYaml, text: emptyJob, yaml: '', yamlParts: '' }); }}>{t('Clear')}</button>
                </div>
                {note.value !== '' && <p class="sentence">{note.value}</p>}
                {known?.length === 0 && <p class="quiet small">{t('Templates: none yet. An administrator puts them into %1 on the master, one YAML file each', '/etc/muster/templates')}</p>}
                {templates.length > 0 && (
                    <div class="field" title={t('Templates of the master, in %1', '/etc/muster/templates')}>
                        <label for="job-template">{t('Template')}</label>
                        <select id="job-template" value={template.value} onChange={(event) => chooseTemplate(event.currentTarget.value)}>
                            <option value="">{t('None')}</option>
                            {templates.map(({ name = '', title = '', problem: broken = '' }) => (
                                <option key={name} value={name}>{broken !== '' ? t('%1 (broken)', name) : title === '' || title === name ? name : t('%1 – %2', name, title)}</option>))}
                        </select>
                    </div>
                )}
                {chosenTemplate !== undefined && (chosenTemplate.problem ?? '') !== '' && <p class="problem">{chosenTemplate.problem}</p>}
                {chosenTemplate !== undefined && (chosenTemplate.problem ?? '') === '' && (
                    <TemplateFields template={chosenTemplate} values={values.value} problems={fieldProblems.value}
                        onChange={(typed) => { values.value = typed; void fill(template.value, typed, false); }} />
                )}
                {asYaml ? file : form}
                {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem.value}</p>}
                <p class="buttons">
                    <button type="button" title={t('Show where it would be placed now, without submitting it')} onClick={() => void check()}>{t('Check')}</button>
                    <button type="submit" class="main" disabled={waiting.value} aria-disabled={!may('submit_job')} title={may('submit_job') ? '' : t('You may not %1', 'submit jobs')}>
                        {waiting.value ? t('Submitting…') : t('Submit')}</button>
                </p>
            </form>
            <aside aria-label={t('Check')}>
                <h2>{t('Equivalent command line')}</h2>
                <pre class={drafts.isCurrent.value ? 'command-line' : 'command-line quiet'} tabIndex={0} role="group" aria-label={t('Equivalent command line')}>{commandLine}</pre>
                <p class="buttons start"><button type="button" title={t('Copy the command line')} onClick={() => void navigator.clipboard?.writeText(commandLine)}><Icon name="copy" />{t('Copy')}</button></p>
                {!asYaml && (
                    <>
                        <h2>{t('The job as a file (YAML)')}</h2>
                        <pre class="command-line" tabIndex={0} role="group" aria-label={t('The job as a file (YAML)')}>{draft?.yaml ?? ''}</pre>
                        <p class="buttons start"><button type="button" title={t('Copy the job as a file')} onClick={() => void navigator.clipboard?.writeText(draft?.yaml ?? '')}><Icon name="copy" />{t('Copy')}</button></p>
                    </>
                )}
                <h2>{t('Check')}</h2>
                {checked.value === undefined ? <p class="quiet">{t('Show where it would be placed now, without submitting it')}</p> : <div role="status"><ExplanationView explanation={checked.value} /></div>}
            </aside>
        </div>
    );
}
