// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { settings } from '../session/settings';
import { State } from '../theme/icon';
import { gpuState, wireOf } from '../words/marks';
import { clockText } from '../words/text';
import { t } from '../words/translate';
import { throttleReasons, words, type Gpu } from '../words/words';
import { memoryMib, reasonOf, sampled } from './gpu_values';
import type { Cell } from './column';
import { columnsOf } from './column';

const throttles = (bits: number) => throttleReasons.filter(({ bit }) => (bits & bit) !== 0).map(({ word }) => t(word));

const sample = (metric: string): Cell<Gpu> => ({ value: (gpu) => sampled(gpu, metric), lives: [metric] });
const flag = (name: 'persistence' | 'display_active' | 'ecc' | 'mig'): Cell<Gpu> => ({
    value: (gpu) => gpu[name],
    text: (gpu) => (gpu[name] === undefined ? t('n/a') : gpu[name] ? t('on') : t('off')),
});

const share = (value: number | undefined, total: number | undefined, unit: string) => (value === undefined && total === undefined ? t('n/a')
    : `${value ?? t('n/a')}/${total ?? t('n/a')} ${unit}`);
const watts = (milliwatts: number | undefined) => (milliwatts === undefined ? undefined : Math.floor((milliwatts + 500) / 1000));

function restrictionText(gpu: Gpu): string {
    const { author = '', reason = '', since_ms = '0', until_ms = '0' } = gpu.restriction ?? {};
    return gpu.restriction === undefined ? gpu.problem ?? '' : t('Restricted by %1 since %2: %3', author, clockText(Number(since_ms)), reason)
        + (until_ms === '0' ? '' : ` (${t('until %1', clockText(Number(until_ms)))})`);
}

// A bar behind a number, marked from its threshold on.
function Meter({ percent, text, from = 0, high = percent !== undefined && from > 0 && percent >= from }: { percent: number | undefined; text: string; from?: number; high?: boolean }) {
    return (
        <span class={high ? 'meter high' : 'meter'}>
            {percent !== undefined && <span class="meter-bar" aria-hidden="true"><span style={{ width: `${Math.min(100, percent)}%` }} /></span>}
            <span class="meter-text">{high && <span class="hidden">{t('high')} </span>}{text}</span>
        </span>
    );
}

type Absent = 'memory_total_mib' | 'power_milliwatts' | 'power_limit_milliwatts' | 'task_id' | 'framework_id' | 'agent_id' | 'driver_version'
    | 'processes' | 'why' | 'no_data_since';

export const gpuColumns = columnsOf<Gpu, 'gpus', Absent>('gpus', {
    node: { value: (gpu) => store.node(gpu.agent_id) },
    index: { value: (gpu) => gpu.index ?? 0 },
    uuid: { value: (gpu) => gpu.uuid ?? '' },
    model: { value: (gpu) => gpu.model ?? '', tip: (gpu) => gpu.uuid ?? '' },
    utilization_percent: {
        ...sample('gpu_utilization'),
        beside: 56,
        show: (gpu) => {
            const value = sampled(gpu, 'gpu_utilization');
            return <Meter percent={value} text={value === undefined ? t('n/a') : `${value}%`} from={settings.utilisation.value} />;
        },
    },
    memory_utilization_percent: sample('memory_utilization'),
    memory_used_mib: {
        ...sample('memory_used'),
        beside: 48,
        text: (gpu) => share(sampled(gpu, 'memory_used'), memoryMib(gpu), 'MiB'),
        show: (gpu) => {
            const [used, all] = [sampled(gpu, 'memory_used'), memoryMib(gpu)];
            return <Meter percent={used === undefined || !all ? undefined : used * 100 / all} text={share(used, all, 'MiB')} from={settings.memory.value} />;
        },
    },
    temperature_celsius: {
        ...sample('temperature'),
        show: (gpu) => {
            const value = sampled(gpu, 'temperature');
            return <Meter percent={undefined} high={value !== undefined && settings.temperature.value > 0 && value >= settings.temperature.value} text={value === undefined ? t('n/a') : `${value}°C`} />;
        },
    },
    power_watts: { ...sample('power'), text: (gpu) => share(watts(sampled(gpu, 'power')), watts(gpu.power_limit_mw), 'W') },
    sm_clock_mhz: sample('sm_clock'),
    memory_clock_mhz: sample('memory_clock'),
    fan_percent: sample('fan_speed'),
    performance_state: { ...sample('performance_state'), text: (gpu) => { const value = sampled(gpu, 'performance_state'); return value === undefined ? t('n/a') : `P${value}`; } },
    ecc_uncorrected: sample('ecc_uncorrected'),
    pcie_generation: sample('pcie_generation'),
    pcie_width: sample('pcie_width'),
    throttle_reasons: {
        value: (gpu) => { const bits = sampled(gpu, 'throttle_reasons'); return bits === undefined ? undefined : throttles(bits); },
        text: (gpu) => { const bits = sampled(gpu, 'throttle_reasons'); return bits === undefined ? t('n/a') : throttles(bits).join(', ') || t('none'); },
        lives: ['throttle_reasons'],
    },
    pcie_received_mib_per_second: sample('pcie_received'),
    pcie_sent_mib_per_second: sample('pcie_sent'),
    nvlink_received_mib_per_second: sample('nvlink_received'),
    nvlink_sent_mib_per_second: sample('nvlink_sent'),
    state: { value: (gpu) => wireOf(words.gpuState, gpu.state, 'NO_STATE'), text: (gpu) => gpuState(gpu).word, beside: 22, show: (gpu) => <State state={gpuState(gpu)} /> },
    task_name: { value: (gpu) => store.taskOf(gpu)?.name ?? gpu.task_id ?? '', tip: (gpu) => gpu.task_id ?? '' },
    user: { value: (gpu) => store.taskOf(gpu)?.user ?? '' },
    persistence: flag('persistence'),
    bus_id: { value: (gpu) => gpu.bus_id ?? '' },
    display_active: flag('display_active'),
    reason: { value: reasonOf, tip: restrictionText },
    ecc_mode: flag('ecc'),
    numa_node: { value: (gpu) => gpu.numa_node },
    compute_mode: { value: (gpu) => gpu.compute_mode },
    mig: flag('mig'),
});
