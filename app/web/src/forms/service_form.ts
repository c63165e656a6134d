// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the forms of a new service and a new schedule say, as the bodies of the REST APIs.
import { memoryOf } from './job_form';

export interface ServiceText {
    id: string;
    command: string;
    image: string;
    instances: string;
    gpus: string;
    cpus: string;
    memory: string; // as in the job form: "128", "4G"
    ports: string; // of the host, 0: any; separated by commas
    healthPath: string; // HTTP, on the first port; '': no check
    labels: string; // NAME=VALUE, one a line
}

export const emptyService: ServiceText = { id: '', command: '', image: '', instances: '1', gpus: '0', cpus: '1', memory: '128', ports: '', healthPath: '', labels: '' };

const listed = (text: string, separator: RegExp) => text.split(separator).map((one) => one.trim()).filter((one) => one !== '');

// What the master would not even understand; all else it says itself.
export function problemOfService({ id, instances, gpus, cpus, memory, ports, healthPath, labels }: ServiceText): string {
    return id.trim() === '' ? 'An id is required'
        : ![instances, gpus].every((text) => /^\d+$/.test(text.trim())) ? 'Instances and GPUs must be whole numbers'
            : !(Number(cpus) >= 0) || cpus.trim() === '' || Number.isNaN(memoryOf(memory)) ? 'CPUs and memory must be numbers'
                : !listed(ports, /[\s,]+/).every((text) => /^\d+$/.test(text)) ? 'Ports must be numbers, 0 for any'
                    : healthPath.trim() !== '' && listed(ports, /[\s,]+/).length === 0 ? 'A health check needs a port'
                        : !listed(labels, /\n/).every((line) => line.indexOf('=') > 0) ? 'Labels must be NAME=VALUE, one per line' : '';
}

export const idOfService = ({ id }: ServiceText) => (id.trim().startsWith('/') ? id.trim() : `/${id.trim()}`);

// REQUIRES: it has no problem.
export function appOf(text: ServiceText): object {
    const { command, image, instances, gpus, cpus, memory, ports, healthPath, labels } = text;
    const ofHost = listed(ports, /[\s,]+/).map((port) => ({ port: Number(port) }));
    return {
        id: idOfService(text),
        ...(command.trim() === '' ? {} : { cmd: command.trim() }),
        ...(image.trim() === '' ? {} : { container: { type: 'MESOS', docker: { image: image.trim() } } }),
        instances: Number(instances), gpus: Number(gpus), cpus: Number(cpus), mem: memoryOf(memory) / 1000,
        ...(ofHost.length === 0 ? {} : { portDefinitions: ofHost, ...(ofHost.some(({ port }) => port !== 0) ? { requirePorts: true } : {}) }),
        ...(healthPath.trim() === '' ? {} : { healthChecks: [{ protocol: 'MESOS_HTTP', path: healthPath.trim(), portIndex: 0 }] }),
        labels: Object.fromEntries(listed(labels, /\n/).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
    };
}

export interface ScheduleText {
    name: string;
    command: string;
    schedule: string;
    zone: string;
    parents: string; // separated by commas; '': it has a schedule
    gpus: string;
    cpus: string;
    memory: string;
}

export const emptySchedule: ScheduleText = { name: '', command: '', schedule: '', zone: '', parents: '', gpus: '0', cpus: '1', memory: '128' };

export function problemOfSchedule({ name, schedule, parents, gpus, cpus, memory }: ScheduleText): string {
    return name.trim() === '' ? 'A name is required'
        : (schedule.trim() === '') === (parents.trim() === '') ? 'It has a time or parents'
            : !/^\d+$/.test(gpus.trim()) || !(Number(cpus) >= 0) || cpus.trim() === '' || Number.isNaN(memoryOf(memory)) ? 'GPUs, CPUs and memory must be numbers' : '';
}

// REQUIRES: it has no problem.
export function jobOf({ name, command, schedule, zone, parents, gpus, cpus, memory }: ScheduleText): object {
    return {
        name: name.trim(), command: command.trim(), gpus: Number(gpus), cpus: Number(cpus), mem: memoryOf(memory) / 1000,
        ...(parents.trim() !== '' ? { parents: listed(parents, /,/) } : { schedule: schedule.trim(), ...(zone.trim() === '' ? {} : { scheduleTimeZone: zone.trim() }) }),
    };
}
