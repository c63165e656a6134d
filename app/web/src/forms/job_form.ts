// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The job that the Submit form describes: as its text fields are, as a request, and as the command line that does the same. Pure.
import type { Store } from '../wire/store';
import { gpuMark } from '../words/marks';
import { t } from '../words/translate';
import type { SubmitJob } from '../words/words';

export interface JobText {
    name: string;
    command: string;
    image: string;
    gpus: string;
    gpuType: string; // a value of the attribute "gpu"
    linked: boolean;
    cpus: string;
    memory: string; // MiB, or with a unit
    variables: string; // lines
    files: string; // lines
    constraints: string; // lines
    priority: string;
    retries: string;
    user: string;
}

export const emptyJob: JobText = {
    name: '', command: '', image: '', gpus: '1', gpuType: '', linked: false, cpus: '1', memory: '128', variables: '', files: '', constraints: '',
    priority: '0', retries: '0', user: '',
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
    if (Number.isNaN(gpus)) {
        out.gpus = t('Enter a whole number');
    } else if (job.gpuType !== '' && gpus < 1) {
        out.gpuType = t('A GPU type needs at least 1 GPU');
    } else if (job.linked && gpus < 2) {
        out.linked = t('Linked GPUs need at least 2 GPUs, %1 requested', gpus);
    }
    if (!(thousandths(job.cpus) >= 10)) {
        out.cpus = t('At least 0.01 CPUs are needed');
    }
    if (!(memoryOf(job.memory) >= 32_000)) {
        out.memory = t('At least 32 MiB are needed');
    }
    if (Number.isNaN(whole(job.priority, true))) {
        out.priority = t('Enter a whole number');
    }
    if (Number.isNaN(whole(job.retries))) {
        out.retries = t('Enter a whole number');
    }
    const badVariable = lines(job.variables).find((line) => !/^[^=\s]+=/.test(line));
    if (badVariable !== undefined) {
        out.variables = t('"%1" is not NAME=VALUE', badVariable);
    }
    const badConstraint = lines(job.constraints).find((line) => !/^[^:\s]+:.+/.test(line));
    if (badConstraint !== undefined) {
        out.constraints = t('"%1" is not NAME:VALUE', badConstraint);
    }
    return out;
}

const split = (line: string, by: string): readonly [string, string] => [line.slice(0, line.indexOf(by)), line.slice(line.indexOf(by) + 1)];

// REQUIRES: no problems.
export function requestOf(job: JobText): SubmitJob {
    const gpus = whole(job.gpus);
    const constraints = [...(job.gpuType === '' ? [] : [`gpu:${job.gpuType}`]), ...lines(job.constraints)].map((line) => { const [attribute, value] = split(line, ':'); return { attribute, value }; });
    const variables = lines(job.variables).map((line) => { const [name, value] = split(line, '='); return { name, value }; });
    const uris = lines(job.files).map((value) => ({ value }));
    return {
        name: job.name.trim(),
        resources: { cpus: String(thousandths(job.cpus)), mem: String(memoryOf(job.memory)), ...(gpus === 0 ? {} : { gpus: String(gpus * 1000) }) },
        command: {
            ...(job.command.trim() === '' ? { shell: false } : { value: job.command, shell: true }),
            ...(variables.length === 0 ? {} : { environment: { variables } }),
            ...(uris.length === 0 ? {} : { uris }),
        },
        ...(job.user.trim() === '' ? {} : { user: job.user.trim() }),
        ...(constraints.length === 0 ? {} : { constraints }),
        ...(job.linked ? { linked: true } : {}),
        ...(whole(job.priority, true) === 0 ? {} : { priority: whole(job.priority, true) }),
        ...(whole(job.retries) === 0 ? {} : { retries: whole(job.retries) }),
        ...(job.image.trim() === '' ? {} : { image: job.image.trim() }),
    };
}

const safe = /^[A-Za-z0-9_@%+=:,./-]+$/;
export const quoted = (text: string) => (safe.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

export function commandLineOf(job: JobText): string {
    const flags: [string, string][] = [
        ['name', job.name.trim()], ['gpus', job.gpus.trim() === '0' ? '' : job.gpus.trim()], ['cpus', job.cpus.trim() === '1' ? '' : job.cpus.trim()],
        ['mem', job.memory.trim() === '128' ? '' : job.memory.trim()],
        ...(job.gpuType === '' ? [] : [['constraint', `gpu:${job.gpuType}`] as [string, string]]),
        ...lines(job.constraints).map((line): [string, string] => ['constraint', line]),
        ['priority', job.priority.trim() === '0' ? '' : job.priority.trim()], ['retries', job.retries.trim() === '0' ? '' : job.retries.trim()],
        ['image', job.image.trim()], ['user', job.user.trim()],
        ...lines(job.variables).map((line): [string, string] => ['env', line]),
        ...lines(job.files).map((line): [string, string] => ['uri', line]),
        ['command', job.command.trim()],
    ];
    return ['muster submit', ...(job.linked ? ['--linked'] : []), ...flags.filter(([, value]) => value !== '').map(([flag, value]) => `--${flag}=${quoted(value)}`)].join(' ');
}

// What can be shown of a job that was submitted. False beside it: some of its settings are not in this form.
export function textOf(job: SubmitJob): { text: JobText; whole: boolean } {
    const constraints = (job.constraints ?? []).map(({ attribute = '', value = '' }) => `${attribute}:${value}`);
    const type = constraints.find((line) => line.startsWith('gpu:'));
    const command = job.command ?? {};
    const words = command.shell === false ? (command.arguments ?? []).map(quoted).join(' ') : command.value ?? '';
    return {
        text: {
            name: job.name ?? '', command: words, image: job.image ?? '', linked: job.linked ?? false, user: job.user ?? '',
            gpus: String(Number(job.resources?.gpus ?? 0) / 1000), cpus: String(Number(job.resources?.cpus ?? 1000) / 1000), memory: String(Number(job.resources?.mem ?? 128_000) / 1000),
            gpuType: type?.slice(4) ?? '', constraints: constraints.filter((line) => line !== type).join('\n'),
            variables: (command.environment?.variables ?? []).map(({ name, value = '' }) => `${name}=${value}`).join('\n'),
            files: (command.uris ?? []).map(({ value }) => value).join('\n'), priority: String(job.priority ?? 0), retries: String(job.retries ?? 0),
        },
        whole: job.container === undefined && (job.resources?.others ?? []).length === 0,
    };
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
