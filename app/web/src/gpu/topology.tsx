// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// How the GPUs of a node are connected: the matrix that nvidia-smi topo -m prints.
import { t } from '../words/translate';
import { words, type Gpu } from '../words/words';

function cell(from: Gpu, to: Gpu): { text: string; help: string; kind: string } {
    if (from.uuid === to.uuid) {
        return { text: 'X', help: t('GPU %1 itself', from.index ?? 0), kind: 'self' };
    }
    const lanes = from.links?.find(({ peer }) => peer === to.uuid)?.lanes;
    const level = from.paths?.find(({ peer }) => peer === to.uuid)?.level;
    const pair = t('GPU %1 to GPU %2', from.index ?? 0, to.index ?? 0);
    if (lanes !== undefined) {
        return { text: `NV${lanes}`, help: `${pair}: ${t('number of NVLinks')} ${lanes}`, kind: 'link' };
    }
    return level === undefined ? { text: '–', help: t('%1: not reported by the driver', pair), kind: 'none' }
        : { text: level, help: `${pair}: ${t(words.gpuPathLevel[level].help)}`, kind: `path-${level.toLowerCase()}` };
}

export function Topology({ gpus }: { gpus: readonly Gpu[] }) {
    if (gpus.length < 2) {
        return <p class="quiet">{gpus.length === 0 ? t('This node has no GPUs') : t('This node has one GPU')}</p>;
    }
    return (
        <div class="scroll" tabIndex={0} role="group" aria-label={t('Topology')}>
            <table class="topology" aria-label={t('Topology')}>
                <thead><tr><td />{gpus.map(({ uuid, index = 0 }) => <th scope="col" key={uuid}>GPU {index}</th>)}<th scope="col">NUMA</th></tr></thead>
                <tbody>
                    {gpus.map((from) => (
                        <tr key={from.uuid}>
                            <th scope="row">GPU {from.index ?? 0}</th>
                            {gpus.map((to) => {
                                const { text, help, kind } = cell(from, to);
                                return <td key={to.uuid} class={kind} title={help}>{text}</td>;
                            })}
                            <td class="numa">{from.numa_node ?? t('n/a')}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <p class="quiet small">NV#: {t('number of NVLinks')}</p>
        </div>
    );
}
