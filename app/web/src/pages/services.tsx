// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { useSignal } from '@preact/signals';
import { store } from '../frame/app';
import { choose, go, href, route } from '../frame/route';
import { useAnswer } from '../frame/use_answer';
import { OrderButton } from '../forms/command_button';
import { order } from '../forms/command_dialog';
import { NewService, ScaleDialog } from '../forms/service_dialogs';
import { appTarget, deleteServices, endDelay, goBackTo, restartServices, rollBack, whyNoService } from '../forms/service_orders';
import { Icon, State } from '../theme/icon';
import { instanceColumns, portsText, serviceColumns } from '../tables/service_columns';
import { Table } from '../tables/table';
import { bundle } from '../tables/values';
import { taskEnded, taskState } from '../words/marks';
import { countsText, mainReject, serviceState, type Reject } from '../words/service_words';
import { clockText, localTimes } from '../words/text';
import { t } from '../words/translate';
import { taskKey } from '../wire/store';
import { apiCall, jsonOf } from '../wire/api_calls';
import type { Service, Task } from '../words/words';
import { Details, Facts, Gone, type Tab } from './details';
import { useRows } from './rows';

const repeatMs = 5000;

function Buttons({ services }: { services: readonly Service[] }) {
    const scaling = useSignal(false);
    const why = whyNoService(services);
    const [first] = services;
    return (
        <>
            <OrderButton icon="jump" words="Scale…" tip="Change the number of instances" why={why || (services.length > 1 ? t('Choose one service') : '')} run={() => { scaling.value = true; }} />
            <OrderButton icon="refresh" words="Restart…" tip="Replace all instances by new ones" why={why} run={() => void order(restartServices(services))} />
            <OrderButton icon="kill" words="Delete…" tip="Delete the service and kill its instances" why={why} run={() => void order(deleteServices(services))} />
            {scaling.value && first !== undefined && <ScaleDialog service={first} onClose={() => { scaling.value = false; }} />}
        </>
    );
}

interface Queue {
    queue: readonly { app: { id: string }; processedOffersSummary: { rejectSummaryLastOffers: readonly Reject[] } }[];
}

// Which offers were not used, and why: asked for as long as instances wait.
function Waiting({ id }: { id: string }) {
    const { answer, problem } = useAnswer(() => apiCall('GET', `/marathon/v2/queue?id=${encodeURIComponent(id)}`), (reply) => jsonOf<Queue>(reply).queue.find(({ app }) => app.id === id), repeatMs, [id]);
    const reject = mainReject(answer?.processedOffersSummary.rejectSummaryLastOffers ?? []);
    return problem !== '' ? <p class="problem"><Icon name="warning" />{problem}</p> : <p class="quiet">{reject || t('No offer has been refused since it waits')}</p>;
}

// How it stands, and what is being changed.
function Standing({ service }: { service: Service }) {
    const { deployment, last_failure: failure, waiting = 0, delayed_until_ms = '0', id = '' } = service;
    const state = serviceState(service);
    const delayed = Number(delayed_until_ms);
    return (
        <div class="explanation">
            <p class="sentence"><span class={`mark-${state.mark}`}>{delayed > 0 ? t('Instances have ended too often: the next one is started at %1', clockText(delayed)) : state.help || state.word}</span></p>
            <p>{t('%1 of %2 instances are running', service.running ?? 0, service.instances ?? 0)}{countsText(service) !== '' && ` (${countsText(service)})`}</p>
            {waiting > 0 && <><p>{t('Instances to be launched: %1', waiting)}</p><Waiting id={id} /></>}
            {delayed > 0 && <p class="buttons start"><OrderButton icon="resume" words="Start now" tip="End the delay" run={() => void order(endDelay(service))} /></p>}
            {deployment !== undefined && (
                <>
                    <h3>{t('Deployment')}</h3>
                    <p>{t('Step %1 of %2, since %3', deployment.step ?? 0, deployment.steps ?? 0, clockText(Number(deployment.since_ms ?? 0)))}</p>
                    <progress value={(deployment.step ?? 1) - 1} max={Math.max(1, deployment.steps ?? 1)} aria-label={t('Deployment')} />
                    <p class="buttons start"><OrderButton icon="rescind" words="Roll back…" tip="Go back to what was before the deployment" run={() => void order(rollBack(service))} /></p>
                </>
            )}
            {failure !== undefined && (
                <>
                    <h3>{t('Last failure')}</h3>
                    <Facts facts={[[t('Time'), clockText(Number(failure.at_ms ?? 0))], [t('Task'), failure.task_id], [t('Node'), failure.hostname],
                        [t('State'), <State state={taskState({ state: failure.state ?? 'NO_STATE' })} />], [t('Message'), localTimes(failure.message ?? '')]]} />
                </>
            )}
        </div>
    );
}

function Version({ id, version }: { id: string; version: string }) {
    const { answer, problem } = useAnswer(() => apiCall('GET', appTarget(id, `/versions/${version}`)), (reply) => JSON.stringify(jsonOf(reply), null, 2), 600_000, [id, version]);
    return <pre class="command-line" tabIndex={0}>{problem || answer}</pre>;
}

function Versions({ service }: { service: Service }) {
    const { id = '' } = service;
    const open = useSignal('');
    const { answer = [], problem } = useAnswer(() => apiCall('GET', appTarget(id, '/versions')), (reply) => jsonOf<{ versions: string[] }>(reply).versions, 60_000, [id, service.version_ms]);
    return (
        <>
            {problem !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem}</p>}
            <ul class="explanation" aria-label={t('Versions')}>
                {answer.map((version, place) => (
                    <li key={version}>
                        <p class="row">
                            <button class="link" aria-expanded={open.value === version} onClick={() => { open.value = open.value === version ? '' : version; }}>{clockText(Date.parse(version))}</button>
                            {place === 0 ? <span class="chip">{t('current')}</span>
                                : <OrderButton icon="rescind" words="Roll back to this…" tip="Replace all instances by those of this version" run={() => void order(goBackTo(service, version))} />}
                        </p>
                        {open.value === version && <Version id={id} version={version} />}
                    </li>
                ))}
            </ul>
        </>
    );
}

const keyOfTask = (task: Task) => taskKey(task.framework_id, task.id);

function ServiceDetails({ service }: { service: Service }) {
    const tasks = useRows('tasks');
    const { id = '', deployment } = service;
    const own = tasks.rows.filter((task) => task.service === id && !taskEnded(task));
    const instances: Tab = { name: 'instances', word: t('Instances (%1)', own.length), content: () => (
        <Table name="instances" label={t('Instances')} small rows={own} version={tasks.version} columns={instanceColumns} keyOf={keyOfTask} firstSorting="-started" onOpen={(task) => go('tasks', keyOfTask(task))}
            empty={{ icon: 'tasks', title: t('No instance is running'), text: '' }} />) };
    const standing: Tab = { name: 'state', word: t('State'), content: () => <Standing service={service} /> };
    return (
        <Details title={id} state={<State state={serviceState(service)} />} buttons={<Buttons services={[service]} />}
            tabs={[
                ...(service.state === 'RUNNING' && deployment === undefined ? [instances, standing] : [standing, instances]),
                { name: 'versions', word: t('Versions'), content: () => <Versions service={service} /> },
                { name: 'facts', word: t('Facts'), content: () => (
                    <Facts facts={[
                        [t('Service'), id], [t('User'), service.user], [t('Role'), service.role], [t('Command'), service.command ? <code>{service.command}</code> : undefined], [t('Image'), service.image],
                        [t('Resources'), bundle(service.resources)], [t('Service ports'), (service.service_ports ?? []).join(', ')], [t('Ports'), own.map((task) => `${task.hostname ?? ''}: ${portsText(task)}`).filter((one) => !one.endsWith(': ')).join('; ')],
                        [t('Depends on'), service.dependencies === undefined ? undefined : <>{service.dependencies.map((one) => <><a key={one} href={href('services', one)}>{one}</a>{' '}</>)}</>],
                        [t('Labels'), service.labels === undefined ? undefined : <>{Object.entries(service.labels).map(([name, value]) => <div key={name}>{name}={value}</div>)}</>],
                        [t('Changed'), clockText(Number(service.version_ms ?? 0))],
                    ]} />) },
            ]} />
    );
}

function summary(services: readonly Service[]): string {
    const total = (count: (service: Service) => number) => services.reduce((sum, service) => sum + count(service), 0);
    const unhealthy = total((service) => service.unhealthy ?? 0);
    const waiting = total((service) => service.waiting ?? 0);
    return [t('%1 of %2 instances are running', total((service) => service.running ?? 0), total((service) => service.instances ?? 0)),
        unhealthy > 0 && t('unhealthy: %1', unhealthy), waiting > 0 && t('waiting: %1', waiting),
        services.some(({ deployment }) => deployment) && t('deploying: %1', services.filter(({ deployment }) => deployment).length)].filter((one) => one !== false).join(' · ');
}

export function Services() {
    const { rows, version } = useRows('services');
    const making = useSignal(false);
    const { key } = route.value;
    const service = store.rows.services.get(key);
    const add = <OrderButton icon="submit" words="New service…" tip="Create a service" run={() => { making.value = true; }} />;
    return (
        <div class={key === '' ? 'split' : 'split open wide'}>
            <Table name="services" label={t('Services')} rows={rows} version={version} columns={serviceColumns} keyOf={({ id = '' }) => id} chosen={key} firstSorting="service"
                onOpen={({ id = '' }) => choose(id)} buttons={(chosen) => key === '' && <>{rows.length > 0 && <Buttons services={chosen} />}{add}</>}
                actions={[{ key: 'Delete', run: (chosen) => void order(deleteServices(chosen)) }]} foot={rows.length > 0 && <p class="quiet small">{summary(rows)}</p>}
                empty={{ icon: 'services', title: t('No services'), text: t('A service is kept running in so many instances. Create one here or with: muster services create') }} />
            {key !== '' && (service === undefined ? <Gone words={t('%1 is not in this list', key)} /> : <ServiceDetails key={key} service={service} />)}
            {making.value && <NewService onClose={() => { making.value = false; }} />}
        </div>
    );
}
