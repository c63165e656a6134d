// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The peer of web-fanout-bench: node ws_peer.mjs PORT FILE text|binary. At SIGUSR2 it sends the file's bytes to whoever is connected.
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';

const [port, file, kind] = process.argv.slice(2);
const bytes = readFileSync(file);
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false, backlog: 4096 });
process.on('SIGUSR2', () => server.clients.forEach((client) => client.send(bytes, { binary: kind === 'binary' })));
process.on('SIGTERM', () => process.exit());
