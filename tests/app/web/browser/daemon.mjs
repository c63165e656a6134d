// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The real daemon with eight simulated GPUs, and the desktop console's real window before it. MUSTER_WEB_PROGRAMS is the folder
// of muster-agentd, MUSTER_WEB_CONSOLE the program console-driver. As root, which containers need.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './harness.mjs';

const programs = process.env.MUSTER_WEB_PROGRAMS;
const consoleDriver = process.env.MUSTER_WEB_CONSOLE;
export const withPrograms = { skip: programs === undefined && 'MUSTER_WEB_PROGRAMS names no folder' };
export const withConsole = { skip: (programs === undefined || consoleDriver === undefined) && 'MUSTER_WEB_CONSOLE names no program' };

async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    return port;
}

async function end(child, signal) {
    if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await Promise.race([once(child, 'exit'), sleep(10_000)]);
    }
}

// Below a folder of its own, which stop() removes. `flags` may name files in that folder: they are made of its path.
export async function startDaemon(flags = () => [], from = programs) {
    const folder = mkdtempSync('/var/tmp/muster-web-');
    const workDir = join(folder, 'work');
    const tokenFile = join(workDir, 'token');
    const port = await freePort();
    const further = flags(folder);
    let child;
    const start = async () => {
        let said = '';
        child = spawn(join(from, 'muster-agentd'), ['standalone', `--work_dir=${workDir}`, `--port=${port}`, '--simulate=h100x8', ...further],
            { stdio: ['ignore', 'ignore', 'pipe'] });
        child.stderr.on('data', (bytes) => { said = (said + bytes).slice(-4000); });
        await until('The daemon answers', async () => {
            assert.equal(child.exitCode, null, `The daemon ended:\n${said}`);
            return existsSync(tokenFile) && (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok;
        });
    };
    await start();
    return {
        port, folder, tokenFile,
        address: `127.0.0.1:${port}`,
        token: readFileSync(tokenFile, 'utf8').trim(),
        killHard: () => end(child, 'SIGKILL'), // it tidies nothing up
        startAgain: start, // at the same address, with the same work directory
        stop: async () => {
            await end(child, 'SIGTERM');
            if (!readFileSync('/proc/self/mountinfo', 'utf8').includes(folder)) { // never remove what is mounted somewhere below
                rmSync(folder, { recursive: true, force: true });
            }
        },
    };
}

// The desktop console of that daemon. say() does what a line of tests/support/console/console_driver.cpp says.
export async function openConsole({ address, tokenFile, folder }) {
    const child = spawn(consoleDriver, [address, tokenFile, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const say = async (...words) => {
        child.stdin.write(`${JSON.stringify(words)}\n`);
        const { value: line, done } = await lines.next();
        assert.ok(!done, `The console ended at ${words.join(' ')}`);
        const { value = '', error } = JSON.parse(line);
        assert.equal(error, undefined, words.join(' '));
        return value;
    };
    await until('The console is connected', async () => await say('link') === 'live');
    return { say, close: () => { child.stdin.end(); return end(child, 'SIGTERM'); } };
}
