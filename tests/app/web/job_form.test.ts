// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyJob, fieldOf, memoryOf, merged, partsOf, problemsOf, textOf } from '../../../app/web/src/forms/job_form';

const job = { ...emptyJob, name: 'train', command: "python3 train.py --lr '1e-3'", gpus: '2', linked: true, memory: '4G', cpus: '0.5', gpuType: 'H100',
    variables: 'A=b=c\n\nEMPTY=', constraints: 'rack:a:1', files: 'https://example.org/x#sha256=1', priority: '-3', retries: '2', user: 'alice', image: 'busybox:1.36',
    volumes: '/data:/data:ro', limits: 'nofile=1024', readOnly: true, grace: '30s' };

test('sizes', () => {
    assert.equal(memoryOf('128'), 128_000);
    assert.equal(memoryOf('4GiB'), 4_096_000);
    assert.equal(memoryOf('1.5 g'), 1_536_000);
    assert.ok(Number.isNaN(memoryOf('4 gigs')));
});

test('the parts say what the form says, by the keys of a file', () => {
    assert.deepEqual(problemsOf(job), {});
    assert.deepEqual(Object.fromEntries(partsOf(job).parts!.map(({ key, texts }) => [key, texts])), {
        name: ['train'], image: ['busybox:1.36'], gpus: ['2'], cpus: ['0.5'], mem: ['4G'], priority: ['-3'], retries: ['2'], kill_grace: ['30s'], user: ['alice'],
        command: [job.command], constraints: ['gpu:H100', 'rack:a:1'], env: ['A=b=c', 'EMPTY='], uris: ['https://example.org/x#sha256=1'], volumes: ['/data:/data:ro'], ulimits: ['nofile=1024'],
        linked: ['true'], read_only: ['true'],
    });
    assert.deepEqual(partsOf({ ...emptyJob, words: true, command: 'env\n-i\n', resources: 'gpus:2' }).parts, [{ key: 'resources', texts: ['gpus:2'] }, { key: 'argv', texts: ['env', '-i'] }]);
    assert.equal(fieldOf('argv'), 'command');
    assert.equal(fieldOf('shm_size'), 'sharedMemory');
    assert.equal(fieldOf(''), undefined);
});

test('and so does the form that is made of the parts', () => {
    const text = textOf(partsOf(job))!;
    assert.deepEqual(partsOf(text), partsOf(job));
    assert.deepEqual(text, { ...job, variables: 'A=b=c\nEMPTY=' });
    const bare = textOf({ parts: [{ key: 'command', texts: ['env'] }] })!;
    assert.deepEqual([bare.gpus, bare.cpus, bare.memory], ['0', '1', '128'], 'what a file does not say is what the master takes');
});

test('what the form would say otherwise it does not show', () => {
    assert.equal(textOf({ parts: [{ key: 'env', texts: ['A=one\ntwo'] }] }), undefined);
    assert.equal(textOf({ parts: [{ key: 'argv', texts: ['sh', '-c', 'a\nb'] }] }), undefined);
    assert.notEqual(textOf({ parts: [{ key: 'command', texts: ['a\nb\n'] }] }), undefined, 'a command may have several lines');
});

test('what people changed stays when a template is filled anew', () => {
    const made = { ...emptyJob, name: 'train', command: 'run 10' };
    assert.deepEqual(merged(made, { ...made, name: 'mine' }, { ...made, command: 'run 20' }), { ...made, name: 'mine', command: 'run 20' });
});

test('mistakes are found before the master has to', () => {
    const wrong = (changes: object) => Object.keys(problemsOf({ ...job, ...changes }));
    assert.deepEqual(wrong({ name: ' ' }), ['name']);
    assert.deepEqual(wrong({ command: '', image: '' }), ['command']);
    assert.deepEqual(wrong({ gpus: '1' }), ['linked']);
    assert.deepEqual(wrong({ gpus: '0', linked: false }), ['gpuType']);
    assert.deepEqual(wrong({ cpus: '0.001', memory: '16', priority: 'high', retries: '-1' }), ['cpus', 'memory', 'priority', 'retries']);
    assert.deepEqual(wrong({ gpus: 'x' }), ['gpus']);
    assert.deepEqual(wrong({ gpus: 'x', resources: 'gpus:2' }), [], 'the form does not show it then');
    assert.deepEqual(wrong({ cpus: '', gpus: '0', linked: false, gpuType: '', resources: 'cpus:1' }), []);
});
