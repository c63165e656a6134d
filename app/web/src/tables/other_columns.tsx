// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns of offers, refusals, alerts, events and usage.
import { store } from '../frame/app';
import { href } from '../frame/route';
import { State } from '../theme/icon';
import { alertSeverity, alertWord, refusalReason, wireOf } from '../words/marks';
import { clockText, durationText, localTimes } from '../words/text';
import { words, type Alert, type AuditRow, type Offer, type RefusalsRow, type UsageRow } from '../words/words';
import { AlertObject } from '../pages/alert_object';
import { columnsOf } from './column';
import { amount, bundle, moment } from './values';

export const offerColumns = columnsOf<Offer, 'offers', 'resources' | 'framework_id' | 'agent_id'>('offers', {
    offer_id: { value: (offer) => offer.id ?? '', text: (offer) => (offer.id ?? '').split('-').pop() ?? '', tip: (offer) => offer.id ?? '' },
    framework_name: { value: (offer) => offer.framework_name ?? '', tip: (offer) => offer.framework_id ?? '' },
    node: { value: (offer) => offer.hostname ?? '', show: (offer) => <a href={href('nodes', offer.agent_id)} tabIndex={-1}>{offer.hostname}</a> },
    gpus: { value: (offer) => amount(offer.resources, 'gpus') },
    cpus: { value: (offer) => amount(offer.resources, 'cpus') },
    memory_mib: { value: (offer) => amount(offer.resources, 'mem') },
    disk_mib: { value: (offer) => amount(offer.resources, 'disk') },
    made: { value: (offer) => moment(offer.made_ms) },
});

export const refusalColumns = columnsOf<RefusalsRow, 'refusals', 'framework_id' | 'agent_id'>('refusals', {
    framework_name: { value: (row) => row.framework_name || row.framework_id || '', tip: (row) => row.framework_id ?? '' },
    role: { value: (row) => row.role ?? '' },
    node: { value: (row) => row.hostname ?? '', tip: (row) => row.agent_id ?? '' },
    gpus: { value: (row) => (row.resources === undefined ? undefined : amount(row.resources, 'gpus')) },
    resources: { value: (row) => bundle(row.resources) },
    until: { value: (row) => moment(row.until_ms) },
    why: { value: (row) => localTimes(row.why ?? '') },
    reason: { value: (row) => wireOf(words.refusalsReason, row.reason, 'NO_REASON'), text: (row) => refusalReason(row.reason).word, beside: 22, show: (row) => <State state={refusalReason(row.reason)} />, tip: (row) => localTimes(row.why ?? '') },
});

export const alertColumns = columnsOf<Alert, 'alerts', 'alert_id' | 'object_kind' | 'object' | 'node' | 'acknowledged'>('alerts', {
    rule: { value: (alert) => wireOf(words.alertRule, alert.rule, 'NO_RULE'), text: (alert) => alertWord(alert.rule), tip: (alert) => alert.id ?? '' },
    severity: { value: (alert) => wireOf(words.alertSeverity, alert.severity, 'NO_SEVERITY'), text: (alert) => alertSeverity(alert.severity).word, beside: 22, show: (alert) => <State state={alertSeverity(alert.severity)} /> },
    name: { value: (alert) => alert.name ?? '', tip: (alert) => alert.object ?? '', show: (alert) => <AlertObject alert={alert} /> },
    since: { value: (alert) => moment(alert.since_ms) },
    acknowledged_by: { value: (alert) => alert.acknowledged_by ?? '', tip: (alert) => clockText(moment(alert.acknowledged_ms)) },
    text: { value: (alert) => localTimes(alert.text ?? '') },
    note: { value: (alert) => alert.note ?? '' },
    muted_until: { value: (alert) => moment(alert.muted_until_ms) },
});

export const eventColumns = columnsOf<AuditRow, 'events', never>('events', {
    at: { value: (row) => moment(row.at_ms) },
    author: { value: (row) => row.author ?? '' },
    action: { value: (row) => row.action ?? '' },
    object: { value: (row) => eventObject(row.object ?? ''), tip: (row) => row.object ?? '' },
    detail: { value: (row) => localTimes(row.detail ?? '') },
});

// The audit log has ids, people have names.
function eventObject(object: string): string {
    const gpu = store.rows.gpus.get(object);
    return gpu !== undefined ? `${store.node(gpu.agent_id)}:${gpu.index ?? 0}` : store.rows.agents.get(object)?.hostname ?? object;
}

const hour = 3_600_000;
export const usageColumns = (total: number) => columnsOf<UsageRow, 'usage'>('usage', {
    user: { value: (row) => row.user ?? '' },
    gpu_hours: { value: (row) => Math.round(moment(row.gpu_ms) / hour * 1000), text: (row) => (moment(row.gpu_ms) / hour).toFixed(1) },
    share_percent: { value: (row) => (total === 0 ? 0 : Math.round(100 * moment(row.gpu_ms) / total)) },
    cpu_hours: { value: (row) => Math.round(moment(row.cpu_ms) / hour * 1000), text: (row) => (moment(row.cpu_ms) / hour).toFixed(1) },
    tasks: { value: (row) => row.tasks ?? 0 },
    failed: { value: (row) => row.failed ?? 0 },
    mean_wait_seconds: {
        value: (row) => (row.started ? Math.floor(moment(row.wait_ms) / row.started / 1000) : undefined),
        text: (row) => (row.started ? durationText(moment(row.wait_ms) / row.started / 1000) : ''),
    },
});
