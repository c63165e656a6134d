// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that says where the declarations come from: types of the wire, headings, words, commands, metrics. Values and types
// are declared.json and declared_types.ts, which build.mjs makes of declarations.ts.
import declared from '../../generated/declared.json';
import type { Declarations } from '../../generated/declared_types';

export type * from '../../generated/declared_types';

const all = declared as unknown as Pick<Declarations, 'protocol' | 'logWindow' | 'logConfirmed' | 'columns' | 'orders' | 'metrics' | 'unknownSample'
    | 'throttleReasons' | 'pages' | 'marks' | 'words' | 'commands' | 'longestReason'>;

export const { protocol, logWindow, logConfirmed, columns, orders, metrics, unknownSample, throttleReasons, pages, marks, words, commands, longestReason } = all;
