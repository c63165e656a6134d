// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a job is pending, or where one would go: the sentence first, then node by node, then what would help.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLive, link } from '../frame/app';
import { href } from '../frame/route';
import { Icon } from '../theme/icon';
import { narrow } from '../theme/theme';
import { clockText, localTimes } from '../words/text';
import { t } from '../words/translate';
import type { Explain, Explanation, ExplanationFinding, ExplanationRequirement } from '../words/words';

const wanted = (requirement: ExplanationRequirement | undefined) => `${requirement?.name ?? ''}: ${requirement?.needed ?? ''}`;
const toneOf = ({ met }: ExplanationFinding) => (met ? 'mark-good' : 'mark-bad');

function Found({ finding: { met, found } }: { finding: ExplanationFinding }) {
    return <><Icon name={met ? 'check' : 'warning'} size={14} /><span class="hidden">{met ? t('yes') : t('no')}: </span>{found}</>;
}

export function ExplanationView({ explanation }: { explanation: Explanation }) {
    const { requirements = [], machines = [], would_start = [], left_out = 0, ahead = 0 } = explanation;
    return (
        <div class="explanation">
            <p class="sentence"><Icon name={explanation.serves ? 'check' : 'hourglass'} />{localTimes(explanation.sentence ?? '')}</p>
            {would_start.length > 0 && <><h3>{t('It would start')}</h3><ul>{would_start.map((one) => <li key={one}>{localTimes(one)}</li>)}</ul></>}
            {machines.length > 0 && (narrow.value ? (
                <ul class="cards" aria-label={t('Nodes and how they meet the job\'s requirements')}>
                    {machines.map(({ agent_id = '', hostname, findings = [] }) => (
                        <li class="card" key={agent_id}>
                            <a href={href('nodes', agent_id)}>{hostname}</a>
                            <dl>{findings.map((finding, index) => (
                                <div key={index}><dt>{wanted(requirements[index])}</dt><dd class={toneOf(finding)}><Found finding={finding} /></dd></div>))}</dl>
                        </li>
                    ))}
                </ul>
            ) : (
                <div class="scroll" tabIndex={0} role="group" aria-label={t('Nodes and how they meet the job\'s requirements')}>
                    <table class="plain-table">
                        <thead><tr><th scope="col">{t('Node')}</th>{requirements.map((one) => <th scope="col" key={one.name}>{wanted(one)}</th>)}</tr></thead>
                        <tbody>
                            {machines.map((machine) => (
                                <tr key={machine.agent_id}>
                                    <th scope="row"><a href={href('nodes', machine.agent_id)}>{machine.hostname}</a></th>
                                    {(machine.findings ?? []).map((finding, index) => <td key={index} class={toneOf(finding)}><Found finding={finding} /></td>)}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            ))}
            <p class="quiet small">
                {[left_out > 0 ? (left_out === 1 ? t('1 more node') : t('%1 more nodes', left_out)) : '',
                    ahead > 0 ? (ahead === 1 ? t('1 job ahead in the queue') : t('%1 jobs ahead in the queue', ahead)) : '',
                    t('As of %1', clockText(Number(explanation.at_ms ?? 0)))].filter((one) => one !== '').join(' · ')}
            </p>
        </div>
    );
}

const repeatMs = 5000;

// Asked again while it is shown. `what` is compared by its text.
export function Explained({ what }: { what: Explain }) {
    const answer = useSignal<Explanation | undefined>(undefined);
    const problem = useSignal('');
    useEffect(() => {
        let gone = false;
        const ask = () => link().request({ explain: { ...what, machines: 50 } }).then(
            (reply) => { if (!gone) { answer.value = reply.explanation ?? {}; problem.value = ''; } },
            (error: Error) => { if (!gone) problem.value = error.message; });
        if (isLive.value) {
            void ask();
        }
        const timer = setInterval(() => { if (isLive.value && !document.hidden) void ask(); }, repeatMs);
        return () => {
            gone = true;
            clearInterval(timer);
        };
    }, [JSON.stringify(what), isLive.value]);
    return (
        <>
            {problem.value !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem.value}</p>}
            {answer.value !== undefined ? <ExplanationView explanation={answer.value} /> : problem.value === '' && <p class="quiet">{t('Waiting for the master…')}</p>}
        </>
    );
}
