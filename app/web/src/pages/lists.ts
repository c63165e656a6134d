// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// One part of the page's code: lists, what they open, and what is asked about their rows.
export { CommandDialog } from '../forms/command_dialog';
export { Search } from '../frame/search';
export { Shortcuts } from '../frame/shortcuts';
export { Alerts } from './alerts';
export { Gpus } from './gpus';
export { Jobs } from './jobs';
export { Nodes } from './nodes';
export { Offers } from './offers';
export { Tasks } from './tasks';
