// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The job that the Submit form describes: its fields as texts, and as the parts that the master reads (ReadJob), which makes the file, the
// command line and the request of them. Pure.
import type { Store } from '../wire/store';
import { gpuMark } from '../words/marks';
import { t } from '../words/translate';
import type { JobParts } from '../words/words';

export interface JobText {
    name: string;
    command: string;
    words: boolean; // the command is a list of words, one a line, not a text for a shell
    image: string;
    gpus: string;
    gpuType: string; // a value of the attribute "gpu"
    linked: boolean;
    cpus: string;
    memory: string; // MiB, or with a unit
    resources: string; // in place of these three
    variables: string; // lines
    files: string; // lines
    terminal: boolean;
    constraints: string; // lines
    priority: string;
    retries: string;
    grace: string;
    user: string;
    readOnly: boolean;
    volumes: string; // lines
    tmpfs: string; // lines
    sharedMemory: string;
    limits: string; // lines
    added: string; // capabilities, lines
    dropped: string; // lines
}

export const emptyJob: JobText = {
    name: '', command: '', words: false, image: '', gpus: '1', gpuType: '', linked: false, cpus: '1', memory: '1024', resources: '', variables: '', files: '', terminal: false,
    constraints: '', priority: '', retries: '', grace: '', user: '', readOnly: false, volumes: '', tmpfs: '', sharedMemory: '', limits: '', added: '', dropped: '',
};

const lines = (text: string) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');

// Thousandths of a MiB of "128", "4G", "4GiB"; NaN: it is none.
export function memoryOf(text: string): number {
    const found = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])(?:i?b?)?)?$/i.exec(text.trim());
    const factor = { k: 1 / 1024, m: 1, g: 1024, t: 1048576 }[(found?.[2] ?? 'm').toLowerCase() as 'k' | 'm' | 'g' | 't'];
    return found === null ? NaN : Math.round(Number(found[1]) * factor * 1000);
}

const thousandths = (text: string) => (/^\d+(\.\d{1,3})?$/.test(text.trim()) ? Math.round(Number(text) * 1000) : NaN);
const whole = (text: string, negative = false) => ((negative ? /^-?\d{1,9}$/ : /^\d{1,9}$/).test(text.trim()) ? Number(text) : NaN);

// Those that have words of their own here; what is wrong with a value the master says (JobDraft).
export type Problems = Partial<Record<keyof JobText, string>>;

export function problemsOf(job: JobText): Problems {
    const out: Problems = {};
    const gpus = whole(job.gpus);
    if (job.name.trim() === '') {
        out.name = t('Enter a name for the job');
    }
    if (job.command.trim() === '' && job.image.trim() === '') {
        out.command = t('Enter a command, or choose an image with a default command');
    }
    if (job.resources.trim() !== '') {
        // they are all in one value
    } else if (Number.isNaN(gpus)) {
        out.gpus = t('Enter a whole number');
    } else if (job.gpuType !== '' && gpus < 1) {
        out.gpuType = t('A GPU type needs at least 1 GPU');
    } else if (job.linked && gpus < 2) {
        out.linked = t('Linked GPUs need at least 2 GPUs, %1 requested', gpus);
    }
    if (job.resources.trim() === '' && !(thousandths(job.cpus) >= 10)) {
        out.cpus = Number.isNaN(thousandths(job.cpus)) ? t('Enter a number') : t('At least 0.01 CPUs are needed');
    }
    if (job.resources.trim() === '' && !(memoryOf(job.memory) >= 32_000)) {
        out.memory = Number.isNaN(memoryOf(job.memory)) ? t('Enter a size, such as 512 or 4G') : t('At least 32 MiB are needed');
    }
    if (job.priority.trim() !== '' && Number.isNaN(whole(job.priority, true))) {
        out.priority = t('Enter a whole number');
    }
    if (job.retries.trim() !== '' && Number.isNaN(whole(job.retries))) {
        out.retries = t('Enter a whole number');
    }
    return out;
}

type Single = 'name' | 'image' | 'gpus' | 'cpus' | 'memory' | 'resources' | 'priority' | 'retries' | 'grace' | 'user' | 'sharedMemory';
type Listed = 'variables' | 'files' | 'volumes' | 'tmpfs' | 'limits' | 'added' | 'dropped';
type Switch = 'linked' | 'terminal' | 'readOnly';

// The fields by the keys of a job file; command and constraints have rules of their own.
const singles: Readonly<Record<Single, string>> = {
    name: 'name', image: 'image', gpus: 'gpus', cpus: 'cpus', memory: 'mem', resources: 'resources', priority: 'priority', retries: 'retries', grace: 'kill_grace', user: 'user', sharedMemory: 'shm_size',
};
const lists: Readonly<Record<Listed, string>> = {
    variables: 'env', files: 'uris', volumes: 'volumes', tmpfs: 'tmpfs', limits: 'ulimits', added: 'cap_add', dropped: 'cap_drop',
};
const switches: Readonly<Record<Switch, string>> = { linked: 'linked', terminal: 'tty', readOnly: 'read_only' };

const fields = new Map(Object.entries({ ...singles, ...lists, ...switches, command: 'command', constraints: 'constraints' }).map(([field, key]) => [key, field as keyof JobText]));
export const fieldOf = (key: string): keyof JobText | undefined => fields.get(key === 'argv' ? 'command' : key);

export function partsOf(job: JobText): JobParts {
    const entries = <K extends string>(rows: Readonly<Record<K, string>>) => Object.entries(rows) as [K, string][];
    const shown = job.resources.trim() === '' ? job : { ...job, gpus: '', cpus: '', memory: '' };
    const constraints = [...(job.gpuType.trim() === '' ? [] : [`gpu:${job.gpuType.trim()}`]), ...lines(job.constraints)];
    return { parts: [
        ...entries(singles).map(([field, key]) => ({ key, texts: shown[field].trim() === '' || (field === 'gpus' && shown.gpus.trim() === '0') ? [] : [shown[field].trim()] })),
        { key: job.words ? 'argv' : 'command', texts: job.words ? job.command.split('\n').filter((word) => word !== '') : job.command.trim() === '' ? [] : [job.command] },
        { key: 'constraints', texts: constraints },
        ...entries(lists).map(([field, key]) => ({ key, texts: lines(job[field]) })),
        ...entries(switches).map(([field, key]) => ({ key, texts: job[field] ? ['true'] : [] })),
    ].filter(({ texts }) => texts.length > 0) };
}

// The fields again. undefined: they would not say the same, as lines of a list are of one line each.
export function textOf(parts: JobParts): JobText | undefined {
    const all = new Map((parts.parts ?? []).map(({ key = '', texts = [] }) => [key, texts]));
    const of = (key: string) => all.get(key) ?? [];
    const job: JobText = { ...emptyJob, words: all.has('argv'), command: all.has('argv') ? of('argv').join('\n') : of('command')[0] ?? '' };
    for (const [field, key] of Object.entries(singles)) {
        job[field as Single] = of(key)[0] ?? (field === 'gpus' ? '0' : field === 'cpus' ? '1' : field === 'memory' ? '128' : '');
    }
    for (const [field, key] of Object.entries(lists)) {
        job[field as Listed] = of(key).join('\n');
    }
    for (const [field, key] of Object.entries(switches)) {
        job[field as Switch] = all.has(key);
    }
    const type = of('constraints').find((line) => /^gpu:./.test(line));
    job.gpuType = type?.slice(4) ?? '';
    job.constraints = of('constraints').filter((line) => line !== type).join('\n');
    // What cpus and mem are when nobody says it is written out, which is the same job.
    const same = (one: JobParts) => JSON.stringify([...(one.parts ?? [])].filter(({ key, texts }) => !(key === 'cpus' && texts?.[0] === '1') && !(key === 'mem' && texts?.[0] === '128'))
        .map(({ key = '', texts = [] }) => [key, key === 'constraints' ? [...texts].sort() : texts]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
    return same(partsOf(job)) === same(parts) ? job : undefined;
}

// `edited` stays as people made it where it is not as in `before`; the rest is of `now`.
export function merged(before: JobText, edited: JobText, now: JobText): JobText {
    return Object.fromEntries((Object.keys(now) as (keyof JobText)[]).map((field) => [field, edited[field] === before[field] ? now[field] : edited[field]])) as unknown as JobText;
}

// The values of the attribute "gpu" with how many GPUs of them there are.
export function gpuTypes(store: Store): readonly { value: string; free: number; total: number }[] {
    const types = new Map<string, { value: string; free: number; total: number }>();
    for (const agent of store.rows.agents.values()) {
        for (const attribute of agent.attributes ?? []) {
            const value = attribute.text?.value;
            if (attribute.name === 'gpu' && value !== undefined) {
                const type = types.get(value) ?? { value, free: 0, total: 0 };
                types.set(value, type);
                type.total += agent.gpus?.length ?? 0;
                type.free += (agent.gpus ?? []).filter((uuid) => gpuMark(store.rows.gpus.get(uuid)?.state) === 'free').length;
            }
        }
    }
    return [...types.values()].sort((one, other) => (one.value < other.value ? -1 : 1));
}
