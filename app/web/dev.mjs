// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// For work on the page without building a master: serves dist/ and answers the calls of web/ as the master does, and hands
// its WebSockets and web/files through to a running daemon with its token. On loopback only; whoever can reach it acts with the token.
//
//   node dev.mjs --master 127.0.0.1:5050 --token_file /var/lib/muster/token [--port 5380] [--sign_in] [--prefix /gpus]
//
// --sign_in: nobody is signed in at first. --may submit_job,...: what the session may; default: everything.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    + "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const everything = ['submit_job', 'kill_job', 'kill_task', 'restrict_gpu', 'release_gpu', 'drain_node', 'reactivate_node',
    'mark_node_gone', 'hold_job', 'release_job', 'acknowledge_alert', 'rescind_offer', 'read_log', 'open_terminal', 'read_sandbox'];
const hour = 3600_000;

function readBody(request) {
    return new Promise((resolve) => {
        let text = '';
        request.on('data', (part) => { text += part; });
        request.on('end', () => resolve(text));
    });
}

// Answers with a listening http.Server. `token`: what the daemon wants, and what a person signs in with.
export function serve({ master, token, port = 0, prefix = '', signIn = false, may = everything, principal = '' }) {
    const sessions = new Map(); // cookie -> CSRF token
    const tickets = new Set();
    const sockets = new Set();
    const cookieOf = (request) => /(?:^|; )muster_dev=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';

    function begin(response, status) {
        const cookie = randomBytes(16).toString('hex');
        sessions.set(cookie, randomBytes(16).toString('hex'));
        response.writeHead(status, { 'Set-Cookie': `muster_dev=${cookie}; HttpOnly; SameSite=Strict; Path=/` });
        return cookie;
    }

    const json = (response, status, value) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
        response.end(value === undefined ? '' : JSON.stringify(value));
    };

    async function onWeb(request, response, name) {
        const csrf = sessions.get(cookieOf(request));
        if (name === 'sign-in' && request.method === 'POST') {
            const { token: given, secret } = JSON.parse(await readBody(request) || '{}');
            if (given !== token && secret !== token) {
                return json(response, 401, { error: 'The token is not right' });
            }
            begin(response, 204);
            return response.end();
        }
        if (name === 'session') {
            const answer = { principal, authenticated: true, may, expires_ms: Date.now() + 12 * hour };
            if (csrf !== undefined) {
                return json(response, 200, { ...answer, csrf });
            }
            if (signIn) {
                return json(response, 401, { error: 'Sign in' });
            }
            const cookie = begin({ writeHead: (_, headers) => response.setHeader('Set-Cookie', headers['Set-Cookie']) }, 200);
            return json(response, 200, { ...answer, csrf: sessions.get(cookie) });
        }
        if (name.startsWith('files/') && csrf !== undefined) {
            const answer = await fetch(`http://${master}/web/${name}${new URL(request.url, 'http://x').search}`, { headers: { Authorization: `Bearer ${token}` } });
            response.writeHead(answer.status, Object.fromEntries(['content-type', 'content-disposition'].flatMap((one) => (answer.headers.has(one) ? [[one, answer.headers.get(one)]] : []))));
            return response.end(Buffer.from(await answer.arrayBuffer()));
        }
        if (csrf === undefined || request.headers['x-muster-csrf'] !== csrf || request.method !== 'POST') {
            return json(response, csrf === undefined ? 401 : 403, { error: 'Refused' });
        }
        if (name === 'ticket') {
            const ticket = randomBytes(16).toString('hex');
            tickets.add(ticket);
            return json(response, 200, { ticket });
        }
        if (name === 'sign-out') {
            sessions.delete(cookieOf(request));
            sockets.forEach((socket) => socket.destroy());
            signIn = true;
            return json(response, 204);
        }
        return json(response, 404, { error: 'There is no such call' });
    }

    function onFile(response, path) {
        const file = normalize(join(dist, path === '/' ? 'index.html' : path));
        if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404);
            return response.end();
        }
        response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache',
            'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
        return response.end(readFileSync(file));
    }

    const server = createServer((request, response) => {
        const path = new URL(request.url, 'http://x').pathname;
        if (!path.startsWith(prefix)) {
            response.writeHead(404);
            response.end();
        } else if (path.startsWith(`${prefix}/web/`)) {
            void onWeb(request, response, path.slice(prefix.length + 5));
        } else {
            onFile(response, path.slice(prefix.length) || '/');
        }
    });
    server.on('upgrade', (request, socket, head) => {
        const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/, */);
        const ticket = offered.find((one) => one.startsWith('muster.ticket.'))?.slice('muster.ticket.'.length);
        if (ticket === undefined || !tickets.delete(ticket)) {
            return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
        }
        const [host, to] = master.split(':');
        const upstream = connect(Number(to), host);
        upstream.write(`GET ${new URL(request.url, 'http://x').pathname.slice(prefix.length)} HTTP/1.1\r\nHost: ${master}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
            + `Sec-WebSocket-Key: ${request.headers['sec-websocket-key']}\r\nSec-WebSocket-Version: 13\r\n`
            + `Sec-WebSocket-Protocol: ${offered[0]}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
        upstream.write(head);
        upstream.pipe(socket).pipe(upstream);
        sockets.add(socket);
        for (const [one, other] of [[socket, upstream], [upstream, socket]]) {
            one.on('error', () => other.destroy());
            one.on('close', () => { other.destroy(); sockets.delete(socket); });
        }
        return undefined;
    });
    return new Promise((resolve) => { server.listen(port, '127.0.0.1', () => resolve(server)); });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
    const { values } = parseArgs({ options: {
        master: { type: 'string', default: '127.0.0.1:5050' },
        token_file: { type: 'string', default: '/var/lib/muster/token' },
        port: { type: 'string', default: '5380' },
        prefix: { type: 'string', default: '' },
        sign_in: { type: 'boolean', default: false },
        may: { type: 'string' },
        principal: { type: 'string', default: '' },
    } });
    const server = await serve({ master: values.master, token: readFileSync(values.token_file, 'utf8').trim(), port: Number(values.port),
        prefix: values.prefix, signIn: values.sign_in, principal: values.principal, ...(values.may === undefined ? {} : { may: values.may.split(',') }) });
    console.log(`http://127.0.0.1:${server.address().port}${values.prefix}/`);
}
