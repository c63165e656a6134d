// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { choose, href, route } from '../frame/route';
import { useSamples } from '../frame/shown';
import { CommandButton } from '../forms/command_button';
import { releaseGpus, restrictGpus, whyNotOf } from '../forms/commands';
import { State } from '../theme/icon';
import { gpuColumns } from '../tables/gpu_columns';
import { reasonOf } from '../tables/gpu_values';
import { textOf } from '../tables/column';
import { Table } from '../tables/table';
import { gpuState } from '../words/marks';
import { clockText } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Gpu } from '../words/words';
import { lazyPage } from '../frame/lazy_page';
import { Details, Facts, Gone } from './details';
import { ObjectEvents } from './events';
import { useRows } from './rows';

const GpuHistory = lazyPage(() => import('./others').then((page) => page.GpuHistory));

function Buttons({ gpus }: { gpus: readonly Gpu[] }) {
    return (
        <>
            <CommandButton request="restrict_gpu" icon="lock" why={whyNotOf.gpu('restrict_gpu', gpus, store)} question={() => restrictGpus(store, gpus)} />
            <CommandButton request="release_gpu" icon="release" why={whyNotOf.gpu('release_gpu', gpus, store)} question={() => releaseGpus(store, gpus)} />
        </>
    );
}

function Processes({ gpu }: { gpu: Gpu }) {
    const { processes = [] } = gpu;
    return processes.length === 0 ? <p class="quiet">{t('No running processes found')}</p> : (
        <table class="plain-table" aria-label={t('Processes on the GPU')}>
            <thead><tr><th scope="col">PID</th><th scope="col">{t('Type')}</th><th scope="col">{t('Name')}</th><th scope="col" class="figure">{t('GPU memory')}</th></tr></thead>
            <tbody>{processes.map(({ pid, graphics, name, memory_bytes }) => (
                <tr key={pid}><td>{pid}</td><td>{graphics ? 'G' : 'C'}</td><td>{name || t('n/a')}</td>
                    <td class="figure">{memory_bytes === undefined ? t('n/a') : `${Math.floor(Number(memory_bytes) / 1048576)} MiB`}</td></tr>
            ))}</tbody>
        </table>
    );
}

function GpuDetails({ gpu }: { gpu: Gpu }) {
    void store.ticked.value;
    const { restriction } = gpu;
    const nameOf = (peer: string) => (store.rows.gpus.has(peer) ? store.rows.gpus.get(peer)?.index ?? 0 : peer);
    const peers = (gpu.links ?? []).map(({ peer = '', lanes = 0 }) => t('%1 (lanes: %2)', nameOf(peer), lanes)).join(', ');
    const shown = gpuColumns.filter(({ heading }) => !['node', 'index', 'state', 'task_name', 'reason'].includes(heading.key));
    useSamples([{ metrics: shown.flatMap(({ lives = [] }) => lives), gpus: [gpu.uuid ?? ''] }]);
    return (
        <Details title={t('%1: GPU %2', store.node(gpu.agent_id), gpu.index ?? 0)} state={<State state={gpuState(gpu)} />} buttons={<Buttons gpus={[gpu]} />} tabs={[
            { name: 'facts', word: t('Facts'), content: () => (
                <>
                    {restriction !== undefined && <p class="sentence">{restriction.until_ms === undefined || restriction.until_ms === '0'
                        ? t('Restricted by %1: %2', restriction.author ?? '', restriction.reason ?? '')
                        : t('Restricted by %1 until %2: %3', restriction.author ?? '', clockText(Number(restriction.until_ms)), restriction.reason ?? '')}</p>}
                    {restriction === undefined && reasonOf(gpu) !== '' && <p class="sentence">{reasonOf(gpu)}</p>}
                    <Facts facts={[
                        [t('Node'), <a href={href('nodes', gpu.agent_id)}>{store.node(gpu.agent_id)}</a>],
                        [t('Task'), gpu.task_id ? <a href={href('tasks', taskKey(gpu.framework_id, gpu.task_id))}>{store.taskOf(gpu)?.name ?? gpu.task_id}</a> : undefined],
                        ...shown.map((column) => [t(column.heading.title), column.value(gpu) === undefined ? undefined : textOf(column, gpu)] as const),
                        [t('NVLink peers'), peers || t('No NVLink peers')],
                    ]} />
                </>
            ) },
            { name: 'charts', word: t('Charts'), content: () => <GpuHistory uuid={gpu.uuid ?? ''} /> },
            { name: 'processes', word: t('Processes'), content: () => <Processes gpu={gpu} /> },
            { name: 'events', word: t('Events'), content: () => <ObjectEvents object={[gpu.uuid ?? '']} empty={t('No events for this GPU')} /> },
        ]} />
    );
}

export function Gpus() {
    const { rows, version, others } = useRows('gpus', ['agents', 'tasks']);
    const { key } = route.value;
    const gpu = store.rows.gpus.get(key);
    return (
        <div class={key === '' ? 'split' : 'split open'}>
            <Table name="gpus" label={t('GPUs')} rows={rows} version={version} others={others} columns={gpuColumns} keyOf={({ uuid = '' }) => uuid} chosen={key} firstSorting="node,index"
                onOpen={({ uuid = '' }) => choose(uuid)} buttons={(chosen) => key === '' && <Buttons gpus={chosen} />}
                empty={{ icon: 'gpus', title: t('No GPUs in the cluster'), text: t('No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.') }} />
            {key !== '' && (gpu === undefined ? <Gone words={t('The GPU no longer exists')} /> : <GpuDetails gpu={gpu} />)}
        </div>
    );
}
