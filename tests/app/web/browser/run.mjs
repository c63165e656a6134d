// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the tests of this folder in one browser: node run.mjs PROGRAMS, the folder of muster-agentd. Those that share a daemon run
// one after the other; beside them run those that have a master of their own. As root, which containers need.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startDaemon } from './daemon.mjs';
import { launchServer } from './harness.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const programs = resolve(process.argv[2]);
const shots = process.env.MUSTER_WEB_SHOTS ?? join(programs, '../screenshots/web');
mkdirSync(shots, { recursive: true });

// Who may look and nothing else signs in with a name and a password, and so does who sees nobody's jobs.
function withViewer(folder) {
    const credentials = join(folder, 'credentials');
    writeFileSync(credentials, 'viewer look-only\nstranger sees-none\n');
    chmodSync(credentials, 0o600);
    const none = (objects, principal = 'viewer') => [{ principals: { values: [principal] }, [objects]: { type: 'NONE' } }];
    const acls = JSON.stringify({ view_tasks: none('users', 'stranger'), view_frameworks: none('users', 'stranger'),
        run_tasks: none('users'), drain_agents: none('agents'), deactivate_agents: none('agents'), reactivate_agents: none('agents') });
    return [`--credentials=${credentials}`, `--acls=${acls}`];
}

const [daemon, browser] = await Promise.all([startDaemon(withViewer, programs), launchServer()]);
const env = { ...process.env, MUSTER_WEB_BROWSER: browser.wsEndpoint(), MUSTER_WEB_SHOTS: shots, MUSTER_WEB_PROGRAMS: programs,
    MUSTER_WEB_MASTER: daemon.address, MUSTER_WEB_TOKEN_FILE: daemon.tokenFile };

const runTests = (files, atOnce) => new Promise((resolve) => {
    spawn(process.execPath, ['--test', '--test-reporter=spec', `--test-concurrency=${atOnce}`, ...files], { stdio: 'inherit', env })
        .on('exit', (code) => { resolve(code ?? 1); });
});

const tests = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
const sharesDaemon = (file) => readFileSync(file, 'utf8').includes('withDaemon');
const codes = await Promise.all([runTests(tests.filter(sharesDaemon), 1), runTests(tests.filter((file) => !sharesDaemon(file)), 2)]);
await Promise.all([browser.close(), daemon.stop()]);
process.exitCode = Math.max(...codes);
