// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that says where the declarations come from: types of the wire, headings, words, commands, metrics. Their values
// are declared.json, which build.mjs makes of them.
import declared from './declared.json';
import type * as Declarations from './declarations.stub';

export type * from './declarations.stub';

const all = declared as unknown as Pick<typeof Declarations, 'protocol' | 'logWindow' | 'logConfirmed' | 'columns' | 'orders' | 'metrics' | 'unknownSample'
    | 'throttleReasons' | 'pages' | 'marks' | 'words' | 'commands' | 'longestReason'>;

export const { protocol, logWindow, logConfirmed, columns, orders, metrics, unknownSample, throttleReasons, pages, marks, words, commands, longestReason } = all;
