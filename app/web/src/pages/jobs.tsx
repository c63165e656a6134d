// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { store } from '../frame/app';
import { choose, go, href, route } from '../frame/route';
import { CommandButton } from '../forms/command_button';
import { order } from '../forms/command_dialog';
import { holdJobs, killJobs, releaseJobs, whyNotOf } from '../forms/commands';
import { Explained } from '../forms/explain';
import { LogView } from '../forms/log_view';
import { FilesTab } from '../files/files';
import { keyOfTerminal, startTerminal, TerminalButton, TerminalTab } from '../terminal/terminal_tab';
import { Icon, State } from '../theme/icon';
import { Table } from '../tables/table';
import { bundle } from '../tables/values';
import { jobColumns, reasonOf } from '../tables/work_columns';
import { isWaiting, jobEnded, jobState } from '../words/marks';
import { clockText, localTimes } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import type { Job } from '../words/words';
import { Details, Facts, Gone, type Tab } from './details';
import { ended, LoadOlder, loadOlder, NotLive, useLookBack, useMerged } from './older';
import { useRows } from './rows';

function Buttons({ jobs }: { jobs: readonly Job[] }) {
    return (
        <>
            <CommandButton request="hold_job" icon="hold" why={whyNotOf.job('hold_job', jobs)} question={() => holdJobs(store, jobs)} />
            <CommandButton request="release_job" icon="resume" why={whyNotOf.job('release_job', jobs)} question={() => releaseJobs(store, jobs)} />
            <CommandButton request="kill_job" icon="kill" why={whyNotOf.job('kill_job', jobs)} question={() => killJobs(store, jobs)} />
        </>
    );
}

const taskOf = (job: Job | undefined) => {
    const key = taskKey(job?.framework_id, job?.task_id);
    return store.rows.tasks.get(key) ?? ended.tasks.get(key);
};

function JobDetails({ job }: { job: Job }) {
    const tasks = useMerged('tasks');
    const task = taskOf(job);
    // Of a job that was tried several times all attempts, the first one first.
    const attempts = tasks.filter(({ framework_id, id = '' }) => framework_id === job.framework_id && id.startsWith(`${job.id}.`))
        .sort((one, other) => Number(one.created_ms ?? 0) - Number(other.created_ms ?? 0));
    const waits = !jobEnded(job) && isWaiting(job);
    const explain: Tab = { name: 'explain', word: waits ? t('Why it is pending') : t('Why'), content: () => (
        waits ? <Explained what={{ job_id: job.id ?? '' }} /> : <p class="sentence">{localTimes(reasonOf(job)) || jobState(job).help}</p>) };
    const log: Tab = { name: 'log', word: t('Log'), content: () => (
        attempts.length === 0 && task === undefined ? <p class="empty"><Icon name="log" size={32} /><strong>{t('%1 has not run yet', job.name ?? '')}</strong></p> : <LogView name={job.id ?? ''} tasks={attempts.length > 0 ? attempts : [task!]} />) };
    const facts: Tab = { name: 'facts', word: t('Facts'), content: () => (
        <Facts facts={[
            [t('Name'), job.name], [t('User'), job.user], [t('Command'), <code>{job.command}</code>], [t('Resources'), bundle(job.resources)],
            [t('Constraints'), (job.constraints ?? []).map(({ attribute, value }) => `${attribute}:${value}`).join(', ')],
            [t('Linked'), job.linked ? t('yes') : undefined], [t('Priority'), job.priority], [t('Retries'), job.retries], [t('Attempts'), job.attempts],
            [t('Node'), job.agent_id ? <a href={href('nodes', job.agent_id)}>{store.node(job.agent_id)}</a> : undefined],
            [t('Task'), task === undefined ? undefined : <a href={href('tasks', taskKey(task.framework_id, task.id))}>{task.id}</a>],
            [t('GPUs'), task?.gpus === undefined ? undefined : <>{task.gpus.map((uuid) => <><a key={uuid} href={href('gpus', uuid)}>{store.rows.gpus.get(uuid)?.index ?? uuid}</a>{' '}</>)}</>],
            [t('Submitted'), clockText(Number(job.submitted_ms ?? 0))], [t('Started'), clockText(Number(job.started_ms ?? 0))], [t('Ended'), clockText(Number(job.ended_ms ?? 0))],
            [t('Held by'), job.hold === undefined ? undefined : t('Held by %1 since %2: %3', job.hold.author ?? '', clockText(Number(job.hold.since_ms ?? 0)), job.hold.reason ?? '')],
            [t('Killed by'), job.killed_by === undefined ? undefined : `${job.killed_by.author ?? ''} ${job.killed_by.reason ?? ''}`],
        ]} />) };
    const ofTask: readonly Tab[] = task === undefined ? [] : [
        { name: 'files', word: t('Files'), content: () => <FilesTab task={task} /> },
        { name: 'terminal', word: t('Terminal'), content: () => <TerminalTab task={task} /> },
    ];
    return (
        <Details title={t('%1 (%2)', job.id ?? '', job.name ?? '')} state={<><State state={jobState(job)} />{ended.isOlder('jobs', job.id ?? '') && <NotLive />}</>}
            buttons={<><TerminalButton task={task} /><Buttons jobs={[job]} /><button onClick={() => go('submit', '', { clone: job.id ?? '' })}><Icon name="copy" />{t('Clone and edit')}</button></>}
            tabs={waits ? [explain, facts, log, ...ofTask] : [log, ...ofTask, facts, explain]} />
    );
}

export function Jobs() {
    const { version } = useRows('jobs', ['agents']);
    const rows = useMerged('jobs');
    const { key } = route.value;
    const job = store.rows.jobs.get(key) ?? ended.jobs.get(key);
    useLookBack('jobs', key !== '' && job === undefined);
    const openTab = (tab: string) => (chosen: readonly Job[]) => { if (chosen[0]?.id !== undefined) go('jobs', chosen[0].id, { ...route.value.params, tab }); };
    return (
        <div class={key === '' ? 'split' : 'split open wide'}>
            <Table name="jobs" label={t('Jobs')} rows={rows} version={version + ended.changed.value} columns={jobColumns} keyOf={({ id = '' }) => id} chosen={key} firstSorting="-submitted"
                onOpen={({ id = '' }) => choose(id)} buttons={(chosen) => key === '' && <Buttons jobs={chosen} />}
                rowClass={({ id = '' }) => (ended.isOlder('jobs', id) ? 'older' : '')} rowMark={({ id = '' }) => ended.isOlder('jobs', id) && <NotLive />} foot={<LoadOlder kind="jobs" />} onEnd={() => { if (ended.hasOlder('jobs')) void loadOlder('jobs'); }}
                actions={[{ key: 'b', run: () => void loadOlder('jobs') }, { key: 'l', run: openTab('log') }, { key: 'f', run: openTab('files') },
                    { key: keyOfTerminal, run: (chosen) => { openTab('terminal')(chosen); startTerminal(taskOf(chosen[0])); } },
                    { key: 'e', run: openTab('explain') }, { key: 'Delete', run: (chosen) => void order(killJobs(store, chosen)) }]}
                empty={{ icon: 'jobs', title: t('No jobs'), text: t('No job has been submitted yet'), button: <a class="button" href={href('submit')}>{t('Submit a job')}</a> }} />
            {key !== '' && (job === undefined ? <Gone words={t('%1 is not in this list', key)} /> : <JobDetails job={job} />)}
        </div>
    );
}
