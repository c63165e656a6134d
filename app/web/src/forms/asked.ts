// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { signal } from '@preact/signals';
import type { Question } from './commands';

// What the dialog asks, while it is open.
export const asked = signal<Question | undefined>(undefined);
