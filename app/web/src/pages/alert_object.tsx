// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { href } from '../frame/route';
import type { Alert } from '../words/words';

const pageOf: Readonly<Record<string, string>> = { GPU: 'gpus', AGENT: 'nodes', JOB: 'jobs' };

// A way to what an alert is about.
export function AlertObject({ alert }: { alert: Alert }) {
    const page = pageOf[alert.object_kind ?? ''];
    return page === undefined ? <>{alert.name}</> : <a href={href(page, alert.object)} tabIndex={-1}>{alert.name}</a>;
}
