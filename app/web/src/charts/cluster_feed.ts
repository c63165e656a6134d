// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The cluster's history over a span, asked again as often as it can have changed.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLive, link } from '../frame/app';
import type { ClusterHistory } from '../words/words';
import type { Span } from './time_chart';

export interface Feed {
    history: ClusterHistory | undefined;
    span: Span;
    problem: string;
}

const leastPauseMs = 5000;

// `windowMs` before now, or a fixed span.
export function useClusterHistory(series: readonly string[], windowMs: number, fixed: Span | undefined, points: number): Feed {
    const now = (): Span => fixed ?? { fromMs: Date.now() - windowMs, toMs: Date.now() };
    const feed: Signal<Feed> = useSignal<Feed>({ history: undefined, span: now(), problem: '' });
    useEffect(() => {
        let gone = false;
        const ask = () => {
            const span = now();
            link().request({ query_cluster_history: { series: [...series], from_ms: String(span.fromMs), to_ms: String(span.toMs), max_points: points } }).then(
                (reply) => { if (!gone) feed.value = { history: reply.cluster_history ?? {}, span, problem: '' }; },
                (error: Error) => { if (!gone) feed.value = { ...feed.value, span, problem: error.message }; });
        };
        if (isLive.value) {
            ask();
        }
        const timer = fixed !== undefined ? undefined
            : setInterval(() => { if (isLive.value && !document.hidden) ask(); }, Math.max(leastPauseMs, windowMs / points));
        return () => {
            gone = true;
            clearInterval(timer);
        };
    }, [series.join(), windowMs, fixed?.fromMs, fixed?.toMs, points, isLive.value]);
    return feed.value;
}

