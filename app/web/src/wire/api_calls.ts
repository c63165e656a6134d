// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of the REST APIs below /marathon and /chronos, on the connection that is there already.
import type { Reply } from '../words/words';
import type { RequestBody } from './connection';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const apiCall = (method: Method, target: string, body?: object): RequestBody =>
    ({ call_api: { method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) } });

// What is wrong, in the words of the master: "Object is not valid: /id: must not be empty".
export function refusalOf(body: string): string {
    let said: { message?: string; details?: string | { path: string; errors: string[] }[] };
    try {
        said = JSON.parse(body) as typeof said;
    } catch {
        return body;
    }
    const details = typeof said.details === 'string' ? [said.details] : (said.details ?? []).map(({ path, errors }) => `${path}: ${errors.join(', ')}`);
    return [said.message ?? body, ...(details.length > 0 ? [details.join('; ')] : [])].join(': ');
}

// The body of the answer; of other replies ''. Throws what is wrong.
export function answered({ api_answer: { status = 0, body = '' } = {} }: Reply): string {
    if (status >= 400) {
        throw new Error(refusalOf(body) || `HTTP ${status}`);
    }
    return body;
}

export const jsonOf = <Answer>(reply: Reply) => JSON.parse(answered(reply)) as Answer;
