// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineOf, emptyJob, memoryOf, problemsOf, quoted, requestOf, textOf } from '../../../app/web/src/forms/job_form';

const job = { ...emptyJob, name: 'train', command: "python3 train.py --lr '1e-3'", gpus: '2', linked: true, memory: '4G', cpus: '0.5', gpuType: 'H100',
    variables: 'A=b=c\n\nEMPTY=', constraints: 'rack:a:1', files: 'https://example.org/x#sha256=1', priority: '-3', retries: '2', user: 'alice', image: 'busybox:1.36' };

test('sizes', () => {
    assert.equal(memoryOf('128'), 128_000);
    assert.equal(memoryOf('4GiB'), 4_096_000);
    assert.equal(memoryOf('1.5 g'), 1_536_000);
    assert.ok(Number.isNaN(memoryOf('4 gigs')));
});

test('the request says what the form says', () => {
    assert.deepEqual(problemsOf(job), {});
    assert.deepEqual(requestOf(job), {
        name: 'train', resources: { cpus: '500', mem: '4096000', gpus: '2000' }, user: 'alice', linked: true, priority: -3, retries: 2, image: 'busybox:1.36',
        command: { value: job.command, shell: true, environment: { variables: [{ name: 'A', value: 'b=c' }, { name: 'EMPTY', value: '' }] }, uris: [{ value: 'https://example.org/x#sha256=1' }] },
        constraints: [{ attribute: 'gpu', value: 'H100' }, { attribute: 'rack', value: 'a:1' }],
    });
});

test('and so does the form that is made of the request', () => {
    const { text, whole } = textOf(requestOf(job));
    assert.ok(whole);
    assert.deepEqual(requestOf(text), requestOf(job));
});

test('the command line is quoted for a shell', () => {
    assert.equal(quoted('a b'), "'a b'");
    assert.equal(quoted("it's"), "'it'\\''s'");
    assert.equal(commandLineOf({ ...emptyJob, name: 'x', command: 'nvidia-smi; sleep 5' }), "muster submit --name=x --gpus=1 --command='nvidia-smi; sleep 5'");
    assert.match(commandLineOf(job), /^muster submit --linked --name=train --gpus=2 --cpus=0.5 --mem=4G --constraint=gpu:H100 --constraint=rack:a:1 --priority=-3 --retries=2 /);
});

test('mistakes are found before the master has to', () => {
    const wrong = (changes: object) => Object.keys(problemsOf({ ...job, ...changes }));
    assert.deepEqual(wrong({ name: ' ' }), ['name']);
    assert.deepEqual(wrong({ command: '', image: '' }), ['command']);
    assert.deepEqual(wrong({ gpus: '1' }), ['linked']);
    assert.deepEqual(wrong({ gpus: '0', linked: false }), ['gpuType']);
    assert.deepEqual(wrong({ cpus: '0.001', memory: '16', priority: 'high', retries: '-1' }), ['cpus', 'memory', 'priority', 'retries']);
    assert.deepEqual(wrong({ variables: 'NOVALUE', constraints: 'rack' }), ['variables', 'constraints']);
});
