// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { choose, href, route } from '../frame/route';
import { CommandButton } from '../forms/command_button';
import { drainNodes, markNodesGone, resumeNodes, whyNotOf } from '../forms/commands';
import { MarkIcon, State } from '../theme/icon';
import { Topology } from '../gpu/topology';
import { gpuColumns } from '../tables/gpu_columns';
import { Table } from '../tables/table';
import { attributesText, bundle } from '../tables/values';
import { nodeColumns, taskColumns } from '../tables/work_columns';
import { agentState, gpuMark } from '../words/marks';
import { clockText } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Agent, Gpu } from '../words/words';
import { Details, Facts, Gone } from './details';
import { ObjectEvents } from './events';
import { useRows } from './rows';
import { go } from '../frame/route';

function Buttons({ agents }: { agents: readonly Agent[] }) {
    return (
        <>
            <CommandButton request="drain_node" icon="wrench" why={whyNotOf.node('drain_node', agents)} question={() => drainNodes(store, agents)} />
            <CommandButton request="reactivate_node" icon="resume" why={whyNotOf.node('reactivate_node', agents)} question={() => resumeNodes(store, agents)} />
        </>
    );
}

const inDetails = new Set(['index', 'state', 'utilization_percent', 'memory_used_mib', 'temperature_celsius', 'task_name', 'user']);
const gpusOfNode = gpuColumns.filter(({ heading }) => inDetails.has(heading.key));
const tasksOfNode = taskColumns.filter(({ heading }) => ['name', 'state', 'gpu_indices', 'user', 'started'].includes(heading.key));

function NodeDetails({ agent }: { agent: Agent }) {
    void store.changed.gpus.value;
    const tasks = useRows('tasks');
    const gpus = (agent.gpus ?? []).flatMap((uuid) => store.rows.gpus.get(uuid) ?? []);
    const own = tasks.rows.filter(({ agent_id }) => agent_id === agent.id);
    const { drain } = agent;
    return (
        <Details title={agent.hostname ?? ''} state={<State state={agentState(agent)} />}
            buttons={<><Buttons agents={[agent]} /><CommandButton request="mark_node_gone" icon="broken" why={whyNotOf.node('mark_node_gone', [agent])} question={() => markNodesGone(store, [agent])} /></>}
            tabs={[
                { name: 'gpus', word: t('GPUs (%1)', gpus.length), content: () => (
                    <>
                        <ul class="tile-row" aria-label={t('GPUs of the node')}>{gpus.map((gpu: Gpu) => (
                            <li key={gpu.uuid}><a href={href('gpus', gpu.uuid)} title={gpu.model}><MarkIcon mark={gpuMark(gpu.state)} />{gpu.index ?? 0}</a></li>))}</ul>
                        <Table name="gpus_of_node" label={t('GPUs of the node')} small rows={gpus} version={store.changed.gpus.value} columns={gpusOfNode} keyOf={({ uuid = '' }) => uuid}
                            firstSorting="index" onOpen={({ uuid = '' }) => go('gpus', uuid)} empty={{ icon: 'gpus', title: t('This node has no GPUs'), text: '' }} />
                    </>
                ) },
                { name: 'tasks', word: t('Tasks (%1)', own.length), content: () => (
                    <Table name="tasks_of_node" label={t('Tasks on the node')} small rows={own} version={tasks.version} columns={tasksOfNode} keyOf={(task) => taskKey(task.framework_id, task.id)}
                        onOpen={(task) => go('tasks', taskKey(task.framework_id, task.id))} empty={{ icon: 'tasks', title: t('No tasks on this node'), text: '' }} />
                ) },
                { name: 'topology', word: t('Topology'), content: () => <Topology gpus={gpus} /> },
                { name: 'events', word: t('Events'), content: () => <ObjectEvents object={[agent.id ?? '', agent.hostname ?? '', ...(agent.gpus ?? [])]} empty={t('No events for this node')} /> },
                { name: 'facts', word: t('Facts'), content: () => (
                    <Facts facts={[
                        [t('Name'), agent.hostname], [t('Agent id'), agent.id], [t('State'), agentState(agent).help || agentState(agent).word],
                        [t('Drained by'), drain === undefined ? undefined : t('%1 since %2: %3', drain.author ?? '', clockText(Number(drain.since_ms ?? 0)), drain.reason ?? '')],
                        [t('Driver'), agent.driver_version], ['CUDA', agent.cuda_version], [t('Attributes'), attributesText(agent.attributes) || t('none')],
                        [t('Resources'), bundle(agent.resources)], [t('Used'), bundle(agent.used) || t('nothing')], [t('Offered'), bundle(agent.offered) || t('nothing')],
                        [t('Joined'), clockText(Number(agent.registered_ms ?? 0))],
                    ]} />
                ) },
            ]} />
    );
}

export function Nodes() {
    const { rows, version } = useRows('agents', ['gpus']);
    const { key } = route.value;
    const agent = store.rows.agents.get(key);
    return (
        <div class={key === '' ? 'split' : 'split open'}>
            <Table name="nodes" label={t('Nodes')} rows={rows} version={version} columns={nodeColumns} keyOf={({ id = '' }) => id} chosen={key} firstSorting="node"
                onOpen={({ id = '' }) => choose(id)} buttons={(chosen) => key === '' && <Buttons agents={chosen} />}
                empty={{ icon: 'nodes', title: t('No nodes have joined'), text: t('On each host of the cluster run: muster-agentd agent --master=HOST:5050') }} />
            {key !== '' && (agent === undefined ? <Gone words={t('The node no longer exists')} /> : <NodeDetails agent={agent} />)}
        </div>
    );
}
