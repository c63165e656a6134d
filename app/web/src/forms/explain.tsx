// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a job is pending, or where one would go: the sentence first, then node by node, then what would help.
import { href } from '../frame/route';
import { useAnswer } from '../frame/use_answer';
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

// Asked again while it is shown. Another `what` begins anew: the answer before is no answer to it.
export function Explained({ what }: { what: Explain }) {
    return <Answer key={JSON.stringify(what)} what={what} />;
}

function Answer({ what }: { what: Explain }) {
    const { answer, problem } = useAnswer(() => ({ explain: { ...what, machines: 50 } }), (reply) => reply.explanation ?? {}, repeatMs);
    return (
        <>
            {problem !== '' && <p class="problem" role="alert"><Icon name="warning" />{problem}</p>}
            {answer !== undefined ? <ExplanationView explanation={answer} /> : problem === '' && <p class="quiet">{t('Waiting for the master…')}</p>}
        </>
    );
}
