// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { choose, go, href, route } from '../frame/route';
import { CommandButton } from '../forms/command_button';
import { order } from '../forms/command_dialog';
import { killTasks, whyNotOf } from '../forms/commands';
import { LogView } from '../forms/log_view';
import { FilesTab } from '../files/files';
import { keyOfTerminal, startTerminal, TerminalButton, TerminalTab } from '../terminal/terminal_tab';
import { State } from '../theme/icon';
import { Table } from '../tables/table';
import { bundle } from '../tables/values';
import { taskColumns } from '../tables/work_columns';
import { taskEnded, taskState } from '../words/marks';
import { bytesText, clockText, localTimes } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Task } from '../words/words';
import { Details, Facts, Gone, type Tab } from './details';
import { ended, LoadOlder, loadOlder, NotLive, useLookBack, useMerged } from './older';
import { useRows } from './rows';

function Buttons({ tasks }: { tasks: readonly Task[] }) {
    return <CommandButton request="kill_task" icon="kill" why={whyNotOf.task('kill_task', tasks)} question={() => killTasks(store, tasks)} />;
}

// Why it ended, as exactly as it is known.
function End({ task }: { task: Task }) {
    return (
        <>
            <p class="sentence">{localTimes(task.why || task.message || taskState(task).help)}</p>
            <Facts facts={[
                [t('Exit code'), task.exit_code], [t('Signal'), task.signal],
                [t('Killed by'), task.killed_by === undefined ? undefined : [task.killed_by.author, task.killed_by.reason].filter(Boolean).join(': ')],
                [t('Most memory'), task.memory_exceeded?.peak_bytes === undefined ? undefined : bytesText(Number(task.memory_exceeded.peak_bytes))],
                [t('Reason of Mesos'), task.reason], [t('Message of Mesos'), task.message],
            ]} />
        </>
    );
}

function TaskDetails({ task }: { task: Task }) {
    const tabs: Tab[] = [
        { name: 'log', word: t('Log'), content: () => <LogView name={task.id ?? ''} tasks={[task]} /> },
        { name: 'files', word: t('Files'), content: () => <FilesTab task={task} /> },
        { name: 'terminal', word: t('Terminal'), content: () => <TerminalTab task={task} /> },
        ...(taskEnded(task) ? [{ name: 'why', word: t('Why it ended'), content: () => <End task={task} /> }] : []),
        { name: 'facts', word: t('Facts'), content: () => (
            <Facts facts={[
                [t('Name'), task.name], [t('Task id'), task.id], [t('User'), task.user], [t('Command'), <code>{task.command}</code>], [t('Resources'), bundle(task.resources)],
                [t('Node'), <a href={href('nodes', task.agent_id)}>{task.hostname}</a>],
                [t('GPUs'), task.gpus === undefined ? undefined : <>{task.gpus.map((uuid) => <><a key={uuid} href={href('gpus', uuid)}>{store.rows.gpus.get(uuid)?.index ?? uuid}</a>{' '}</>)}</>],
                [t('Framework'), store.rows.frameworks.get(task.framework_id ?? '')?.name ?? task.framework_id],
                [t('Created'), clockText(Number(task.created_ms ?? 0))], [t('Started'), clockText(Number(task.started_ms ?? 0))], [t('Ended'), clockText(Number(task.ended_ms ?? 0))],
            ]} />) },
    ];
    return <Details title={t('%1 (%2)', task.name ?? '', task.id ?? '')} state={<><State state={taskState(task)} />{ended.isOlder('tasks', taskKey(task.framework_id, task.id)) && <NotLive />}</>} buttons={<><TerminalButton task={task} /><Buttons tasks={[task]} /></>} tabs={tabs} />;
}

export function Tasks() {
    const { version } = useRows('tasks', ['gpus', 'frameworks']);
    const rows = useMerged('tasks');
    const { key } = route.value;
    const task = store.rows.tasks.get(key) ?? ended.tasks.get(key);
    useLookBack('tasks', key !== '' && task === undefined);
    const keyOf = (one: Task) => taskKey(one.framework_id, one.id);
    const openTab = (tab: string) => ([one]: readonly Task[]) => { if (one !== undefined) go('tasks', keyOf(one), { ...route.value.params, tab }); };
    return (
        <div class={key === '' ? 'split' : 'split open wide'}>
            <Table name="tasks" label={t('Tasks')} rows={rows} version={version + ended.changed.value} columns={taskColumns} keyOf={keyOf} idOf={({ id = '' }) => id} chosen={key} firstSorting="-started"
                onOpen={(one) => choose(keyOf(one))} buttons={(chosen) => key === '' && <Buttons tasks={chosen} />}
                rowClass={(one) => (ended.isOlder('tasks', keyOf(one)) ? 'older' : '')} rowMark={(one) => ended.isOlder('tasks', keyOf(one)) && <NotLive />} foot={<LoadOlder kind="tasks" />} onEnd={() => { if (ended.hasOlder('tasks')) void loadOlder('tasks'); }}
                actions={[{ key: 'b', run: () => void loadOlder('tasks') }, { key: 'l', run: openTab('log') }, { key: 'f', run: openTab('files') },
                    { key: keyOfTerminal, run: (chosen) => { openTab('terminal')(chosen); startTerminal(chosen[0]); } },
                    { key: 'Delete', run: (chosen) => void order(killTasks(store, chosen)) }]}
                empty={{ icon: 'tasks', title: t('No tasks'), text: t('No framework has launched a task yet'), button: <a class="button" href={href('submit')}>{t('Submit a job')}</a> }} />
            {key !== '' && (task === undefined ? <Gone words={t('%1 is not in this list', key.slice(key.indexOf('/') + 1))} /> : <TaskDetails task={task} />)}
        </div>
    );
}
