// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Another part: pages that are opened now and then.
export { GpuHistory } from './gpu_history';
export { History } from './history';
export { Settings } from './settings';
export { Submit } from './submit';
