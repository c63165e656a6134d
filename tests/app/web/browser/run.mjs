// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the tests of this folder against a daemon of its own with eight simulated GPUs: node run.mjs PROGRAMS, the folder of
// muster-agentd. As root, which containers need.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const programs = process.argv[2];
const base = mkdtempSync('/var/tmp/muster-web-');
const workDir = join(base, 'work');
const tokenFile = join(workDir, 'token');

const freePort = () => new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => { resolve(port); });
    });
});

async function startDaemon() {
    const port = await freePort();
    // Who may look and nothing else signs in with a name and a password.
    const credentials = join(base, 'credentials');
    writeFileSync(credentials, 'viewer look-only\n');
    chmodSync(credentials, 0o600);
    const none = (objects) => [{ principals: { values: ['viewer'] }, [objects]: { type: 'NONE' } }];
    const acls = JSON.stringify({
        run_tasks: none('users'), drain_agents: none('agents'), deactivate_agents: none('agents'), reactivate_agents: none('agents') });
    const daemon = spawn(join(programs, 'muster-agentd'), ['standalone', `--work_dir=${workDir}`, `--port=${port}`, '--simulate=h100x8',
        `--credentials=${credentials}`, `--acls=${acls}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    daemon.stderr.on('data', (bytes) => { said = (said + bytes).slice(-4000); });
    for (let tries = 0; ; ++tries) {
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
        if (answer?.ok && existsSync(tokenFile)) {
            return { daemon, port };
        }
        if (daemon.exitCode !== null || tries > 150) {
            throw new Error(`The daemon does not answer:\n${said}`);
        }
        await sleep(200);
    }
}

function run(command, args, env) {
    return new Promise((resolve) => {
        spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).on('exit', (code) => { resolve(code ?? 1); });
    });
}

const { daemon, port } = await startDaemon();
const tests = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
const code = await run(process.execPath, ['--test', ...tests], { MUSTER_WEB_MASTER: `127.0.0.1:${port}`, MUSTER_WEB_TOKEN_FILE: tokenFile });
daemon.kill('SIGTERM');
await Promise.race([new Promise((resolve) => { daemon.on('exit', resolve); }), sleep(10_000)]);
if (!readFileSync('/proc/self/mountinfo', 'utf8').includes(base)) { // never remove what is mounted somewhere below
    rmSync(base, { recursive: true, force: true });
}
process.exitCode = code;
